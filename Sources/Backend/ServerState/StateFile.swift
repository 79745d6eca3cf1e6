// SPDX-License-Identifier: EUPL-1.2

import DurableFiles

/// Small files of a server or a command that are read and replaced as a whole.
package enum StateFile {
    /// Returns the bytes of a regular file, following symbolic links.
    ///
    /// - Throws: `StartError` naming the file, also if it exceeds `maximumBytes`.
    package static func read(_ path: String, maximumBytes: Int) throws -> [UInt8] {
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
    package static func replace(_ path: String, with bytes: [UInt8], permissions: UInt16 = 0o600) throws {
        do {
            try DurableFile(path).replace(with: bytes, permissions: permissions)
        } catch {
            throw StartError(error.reason)
        }
    }

    /// Runs a body under an exclusive lock of the directory. Waits for other processes.
    ///
    /// - Throws: `StartError` if the directory cannot be opened; the error of `body`.
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
