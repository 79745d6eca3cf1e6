// SPDX-License-Identifier: EUPL-1.2

/// An error of the accounts' database.
///
/// Errors with equal codes are equal. The reason contains no stored value.
package struct AccountStoreError: Error, Sendable, CustomStringConvertible {
    /// The kind of error, for code that handles it.
    package let code: Code
    /// A short description for the operator.
    package let reason: String

    package init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    /// The kinds of `AccountStoreError`. An open set, so that a new kind breaks no `switch`.
    package struct Code: Sendable, Hashable, CustomStringConvertible {
        /// The code's name, suitable for logs.
        package let description: String

        private init(_ name: String) { description = name }

        /// The database is unreachable, locked, full or read-only. Nothing was changed.
        package static let unavailable = Code("unavailable")
        /// The connection was lost, or the call timed out while the database was working. The call took effect completely or not at all; a
        /// later read of the message or the account shows which.
        package static let outcomeUnknown = Code("outcomeUnknown")
        /// A row or the file is damaged.
        package static let damaged = Code("damaged")
        /// The database was written by a newer version of this program.
        package static let newerVersion = Code("newerVersion")
        /// The database is empty or was made by an older version of this program. `wallet-provider migrate` updates it.
        package static let migrationNeeded = Code("migrationNeeded")
        /// The database is older than its witness: it was restored from a backup.
        package static let behindWitness = Code("behindWitness")
        /// The witness's journal is truncated, altered, missing or of another provider.
        package static let journalDamaged = Code("journalDamaged")
        /// The witness's journals lack a slot, or the last segments or blocks, which other journals mention.
        package static let journalIncomplete = Code("journalIncomplete")
    }

    package var description: String { "account store: \(code): \(reason)" }
}

extension AccountStoreError: Hashable {
    /// Compares the codes only.
    package static func == (left: AccountStoreError, right: AccountStoreError) -> Bool { left.code == right.code }

    /// Hashes the code only, consistent with equality.
    package func hash(into hasher: inout Hasher) { hasher.combine(code) }
}
