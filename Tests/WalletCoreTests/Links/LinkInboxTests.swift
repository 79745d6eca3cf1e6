// SPDX-License-Identifier: EUPL-1.2

import DurableFiles
import Foundation
import Testing
import WalletInterface

@testable import WalletCore

/// The links that the system told and the wallet has not stored yet.
struct LinkInboxTests {
    private let files: TemporaryDirectory
    private var directory: String { files.url.path }
    private var path: String { files.path(LinkInbox.fileName) }

    init() throws { files = try TemporaryDirectory(isInMemory: false) }

    private static func texts(_ inbox: LinkInbox) -> [String] {
        var texts: [String] = []
        while let link = inbox.oldest() {
            texts.append(link.text)
            inbox.forget(link)
        }
        return texts
    }

    @Test func `links survive an immediate kill, in their order`() {
        for text in ["https://a.example/1", "https://a.example/ë?x=\"\u{1}", "https://a.example/1"] { LinkInbox(in: directory).keep(text) }
        #expect(Self.texts(LinkInbox(in: directory)) == ["https://a.example/1", "https://a.example/ë?x=\"\u{1}", "https://a.example/1"])
    }

    @Test func `a removed link never returns, and its text is deleted from the disk`() throws {
        let inbox = LinkInbox(in: directory)
        inbox.keep("https://a.example/1")
        let link = try #require(inbox.oldest())
        inbox.keep("https://a.example/1")
        for _ in 1...2 { inbox.forget(link) }
        #expect(inbox.oldest() == KeptLink(number: 2, text: "https://a.example/1"))
        #expect(Self.texts(LinkInbox(in: directory)).count == 1)
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func `of too many links the newest sixty-four are kept, and a link too long for the file stays in memory only`() {
        let inbox = LinkInbox(in: directory)
        let long = String(repeating: "\u{1}", count: LinkInbox.longest)
        for number in 1...70 { inbox.keep("\(number)" + long.dropFirst(2)) }
        inbox.keep(long + "x")
        #expect(Self.texts(LinkInbox(in: directory)).map { $0.prefix { $0 != "\u{1}" } } == (8...70).map { "\($0)" })
        #expect(Self.texts(inbox).last == long + "x")
    }

    @Test(arguments: [("", 1), ("[", 1), ("{}", 1), ("[1]", 1), ("[\"a\"] ,", 1), (" ", 4 << 20)])
    func `a damaged file counts as empty, and the next link replaces it`(content: String, repeated: Int) throws {
        try Data(String(repeating: content, count: repeated).utf8).write(to: URL(filePath: path))
        let inbox = LinkInbox(in: directory)
        #expect(inbox.oldest() == nil)
        inbox.keep("https://a.example/1")
        #expect(Self.texts(LinkInbox(in: directory)) == ["https://a.example/1"])
    }

    @Test func `another kind of file in the inbox's place is not followed, and the link waits in memory`() throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        let inbox = LinkInbox(in: directory)
        inbox.keep("https://a.example/1")
        #expect(Self.texts(inbox) == ["https://a.example/1"])
    }

    @Test func `links that arrive while the file is unreadable are queued behind the links in the file`() throws {
        LinkInbox(in: directory).keep("https://a.example/1")
        // A file in the place of the directory: the system refuses every path below, as it does before the phone is first unlocked.
        let place = directory + "-away"
        try FileManager.default.moveItem(atPath: directory, toPath: place)
        try Data().write(to: URL(filePath: directory))
        let inbox = LinkInbox(in: directory)
        inbox.keep("https://a.example/2")
        #expect(inbox.oldest()?.text == "https://a.example/2")
        try FileManager.default.removeItem(atPath: directory)
        try FileManager.default.moveItem(atPath: place, toPath: directory)
        #expect(inbox.oldest()?.text == "https://a.example/1")
        #expect(Self.texts(LinkInbox(in: directory)) == ["https://a.example/1", "https://a.example/2"])
    }

    @Test func `on a full disk the process loses no link`() {
        let inbox = LinkInbox(in: directory, calls: InboxFullDisk())
        inbox.keep("https://a.example/1")
        inbox.keep("https://a.example/2")
        #expect(Self.texts(inbox) == ["https://a.example/1", "https://a.example/2"])
    }
}

/// A disk that accepts no new file.
private struct InboxFullDisk: FileCalls {
    func create(_ path: String, permissions: UInt16) throws -> FileHandle { throw POSIXError(.ENOSPC) }
    func write(_ bytes: some DataProtocol, to file: FileHandle, at path: String) throws { throw POSIXError(.ENOSPC) }
    func synchronize(_ file: FileHandle, at path: String) throws {}
    func rename(_ path: String, to newPath: String) throws {}
    func remove(_ path: String) throws {}
}
