// SPDX-License-Identifier: EUPL-1.2

import DurableFiles
import Foundation

/// The directory of all state that survives switching the phone off, locked by one program at a time.
///
/// The operating system releases the lock when the program ends, however it ends.
package final class StateDirectory: Sendable {
    package let path: String
    private let locked: LockedDirectory

    /// Locks the directory; creates it, readable by its owner only, when it is missing.
    ///
    /// - Throws: `SimulatedPhoneError` with `directoryInUse` when another program, or another instance in this program, has locked the
    ///   directory; with `directoryUnusable` when the directory cannot be created or written.
    package init(_ path: String) throws(SimulatedPhoneError) {
        do throws(FileError) {
            try LockedDirectory.make(path)
            locked = try LockedDirectory(locking: path)
        } catch  where error.code == .inUse {
            throw SimulatedPhoneError(.directoryInUse, "another program uses the state directory \(path)")
        } catch {
            throw SimulatedPhoneError(.directoryUnusable, error.reason)
        }
        self.path = path
    }

    deinit { locked.release() }

    /// Creates a directory inside, readable by its owner only, if it is missing, and returns its path.
    ///
    /// - Throws: `directoryUnusable`.
    package func subdirectory(_ name: String) throws(SimulatedPhoneError) -> String {
        let inner = path + "/" + name
        do {
            try LockedDirectory.make(inner)
        } catch {
            throw SimulatedPhoneError(.directoryUnusable, error.reason)
        }
        return inner
    }

    /// Removes everything inside, for a fresh start. Call it before anything inside is opened.
    ///
    /// - Throws: `directoryUnusable` when something cannot be removed.
    package func erase() throws(SimulatedPhoneError) {
        do {
            for name in try FileManager.default.contentsOfDirectory(atPath: path) where name != LockedDirectory.lockName {
                try FileManager.default.removeItem(atPath: path + "/" + name)
            }
        } catch {
            throw SimulatedPhoneError(
                .directoryUnusable, "cannot empty the state directory \(path): \(FileError.reason(of: error))")
        }
    }
}
