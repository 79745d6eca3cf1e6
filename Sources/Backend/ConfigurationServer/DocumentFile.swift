// SPDX-License-Identifier: EUPL-1.2

import DurableFiles
import Foundation

/// A file with a signed document that the operator replaces from time to time.
struct DocumentFile: Sendable {
    let path: String

    /// The current edition at the path; nil if there is no file or it cannot be queried.
    var edition: FileEdition? { FileEdition(of: path) }

    /// Reads the text without a trailing line break.
    ///
    /// - Throws: `DocumentFileError` if it is not a regular file, cannot be read, or exceeds `maximumBytes`.
    func text(maximumBytes: Int) throws(DocumentFileError) -> String {
        let content: [UInt8]
        do {
            content = try BoundedRead.bytes(of: path, atMost: maximumBytes + 1)
        } catch {
            switch error.code {
            case .notRegular: throw DocumentFileError("it is not a regular file")
            case .tooLarge: throw DocumentFileError("the file is no text, or too long")
            default: throw DocumentFileError("the file cannot be opened", mayPass: true)
            }
        }
        guard let text = String(bytes: content, encoding: .utf8) else { throw DocumentFileError("the file is no text, or too long") }
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
