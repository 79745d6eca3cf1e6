// SPDX-License-Identifier: EUPL-1.2

import Foundation

/// A directory used by one program at a time. Its file `lock` is locked until `release` or the end of the process.
package struct LockedDirectory: Sendable {
    /// The name of the lock file inside the directory.
    package static let lockName = "lock"

    package let path: String
    private let lock: FileLock

    /// Locks an existing directory.
    ///
    /// - Throws: `FileError` with `inUse` or `refused`.
    package init(locking path: String) throws(FileError) {
        self.path = path
        lock = try FileLock(taking: path + "/" + Self.lockName)
    }

    /// Releases the lock. Call once.
    package func release() { lock.release() }

    /// Creates a directory with missing parents, for its owner only (mode 0700). An existing directory keeps its mode.
    ///
    /// - Throws: `FileError` with `refused`, also if the path exists and is not a directory.
    package static func make(_ path: String) throws(FileError) {
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw FileError(.refused, "the directory \(path) cannot be made: \(FileError.reason(of: error))")
        }
    }
}
