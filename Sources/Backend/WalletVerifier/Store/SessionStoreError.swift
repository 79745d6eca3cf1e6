// SPDX-License-Identifier: EUPL-1.2

// Re-exported, because the error's members are part of this module's interface.
@_exported public import CodedErrors

/// A failed call of a session store. It contains no stored data.
package typealias SessionStoreError = CodedError<SessionStoreErrorCode>

/// The kinds of ``SessionStoreError``.
package enum SessionStoreErrorCode: String, ErrorCode {
    /// The database is currently not readable or writable; nothing was changed.
    case unavailable
    /// The connection was lost, or the deadline passed, during a write, which may or may not have happened.
    case outcomeUnknown
    /// Not a database of this program, or a stored value that does not parse.
    case damaged
    /// The database was written by a newer version of this program.
    case newerVersion

    /// Code and reason, suitable for a log.
    package func message(_ reason: String) -> String { "store: \(self): \(reason)" }
}
