// SPDX-License-Identifier: EUPL-1.2

import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The directory of a provider, in use by this process alone.
///
/// Whoever opens an account database first locks the file `lock` beside it; the demo does the same.
package struct ProviderDirectory: Sendable {
    private let url: URL
    private let lock: CInt

    /// Makes the directory if need be (mode 0700) and takes its lock file, which the system gives back when the process ends, however it ends.
    ///
    /// - Throws: `StartError`, also when another program uses the directory, or other users may read it.
    package init(opening path: String) throws {
        // Whatever is made from now on is for this user only, also in a directory that was there before.
        umask(0o077)
        url = URL(filePath: path, directoryHint: .isDirectory)
        do {
            try FileManager.default.createDirectory(
                at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw StartError("the state directory \(path) cannot be made or used: \(StartError.reason(of: error))")
        }
        try PrivateDirectory(path: path).check()
        let lockPath = url.appending(path: "lock").path
        lock = unsafe open(lockPath, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard lock >= 0 else { throw StartError("\(lockPath) cannot be opened: \(StartError.reason(of: errno))") }
        guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
            let reason = errno
            close(lock)
            guard reason == EWOULDBLOCK else { throw StartError("\(lockPath) cannot be locked: \(StartError.reason(of: reason))") }
            throw StartError("another program, a wallet-provider or a demo, uses the state directory \(path)")
        }
    }

    /// The provider's files inside.
    package var files: ProviderFiles { ProviderFiles(directory: url.path) }

    /// Lets others use it.
    package func unlock() {
        close(lock)
    }
}
