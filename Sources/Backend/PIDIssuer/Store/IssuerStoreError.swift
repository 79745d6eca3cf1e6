// SPDX-License-Identifier: EUPL-1.2

// Re-exported, because the error's members are part of this module's interface.
@_exported public import CodedErrors
import GRDB

/// A failed call of the issuer's store. It contains no stored data.
package typealias IssuerStoreError = CodedError<IssuerStoreErrorCode>

/// The kinds of ``IssuerStoreError``.
package enum IssuerStoreErrorCode: String, ErrorCode {
    /// The database is currently not readable or writable.
    case unavailable
    /// The file is not a database, or not a database of this program.
    case damaged
    /// The database was written by a newer version of this program.
    case newerVersion
    /// The status lists have no free entry.
    case full

    /// Code and reason, suitable for a log.
    package func message(_ reason: String) -> String { "store: \(self): \(reason)" }
}

extension CodedError<IssuerStoreErrorCode> {
    /// Keeps only SQLite's result code and its meaning, because SQLite's message may quote values.
    init(_ error: any Error) {
        self =
            switch error {
            case let error as IssuerStoreError: error
            case let error as DatabaseError where [.SQLITE_NOTADB, .SQLITE_CORRUPT].contains(error.resultCode):
                IssuerStoreError(.damaged, "SQLite \(error.extendedResultCode)")
            case let error as DatabaseError: IssuerStoreError(.unavailable, "SQLite \(error.extendedResultCode)")
            case is CancellationError: IssuerStoreError(.unavailable, "cancelled")
            default: IssuerStoreError(.unavailable, "\(type(of: error))")
            }
    }
}
