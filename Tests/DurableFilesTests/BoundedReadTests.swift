// SPDX-License-Identifier: EUPL-1.2

import DurableFiles
import Foundation
import TestEnvironment
import Testing

struct BoundedReadTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory(isInMemory: false) }

    private func read(_ name: String, atMost limit: Int = 10, from source: BoundedRead.Source) throws(FileError) -> [UInt8] {
        try BoundedRead.bytes(of: directory.path(name), atMost: limit, from: source)
    }

    @Test(arguments: [BoundedRead.Source.plainFile, .linkedFile, .anything])
    func `a file is read up to the limit, and one byte more is refused`(source: BoundedRead.Source) throws {
        try directory.write("0123456789", to: "file")
        #expect(try read("file", from: source) == Array("0123456789".utf8))
        expect(.tooLarge) { () throws(FileError) in try read("file", atMost: 9, from: source) }
        try directory.write("", to: "empty")
        #expect(try read("empty", atMost: 0, from: source).isEmpty)
        expect(.missing) { () throws(FileError) in try read("missing", from: source) }
    }

    @Test func `a sparse file of a terabyte is refused and not read`() throws {
        try directory.write("", to: "file")
        let handle = try FileHandle(forWritingTo: URL(filePath: directory.path("file")))
        try handle.truncate(atOffset: 1 << 40)
        try handle.close()
        expect(.tooLarge) { () throws(FileError) in try read("file", from: .plainFile) }
    }

    @Test func `a symbolic link is read only at paths that an operator may set`() throws {
        try directory.write("text", to: "file")
        try directory.link("link", to: "file")
        expect(.notRegular) { () throws(FileError) in try read("link", from: .plainFile) }
        #expect(try read("link", from: .linkedFile) == Array("text".utf8))
        try directory.link("dangling", to: "missing")
        expect(.missing) { () throws(FileError) in try read("dangling", from: .linkedFile) }
    }

    @Test(arguments: [BoundedRead.Source.plainFile, .linkedFile])
    func `a pipe and a directory are refused without waiting`(source: BoundedRead.Source) throws {
        #expect(unsafe mkfifo(directory.path("pipe"), 0o600) == 0)
        expect(.notRegular) { () throws(FileError) in try read("pipe", from: source) }
        expect(.notRegular) { () throws(FileError) in try read("", from: source) }
    }

    @Test func `a file's edition changes with each replacement, and a missing file has no edition`() throws {
        let path = directory.path("file")
        #expect(FileEdition(of: path) == nil)
        try DurableFile(path).replace(with: Data("1".utf8))
        let first = FileEdition(of: path)
        #expect(first != nil && first == FileEdition(of: path))
        try DurableFile(path).replace(with: Data("2".utf8))
        #expect(FileEdition(of: path) != first)
    }
}
