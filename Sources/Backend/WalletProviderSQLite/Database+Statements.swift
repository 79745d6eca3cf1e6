// SPDX-License-Identifier: EUPL-1.2

import GRDB

/// Cached statements: each connection compiles them once, because compiling costs more than running them.
///
/// `sql` must come from a small set of constant texts. Values that vary are arguments.
extension Database {
    /// Runs a statement without result rows.
    func perform(sql: String, arguments: StatementArguments = StatementArguments()) throws {
        try cachedStatement(sql: sql).execute(arguments: arguments)
    }

    /// Returns the first row of a statement.
    func row(sql: String, arguments: StatementArguments = StatementArguments()) throws -> Row? {
        try Row.fetchOne(try cachedStatement(sql: sql), arguments: arguments)
    }

    /// Reads the first row of a SELECT in place, without a copy of the row.
    ///
    /// - Returns: nil if there is no row.
    func first<Value>(sql: String, arguments: StatementArguments, _ read: (Row) throws -> Value) throws -> Value? {
        let cursor = try Row.fetchCursor(try cachedStatement(sql: sql), arguments: arguments)
        // Without, the compiler may release the cursor before the row is read. That resets the statement, and every column is then NULL.
        return try withExtendedLifetime(cursor) { try cursor.next().map(read) }
    }

    /// Returns all rows of a statement.
    func rows(sql: String, arguments: StatementArguments = StatementArguments()) throws -> [Row] {
        try Row.fetchAll(try cachedStatement(sql: sql), arguments: arguments)
    }
}
