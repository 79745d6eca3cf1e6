// SPDX-License-Identifier: EUPL-1.2

// Re-exported, because the error's members are part of this module's interface.
@_exported public import CodedErrors
import Deadlines

/// A failed call of the account database or its witness. The reason contains no stored value.
package typealias AccountStoreError = CodedError<AccountStoreErrorCode>

/// The kinds of ``AccountStoreError``.
package enum AccountStoreErrorCode: String, ErrorCode {
    /// The database is unreachable, locked, full or read-only. Nothing was changed.
    case unavailable
    /// The connection was lost, or the call timed out while the database was working. The call took effect completely or not at all; a
    /// later read of the message or the account shows whether it did.
    case outcomeUnknown
    /// A row or the file is damaged.
    case damaged
    /// The database was written by a newer version of this program.
    case newerVersion
    /// The database is empty or was made by an older version of this program. `wallet-provider migrate` updates it.
    case migrationNeeded
    /// The accounts were moved from this database to a second one, or such a move was interrupted at its end.
    case moved
    /// A move of accounts into this database is not complete.
    case incomplete
    /// The database is older than its witness: it was restored from a backup.
    case behindWitness
    /// The witness's journal is truncated, altered, missing, or belongs to another provider.
    case journalDamaged
    /// The witness's journals lack a slot, or the last segments or blocks, which other journals mention.
    case journalIncomplete

    /// Code and reason, fit for a log.
    package func message(_ reason: String) -> String { "account store: \(self): \(reason)" }
}

extension AccountStoreError {
    /// Checks that the request has time left for an attempt at the PIN. Called before a reservation, again after anything it waited for.
    ///
    /// - Throws: `unavailable`. Nothing was counted.
    package static func requireTimeForAttempt() throws(AccountStoreError) {
        guard !Deadline.forbidsAttempt else { throw AccountStoreError(.unavailable, "the request's deadline is too near for an attempt") }
    }
}
