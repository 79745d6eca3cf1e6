// SPDX-License-Identifier: EUPL-1.2

import DurableFiles
import Foundation

/// The state directory of a server, locked for this process.
///
/// A server, a command that changes its state, and the demo first lock the file `lock` in the directory.
package struct ServerDirectory: Sendable {
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
        try Self.checkOwner(of: path)
        do {
            locked = try LockedDirectory(locking: path)
        } catch  where error.code == .inUse {
            throw StartError("another server, a command or a demo uses the state directory \(path); stop it first")
        } catch {
            throw StartError(error.reason)
        }
    }

    /// Refuses to write as root into a different user's directory, because that user's server could not read the files.
    private static func checkOwner(of path: String) throws {
        // A link has an owner of its own.
        let real = URL(filePath: path).resolvingSymlinksInPath().path
        let owner = (try? FileManager.default.attributesOfItem(atPath: real))?[.ownerAccountID] as? NSNumber
        guard geteuid() == 0, let owner, owner.uint32Value != 0 else { return }
        throw StartError(
            "the directory \(path) belongs to another user than root: run this as that user (runuser -u NAME -- …), or give root the directory"
        )
    }

    package var path: String { locked.path }

    /// Releases the directory for other programs.
    package func unlock() { locked.release() }
}
