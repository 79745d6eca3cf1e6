// SPDX-License-Identifier: EUPL-1.2

import DurableFiles
import Foundation

/// A file with a signed document, which its operator replaces now and then.
struct DocumentFile: Sendable {
    let path: String

    /// The edition that is at the path now; nil when there is none or the system does not tell.
    var edition: FileEdition? { FileEdition(of: path) }

    /// The text inside, without the line break that editors add.
    ///
    /// - Throws: `DocumentFileError` when it is no regular file, cannot be read, or is longer than so many bytes.
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
