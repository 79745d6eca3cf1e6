// SPDX-License-Identifier: EUPL-1.2

import DurableFiles
import Foundation
import Testing

/// A directory of one test, removed with the value.
final class TestDirectory: Sendable {
    let path = FileManager.default.temporaryDirectory.appending(path: "durable-files-" + UUID().uuidString).path

    init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false) }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func path(_ name: String) -> String { path + "/" + name }

    func write(_ text: String, to name: String) throws { try Data(text.utf8).write(to: URL(filePath: path(name))) }

    func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: path(name), withDestinationPath: path(target))
    }

    func text(_ name: String) -> String? { FileManager.default.contents(atPath: path(name)).map { String(decoding: $0, as: UTF8.self) } }

    var names: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() } }

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
