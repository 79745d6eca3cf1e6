// SPDX-License-Identifier: EUPL-1.2

import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Small files that are read whole and replaced whole.
package enum StateFile {
    /// The bytes of a regular file.
    ///
    /// - Throws: `StartError` naming the file, also when it is longer than so many bytes.
    package static func read(_ path: String, maximumBytes: Int) throws(StartError) -> [UInt8] {
        // Not to wait for whoever would write into a pipe.
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw StartError("\(path) cannot be read: \(StartError.reason(of: errno))") }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        guard isRegularFile(descriptor) else { throw StartError("\(path) is not a regular file") }
        guard let content = try? handle.read(upToCount: maximumBytes + 1) ?? Data() else { throw StartError("\(path) cannot be read") }
        guard content.count <= maximumBytes else { throw StartError("\(path) is longer than \(maximumBytes) bytes") }
        return Array(content)
    }

    /// Replaces a file: a new one beside it, flushed to the disk, renamed. Afterwards there is the old one or the new one, whatever happens.
    ///
    /// - Parameter permissions: of the new file, whatever the process masks.
    /// - Throws: `StartError` naming the file; the old one is as it was.
    package static func replace(_ path: String, with bytes: [UInt8], permissions: UInt16 = 0o600) throws(StartError) {
        let temporary = path + ".new"
        do {
            try write(bytes, to: temporary, permissions)
            guard unsafe rename(temporary, path) == 0 else { throw StartError(StartError.reason(of: errno)) }
        } catch {
            try? FileManager.default.removeItem(atPath: temporary)
            let reason = (error as? StartError)?.description ?? StartError.reason(of: error)
            throw StartError("\(path) cannot be written: \(reason)")
        }
        // Without this the old one may come back after a power cut; that is no reason to fail.
        let directory = try? FileHandle(forReadingFrom: URL(filePath: path).deletingLastPathComponent())
        try? directory?.synchronize()
        try? directory?.close()
    }

    /// Does something while no other process does so with the same directory; waits for one that does.
    ///
    /// - Throws: `StartError` when the directory cannot be opened, or what the body throws.
    package static func withLock<Value>(onDirectoryOf path: String, _ body: () throws -> Value) throws -> Value {
        let directory = URL(filePath: path).deletingLastPathComponent().path
        let descriptor = unsafe open(directory, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw StartError("\(directory) cannot be opened: \(StartError.reason(of: errno))") }
        defer { _ = close(descriptor) }
        guard flock(descriptor, LOCK_EX) == 0 else { throw StartError("\(directory) cannot be locked") }
        return try body()
    }

    private static func write(_ bytes: [UInt8], to path: String, _ permissions: UInt16) throws {
        _ = unsafe unlink(path)
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw StartError(StartError.reason(of: errno)) }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        guard fchmod(descriptor, mode_t(permissions)) == 0 else { throw StartError(StartError.reason(of: errno)) }
        try handle.write(contentsOf: bytes)
        try handle.synchronize()
        try handle.close()
    }
}
