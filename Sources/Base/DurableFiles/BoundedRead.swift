// SPDX-License-Identifier: EUPL-1.2

import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#else
import Darwin
#endif

/// Reads a complete file, up to a size limit.
package enum BoundedRead {
    /// The kinds of file that may be read.
    package enum Source: Sendable, Hashable {
        /// A regular file; symbolic links are rejected.
        case plainFile
        /// A regular file, also through a symbolic link, because an operator chose the path.
        case linkedFile
        /// Any readable file, also a pipe, because a user named it on the command line.
        case anything
    }

    /// Returns all bytes of a file.
    ///
    /// - Parameter limit: the maximum size in bytes.
    /// - Throws: `FileError` with `missing`, `notRegular`, `tooLarge` or `refused`.
    package static func bytes(of path: String, atMost limit: Int, from source: Source = .linkedFile) throws(FileError) -> [UInt8] {
        var flags = O_RDONLY | O_CLOEXEC | O_NOCTTY
        // Without O_NONBLOCK the call would wait for a writer of a pipe.
        if source != .anything { flags |= O_NONBLOCK }
        if source == .plainFile { flags |= O_NOFOLLOW }
        let descriptor = unsafe open(path, flags)
        guard descriptor >= 0 else {
            let code: FileErrorCode =
                switch errno {
                case ENOENT: .missing
                case ELOOP, ENXIO: .notRegular
                default: .refused
                }
            throw FileError(code, "\(path) cannot be read: \(FileError.reason(of: errno))")
        }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        defer { try? file.close() }
        if source != .anything, !isRegular(descriptor) { throw FileError(.notRegular, "\(path) is not a regular file") }
        let content: Data
        do {
            // One byte more reveals a file that is too large, even if it grows during the call.
            content = try file.read(upToCount: limit + 1) ?? Data()
        } catch {
            throw FileError(.refused, "\(path) cannot be read: \(FileError.reason(of: error))")
        }
        guard content.count <= limit else { throw FileError(.tooLarge, "\(path) is longer than \(limit) bytes") }
        return Array(content)
    }

    /// Returns all text of a file in UTF-8.
    ///
    /// - Parameter limit: the maximum size in bytes.
    /// - Throws: `FileError` with `missing`, `notRegular`, `tooLarge` or `refused`; the latter also for bytes that are not UTF-8.
    package static func text(of path: String, atMost limit: Int, from source: Source = .linkedFile) throws(FileError) -> String {
        guard let text = String(validating: try bytes(of: path, atMost: limit, from: source), as: UTF8.self) else {
            throw FileError(.refused, "\(path) is not text in UTF-8")
        }
        return text
    }

    private static func isRegular(_ descriptor: CInt) -> Bool {
        var status = stat()
        return unsafe fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }
}
