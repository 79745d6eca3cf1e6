// SPDX-License-Identifier: EUPL-1.2

import DurableFiles
import Foundation

/// The state directory of a provider, in use by this process alone.
///
/// Every program that opens an account database first locks the file `lock` beside it; the demo does the same.
package struct ProviderDirectory: Sendable {
    private let locked: LockedDirectory

    /// Makes the directory if it is missing (mode 0700) and locks it. The system releases the lock when the process ends, however it ends.
    ///
    /// - Throws: `StartError`, also when another program uses the directory, or other users may read it.
    package init(opening path: String) throws {
        // Files that are made from now on are for this user only, also in a directory that existed before.
        umask(0o077)
        do {
            try LockedDirectory.make(path)
        } catch {
            throw StartError("the state directory cannot be used: \(error.reason)")
        }
        try PrivateDirectory(path: path).check()
        do {
            locked = try LockedDirectory(locking: path)
        } catch  where error.code == .inUse {
            throw StartError("another program, a wallet-provider or a demo, uses the state directory \(path)")
        } catch {
            throw StartError(error.reason)
        }
    }

    /// The provider's files inside.
    package var files: ProviderFiles { ProviderFiles(directory: locked.path) }

    /// Lets other programs use the directory.
    package func unlock() { locked.release() }
}
