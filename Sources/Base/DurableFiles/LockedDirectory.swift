// SPDX-License-Identifier: EUPL-1.2

import Foundation

/// A directory that one program uses at a time: its file `lock` is locked until `release` or until the process ends.
package struct LockedDirectory: Sendable {
    /// The name of the lock file inside the directory.
    package static let lockName = "lock"

    package let path: String
    private let lock: FileLock

    /// Locks a directory that exists.
    ///
    /// - Throws: `FileError` with `inUse` or `refused`.
    package init(locking path: String) throws(FileError) {
        self.path = path
        lock = try FileLock(taking: path + "/" + Self.lockName)
    }

    /// Gives the lock back. Call it once.
    package func release() { lock.release() }

    /// Makes a directory and those above it that are missing, for their owner only (mode 0700). One that exists keeps its mode.
    ///
    /// - Throws: `FileError` with `refused`, also when something other than a directory lies at the path.
    package static func make(_ path: String) throws(FileError) {
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw FileError(.refused, "the directory \(path) cannot be made: \(FileError.reason(of: error))")
        }
    }
}
