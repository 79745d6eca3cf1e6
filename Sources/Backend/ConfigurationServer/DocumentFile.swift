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

/// A file with a signed document that the operator replaces from time to time.
struct DocumentFile: Sendable {
    let path: String

    /// The edition at the path now; nil without a file.
    var edition: FileEdition? { FileEdition(ofFileAt: path) }

    /// Reads the text without a trailing line break.
    ///
    /// - Throws: `DocumentFileError` if it is not a regular file, cannot be read, or exceeds `maximumBytes`.
    func text(maximumBytes: Int) throws(DocumentFileError) -> String {
        // Non-blocking, because opening a pipe would wait for a writer.
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
