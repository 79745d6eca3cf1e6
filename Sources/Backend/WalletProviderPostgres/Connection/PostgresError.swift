// SPDX-License-Identifier: EUPL-1.2

/// What PostgreSQL, or the way to it, could not do.
///
/// Two errors are equal when their codes are. The reason is a constant text, at times with numbers and an SQLSTATE; it holds no value of any
/// row, and nothing of the server's texts.
package struct PostgresError: Error, Sendable, CustomStringConvertible {
    /// What went wrong, for code that decides on it.
    package let code: Code
    /// What went wrong, in a few words for the operator.
    package let reason: String
    /// The server's code, when the server said no.
    package let state: SQLState?

    /// An error of that kind.
    package init(_ code: Code, _ reason: String, state: SQLState? = nil) {
        self.code = code
        self.reason = reason
        self.state = state
    }

    /// The kinds of `PostgresError`; open, so that a new kind breaks no `switch`.
    package struct Code: Sendable, Hashable, CustomStringConvertible {
        /// The code's name, fit for logs.
        package let description: String

        private init(_ name: String) { description = name }

        /// The server cannot be reached, is busy, full, read-only or too slow, or the caller was cancelled; nothing was changed.
        package static let unavailable = Code("unavailable")
        /// The connection was lost, or the time was over, after the statement had been sent: it was done as a whole or not at all.
        package static let outcomeUnknown = Code("outcomeUnknown")
        /// The server does not accept the statement or one of its values; nothing was changed.
        package static let refused = Code("refused")
        /// A stored value, the schema or a file of the server is not what was written.
        package static let damaged = Code("damaged")
        /// The database was migrated by a newer version of this program.
        package static let newerVersion = Code("newerVersion")
        /// The database is empty or of an older version: `wallet-provider migrate` brings it up to date.
        package static let migrationNeeded = Code("migrationNeeded")
        /// A setting is outside its range or does not parse.
        package static let configuration = Code("configuration")
    }

    /// Code, reason and SQLSTATE.
    package var description: String { "PostgreSQL: \(code): \(reason)" + (state.map { " (SQLSTATE \($0))" } ?? "") }
}

extension PostgresError: Hashable {
    /// True when the codes are the same.
    package static func == (left: PostgresError, right: PostgresError) -> Bool { left.code == right.code }

    /// Hashes the code only, as equality does.
    package func hash(into hasher: inout Hasher) { hasher.combine(code) }
}
