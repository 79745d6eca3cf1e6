// SPDX-License-Identifier: EUPL-1.2

import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A file with a signed document that the operator replaces from time to time.
struct DocumentFile: Sendable {
    let path: String

    /// The file metadata that distinguishes editions of a file.
    struct Edition: Sendable, Hashable {
        let node: UInt64
        let size: Int64
        let content: Instant
        let properties: Instant

        /// The time of a change.
        struct Instant: Sendable, Hashable {
            let seconds: Int
            let nanoseconds: Int

            init(_ time: timespec) { (seconds, nanoseconds) = (Int(time.tv_sec), Int(time.tv_nsec)) }
        }
    }

    /// The current edition of the file; nil if the file does not exist or cannot be queried.
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

    /// Reads the text without a trailing line break.
    ///
    /// - Throws: `DocumentFileError` if it is not a regular file, cannot be read, or exceeds `maximumBytes`.
    func text(maximumBytes: Int) throws(DocumentFileError) -> String {
        // Non-blocking, because opening a pipe would wait for a writer.
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

/// An error in reading a file. It contains neither the path nor the content.
struct DocumentFileError: Error, CustomStringConvertible {
    let description: String
    /// True if reading the unchanged file may succeed later.
    let mayPass: Bool

    init(_ description: String, mayPass: Bool = false) {
        self.description = description
        self.mayPass = mayPass
    }
}
