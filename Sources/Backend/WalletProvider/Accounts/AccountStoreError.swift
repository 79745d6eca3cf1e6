// SPDX-License-Identifier: EUPL-1.2

// Exported because the error's members are part of this module's interface.
@_exported public import CodedErrors

/// A call that the account database or its witness did not carry out. The reason holds no value of any row.
package typealias AccountStoreError = CodedError<AccountStoreErrorCode>

/// The kinds of ``AccountStoreError``.
package enum AccountStoreErrorCode: String, ErrorCode {
    /// The database cannot be reached, is locked, full or read-only; nothing was changed.
    case unavailable
    /// The database was lost in between, or was still at work when nobody waited any longer: the call took effect as a whole or not at
    /// all, and nobody knows yet. Whoever asks for the message or the state later gets to know.
    case outcomeUnknown
    /// A row, or the file, is not what was written.
    case damaged
    /// The database was written by a newer version of this program.
    case newerVersion
    /// The database was made by an older version of this program, or is empty: `wallet-provider migrate` brings it up to date.
    case migrationNeeded
    /// The database is older than its witness: it was put back from a backup.
    case behindWitness
    /// The witness's journal is not what was written: cut, changed, of another provider, or not there.
    case journalDamaged
    /// The witness's journals have lost something that is noted elsewhere: a slot, its last segments or blocks.
    case journalIncomplete

    package func message(_ reason: String) -> String { "account store: \(self): \(reason)" }
}
