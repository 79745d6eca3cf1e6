// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ProviderState

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

    /// The edition at the path now; nil without a file.
    var edition: FileEdition? { FileEdition(ofFileAt: path) }

    /// The text inside, without the line break that editors add.
    ///
    /// - Throws: `DocumentFileError` when it is no regular file, cannot be read, or is longer than so many bytes.
    func text(maximumBytes: Int) throws(DocumentFileError) -> String {
        // Not to wait for whoever would write into a pipe.
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw DocumentFileError("the file cannot be opened", mayPass: true) }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        guard isRegularFile(descriptor) else { throw DocumentFileError("it is not a regular file") }
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
