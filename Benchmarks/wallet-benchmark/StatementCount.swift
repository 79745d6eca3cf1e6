// SPDX-License-Identifier: EUPL-1.2

/// The work requested from a database.
struct StatementCount: Sendable {
    /// Number of statements, except statements that only begin or end a transaction.
    var statements = 0
    /// Number of transactions that may have written.
    var commits = 0

    static func - (left: StatementCount, right: StatementCount) -> StatementCount {
        StatementCount(statements: left.statements - right.statements, commits: left.commits - right.commits)
    }
}
