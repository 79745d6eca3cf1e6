// SPDX-License-Identifier: EUPL-1.2

package import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#else
import Darwin
#endif

/// The calls of the operating system that make up a durable file.
///
/// These calls and their order decide if a file survives a power cut. Tests replace them to record the calls and let each one fail.
///
/// - SeeAlso: threats-and-faults.md, F-D4, F-D5.
package protocol FileCalls: Sendable {
    /// Creates an empty file and opens it for writing.
    ///
    /// - Parameter permissions: the mode of the file, independent of the process's umask.
    /// - Throws: also if the path exists, even as a link.
    func create(_ path: String, permissions: UInt16) throws -> FileHandle
    /// Appends to a file.
    func write(_ bytes: some DataProtocol, to file: FileHandle, at path: String) throws
    /// Flushes a file's content, or the names in a directory, to disk.
    func synchronize(_ file: FileHandle, at path: String) throws
    /// Renames a file, replacing an existing file.
    func rename(_ path: String, to newPath: String) throws
    /// Removes a file or directory; for a link, only the link.
    ///
    /// - Throws: `CocoaError.fileNoSuchFile` if the path does not exist.
    func remove(_ path: String) throws
}

/// The calls provided by the operating system.
package struct SystemFileCalls: FileCalls {
    package init() {}

    /// Opens with `O_EXCL` and `O_NOFOLLOW`, and sets the mode afterwards, so that the umask does not matter.
    package func create(_ path: String, permissions: UInt16) throws -> FileHandle {
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw Self.lastError }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        guard fchmod(descriptor, mode_t(permissions)) == 0 else { throw Self.lastError }
        return file
    }

    /// Writes all bytes, in several calls if needed.
    package func write(_ bytes: some DataProtocol, to file: FileHandle, at path: String) throws { try file.write(contentsOf: bytes) }

    /// Calls `fsync`.
    package func synchronize(_ file: FileHandle, at path: String) throws {
        guard fsync(file.fileDescriptor) == 0 else { throw Self.lastError }
    }

    /// Calls `rename`, which is atomic.
    package func rename(_ path: String, to newPath: String) throws {
        guard unsafe Foundation.rename(path, newPath) == 0 else { throw Self.lastError }
    }

    /// Removes a directory with its content.
    package func remove(_ path: String) throws { try FileManager.default.removeItem(atPath: path) }

    private static var lastError: POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}
