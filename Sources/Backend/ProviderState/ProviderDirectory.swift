// SPDX-License-Identifier: EUPL-1.2

import DurableFiles
import Foundation

/// The state directory of a provider, locked for this process.
///
/// Every program that opens an account database, including the demo, first locks the file `lock` beside it.
package struct ProviderDirectory: Sendable {
    private let locked: LockedDirectory

    /// Creates the directory if needed (mode 0700) and locks it. The system releases the lock when the process ends in any way.
    ///
    /// - Throws: `StartError`, also if another program uses the directory or other users may read it.
    package init(opening path: String) throws {
        // Files created from now on are for this user only, also in an existing directory.
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

    /// Releases the directory for other programs.
    package func unlock() { locked.release() }
}
