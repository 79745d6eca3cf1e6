// SPDX-License-Identifier: EUPL-1.2

import DurableFiles

/// Small files of a server or a command that are read whole and replaced whole.
package enum StateFile {
    /// The bytes of a regular file, also behind a symbolic link.
    ///
    /// - Throws: `StartError` naming the file, also when it has more than `maximumBytes`.
    package static func read(_ path: String, maximumBytes: Int) throws(StartError) -> [UInt8] {
        do {
            return try BoundedRead.bytes(of: path, atMost: maximumBytes)
        } catch {
            throw StartError(error.reason)
        }
    }

    /// Replaces a file durably, as ``DurableFile`` does.
    ///
    /// - Parameter permissions: the mode of the new file, independent of the process's umask.
    /// - Throws: `StartError` naming the file.
    package static func replace(_ path: String, with bytes: [UInt8], permissions: UInt16 = 0o600) throws(StartError) {
        do {
            try DurableFile(path).replace(with: bytes, permissions: permissions)
        } catch {
            throw StartError(error.reason)
        }
    }

    /// Runs a body while no other process runs one with the same directory; waits for a process that does.
    ///
    /// - Throws: `StartError` when the directory cannot be opened, or what the body throws.
    package static func withLock<Value>(onDirectoryOf path: String, _ body: () throws -> Value) throws -> Value {
        let lock: FileLock
        do {
            lock = try FileLock(waitingFor: DurableFile(path).directory)
        } catch {
            throw StartError(error.reason)
        }
        defer { lock.release() }
        return try body()
    }
}
