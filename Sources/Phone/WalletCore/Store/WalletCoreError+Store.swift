// SPDX-License-Identifier: EUPL-1.2

import Foundation
import GRDB
import WalletInterface

extension WalletCoreError {
    /// Runs work on the store and converts every error into an error of the core.
    ///
    /// - Throws: `WalletCoreError`, an inner one unchanged.
    static func catchingStoreErrors<Value>(_ body: () throws -> Value) throws(WalletCoreError) -> Value {
        do {
            return try body()
        } catch let error as WalletCoreError {
            throw error
        } catch let error as DatabaseError {
            throw WalletCoreError(error)
        } catch let error as CocoaError {
            throw WalletCoreError(.storeFull, "the store's file cannot be made: \(error.code.rawValue)")
        } catch {
            throw WalletCoreError(.unexpected, "the store failed")
        }
    }

    /// Converts an error of SQLite. Its message is omitted, because it may quote statements.
    init(_ error: DatabaseError) {
        let code = error.extendedResultCode
        switch code {
        case .SQLITE_IOERR_READ, .SQLITE_IOERR_SHORT_READ, .SQLITE_IOERR_CORRUPTFS, .SQLITE_READONLY_ROLLBACK:
            self.init(.storeDamaged, "SQLite cannot read the store: \(code.rawValue)")
        default:
            switch code.primaryResultCode {
            case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_FORMAT, .SQLITE_MISMATCH, .SQLITE_ERROR:
                self.init(.storeDamaged, "SQLite does not understand the store: \(code.rawValue)")
            case .SQLITE_FULL, .SQLITE_IOERR, .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_TOOBIG, .SQLITE_NOMEM:
                self.init(.storeFull, "SQLite cannot write the store: \(code.rawValue)")
            default:
                self.init(.unexpected, "SQLite failed: \(code.rawValue)")
            }
        }
    }
}
