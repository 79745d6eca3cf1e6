// SPDX-License-Identifier: EUPL-1.2

import GRDB

/// Statements that each connection compiles once and keeps. Compiling costs more than running them.
///
/// So `sql` must be one of few texts: constants, put together from constants; what differs from call to call is an argument.
extension Database {
    /// Runs a statement that returns no rows.
    func perform(sql: String, arguments: StatementArguments = StatementArguments()) throws {
        try cachedStatement(sql: sql).execute(arguments: arguments)
    }

    /// The first row of a statement.
    func row(sql: String, arguments: StatementArguments = StatementArguments()) throws -> Row? {
        try Row.fetchOne(try cachedStatement(sql: sql), arguments: arguments)
    }

    /// All rows of a statement.
    func rows(sql: String, arguments: StatementArguments = StatementArguments()) throws -> [Row] {
        try Row.fetchAll(try cachedStatement(sql: sql), arguments: arguments)
    }
}
