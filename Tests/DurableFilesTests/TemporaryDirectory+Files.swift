// SPDX-License-Identifier: EUPL-1.2

import DurableFiles
import Foundation
import TestEnvironment
import Testing

extension TemporaryDirectory {
    var path: String { url.path }

    func write(_ text: String, to name: String) throws { try write(Array(text.utf8), to: name) }

    func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: path(name), withDestinationPath: path(target))
    }

    func text(_ name: String) -> String? { FileManager.default.contents(atPath: path(name)).map { String(decoding: $0, as: UTF8.self) } }

    func mode(of name: String) throws -> Int? {
        (try FileManager.default.attributesOfItem(atPath: path(name))[.posixPermissions] as? NSNumber)?.intValue
    }
}

/// Expects a call to throw a `FileError` with that code.
func expect(
    _ code: FileErrorCode, at location: SourceLocation = #_sourceLocation, _ call: () throws(FileError) -> some Any
) {
    do {
        _ = try call()
        Issue.record("no error", sourceLocation: location)
    } catch {
        #expect(error.code == code, "\(error)", sourceLocation: location)
    }
}
