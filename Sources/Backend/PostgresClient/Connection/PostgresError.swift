// SPDX-License-Identifier: EUPL-1.2

// Re-exported, because the error's members are part of this module's interface.
@_exported public import CodedErrors

/// An error of a PostgreSQL call or connection. The reason is constant text, sometimes with numbers. It contains no stored value and no
/// text of the server.
package typealias PostgresError = CodedError<PostgresErrorCode>

/// The kinds of ``PostgresError``.
package enum PostgresErrorCode: String, ErrorCode {
    /// The server is unreachable, busy, full, read-only or too slow, or the caller cancelled. Nothing was changed.
    case unavailable
    /// The connection was lost or the time ran out after the statement was sent. The statement took effect completely or not at all.
    case outcomeUnknown
    /// The server rejected the statement or one of its values. Nothing was changed.
    case refused
    /// A stored value, the schema or a file of the server is damaged.
    case damaged
    /// The database was migrated by a newer version of this program.
    case newerVersion
    /// The database is empty or of an older version. The program's command `migrate` updates it.
    case migrationNeeded
    /// Work without whose end no server may use the database is not complete, such as a move of accounts into it.
    case incomplete
    /// A setting is invalid.
    case configuration

    /// The reason of a ``PostgresError``, and the server's code if the server rejected the statement.
    package struct Detail: Sendable {
        let reason: String
        let state: SQLState?
    }

    /// Code, reason and SQLSTATE, fit for a log.
    package func message(_ detail: Detail) -> String {
        "PostgreSQL: \(self): \(detail.reason)" + (detail.state.map { " (SQLSTATE \($0))" } ?? "")
    }
}

extension CodedError<PostgresErrorCode> {
    package init(_ code: Code, _ reason: String, state: SQLState? = nil) {
        self.init(code, detail: Code.Detail(reason: reason, state: state))
    }

    /// A short description for the operator.
    package var reason: String { detail.reason }
    /// The server's code, if the server rejected the statement.
    package var state: SQLState? { detail.state }
}
