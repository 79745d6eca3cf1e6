// SPDX-License-Identifier: EUPL-1.2

import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A file with a signed document, which its operator replaces now and then.
struct DocumentFile: Sendable {
    let path: String

    /// What tells one edition of a file from the next one.
    struct Edition: Sendable, Hashable {
        let node: UInt64
        let size: Int64
        let content: Instant
        let properties: Instant

        /// When something changed.
        struct Instant: Sendable, Hashable {
            let seconds: Int
            let nanoseconds: Int

            init(_ time: timespec) { (seconds, nanoseconds) = (Int(time.tv_sec), Int(time.tv_nsec)) }
        }
    }

    /// The edition that is under the path now; nil when there is none that can be asked for.
    var edition: Edition? {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        #if canImport(Darwin)
        let (content, properties) = (status.st_mtimespec, status.st_ctimespec)
        #else
        let (content, properties) = (status.st_mtim, status.st_ctim)
        #endif
        return Edition(
            node: UInt64(status.st_ino), size: Int64(status.st_size), content: .init(content), properties: .init(properties))
    }

    /// The text inside, without the line break that editors add.
    ///
    /// - Throws: `DocumentFileError` when it is no regular file, cannot be read, or is longer than so many bytes.
    func text(maximumBytes: Int) throws(DocumentFileError) -> String {
        // Not to wait for whoever would write into a pipe.
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw DocumentFileError("the file cannot be opened", mayPass: true) }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw DocumentFileError("it is not a regular file")
        }
        guard let content = try? handle.read(upToCount: maximumBytes + 2) ?? Data() else {
            throw DocumentFileError("the file cannot be read", mayPass: true)
        }
        guard content.count <= maximumBytes + 1, let text = String(bytes: content, encoding: .utf8) else {
            throw DocumentFileError("the file is no text, or too long")
        }
        return text.hasSuffix("\n") ? String(text.dropLast()) : text
    }
}

/// Why a file cannot be read; names no path and holds nothing of its content.
struct DocumentFileError: Error, CustomStringConvertible {
    let description: String
    /// Whether the same file may be read at another time.
    let mayPass: Bool

    init(_ description: String, mayPass: Bool = false) {
        self.description = description
        self.mayPass = mayPass
    }
}
