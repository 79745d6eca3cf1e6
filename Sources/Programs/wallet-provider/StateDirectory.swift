// SPDX-License-Identifier: EUPL-1.2

import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Why the program does not start.
struct StartError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// The directory of a provider, in use by this process alone.
struct StateDirectory {
    private let url: URL
    private let lock: CInt

    /// Makes the directory if need be (mode 0700) and takes its lock file, which the system gives back when the process ends, however it ends.
    init(opening path: String) throws {
        // Whatever is made from now on is for this user only, also in a directory that was there before.
        umask(0o077)
        url = URL(filePath: path, directoryHint: .isDirectory)
        do {
            try FileManager.default.createDirectory(
                at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw StartError("the state directory \(path) cannot be made or used")
        }
        let lockPath = url.appending(path: "lock").path
        lock = unsafe open(lockPath, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard lock >= 0 else { throw StartError("the state directory \(path) cannot be written") }
        guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
            close(lock)
            throw StartError("another wallet-provider uses the state directory \(path)")
        }
    }

    func path(_ name: String) -> String { url.appending(path: name).path }

    func unlock() {
        close(lock)
    }
}
