// SPDX-License-Identifier: EUPL-1.2

/// An error of PostgreSQL or of the connection to it.
///
/// Errors with equal codes are equal. The reason is a constant text, sometimes with numbers and an SQLSTATE. It contains no stored value
/// and no text of the server.
package struct PostgresError: Error, Sendable, CustomStringConvertible {
    /// The kind of error, for code that handles it.
    package let code: Code
    /// A short description for the operator.
    package let reason: String
    /// The server's code, if the server rejected the statement.
    package let state: SQLState?

    package init(_ code: Code, _ reason: String, state: SQLState? = nil) {
        self.code = code
        self.reason = reason
        self.state = state
    }

    /// The kinds of `PostgresError`. An open set, so that a new kind breaks no `switch`.
    package struct Code: Sendable, Hashable, CustomStringConvertible {
        /// The code's name, suitable for logs.
        package let description: String

        private init(_ name: String) { description = name }

        /// The server is unreachable, busy, full, read-only or too slow, or the caller cancelled. Nothing was changed.
        package static let unavailable = Code("unavailable")
        /// The connection was lost or the time ran out after the statement was sent. It took effect completely or not at all.
        package static let outcomeUnknown = Code("outcomeUnknown")
        /// The server rejected the statement or one of its values. Nothing was changed.
        package static let refused = Code("refused")
        /// A stored value, the schema or a file of the server is damaged.
        package static let damaged = Code("damaged")
        package static let newerVersion = Code("newerVersion")
        /// The database is empty or of an older version. `wallet-provider migrate` updates it.
        package static let migrationNeeded = Code("migrationNeeded")
        /// A setting is invalid.
        package static let configuration = Code("configuration")
    }

    /// Code, reason and SQLSTATE.
    package var description: String { "PostgreSQL: \(code): \(reason)" + (state.map { " (SQLSTATE \($0))" } ?? "") }
}

extension PostgresError: Hashable {
    /// Compares the codes only.
    package static func == (left: PostgresError, right: PostgresError) -> Bool { left.code == right.code }

    /// Hashes the code only, consistent with equality.
    package func hash(into hasher: inout Hasher) { hasher.combine(code) }
}
