// SPDX-License-Identifier: EUPL-1.2

/// What the database could not do.
///
/// Two errors are equal when their codes are. The reason holds no value of any row.
package struct AccountStoreError: Error, Sendable, CustomStringConvertible {
    /// What went wrong, for code that decides on it.
    package let code: Code
    /// What went wrong, in a few words for the operator.
    package let reason: String

    /// An error of that kind.
    package init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    /// The kinds of `AccountStoreError`; open, so that a new kind breaks no `switch`.
    package struct Code: Sendable, Hashable, CustomStringConvertible {
        /// The code's name, fit for logs.
        package let description: String

        private init(_ name: String) { description = name }

        /// The database cannot be reached, is locked, full or read-only; nothing was changed.
        package static let unavailable = Code("unavailable")
        /// The database was lost in between, or was still at work when nobody waited any longer: the call took effect as a whole or not at
        /// all, and nobody knows yet. Whoever asks for the message or the state later gets to know.
        package static let outcomeUnknown = Code("outcomeUnknown")
        /// A row, or the file, is not what was written.
        package static let damaged = Code("damaged")
        /// The database was written by a newer version of this program.
        package static let newerVersion = Code("newerVersion")
        /// The database was made by an older version of this program, or is empty: `wallet-provider migrate` brings it up to date.
        package static let migrationNeeded = Code("migrationNeeded")
        /// The database is older than its witness: it was put back from a backup.
        package static let behindWitness = Code("behindWitness")
        /// The witness's journal is not what was written: cut, changed, of another provider, or not there.
        package static let journalDamaged = Code("journalDamaged")
        /// The witness's journals have lost something that is noted elsewhere: a slot, its last segments or blocks.
        package static let journalIncomplete = Code("journalIncomplete")
    }

    /// Code and reason.
    package var description: String { "account store: \(code): \(reason)" }
}

extension AccountStoreError: Hashable {
    /// True when the codes are the same.
    package static func == (left: AccountStoreError, right: AccountStoreError) -> Bool { left.code == right.code }

    /// Hashes the code only, as equality does.
    package func hash(into hasher: inout Hasher) { hasher.combine(code) }
}
