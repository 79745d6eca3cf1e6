// SPDX-License-Identifier: EUPL-1.2

import Foundation
import Testing
import WalletInterface

@testable import WalletCore

struct CoreFileTests {
    private let phone: Phone
    private let file: CoreFile
    private var path: String { phone.directory + "/wallet.document" }

    init() throws {
        phone = try Phone()
        file = CoreFile("document", in: phone.directory)
    }

    @Test func `a file is read as it was written, replaced as a whole, and removed`() throws {
        #expect(try file.read(atMost: 10) == nil)
        for content in [Array("first".utf8), [], Array(repeating: 7, count: 100_000)] {
            try file.replace(with: content)
            #expect(try file.read(atMost: content.count) == content)
            #expect(try phone.contents().keys.sorted() == ["wallet.document"])
        }
        for _ in 0..<2 {
            try file.remove()
            #expect(try file.read(atMost: 10) == nil)
        }
        #expect(try phone.contents().isEmpty)
    }

    @Test func `a written file is readable only by its owner`() throws {
        try file.replace(with: Data("x".utf8))
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber
        #expect(mode?.intValue == 0o600)
    }

    @Test func `a file one byte or a terabyte larger than the limit is refused`() throws {
        try file.replace(with: Data(count: 11))
        #expect(throws: WalletCoreError(.storeDamaged, "")) { try file.read(atMost: 10) }
        #expect(try file.read(atMost: 11)?.count == 11)
        // A sparse file, with a size and no blocks.
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try handle.truncate(atOffset: 1 << 40)
        try handle.close()
        #expect(throws: WalletCoreError(.storeDamaged, "")) { try file.read(atMost: 1 << 16) }
    }

    @Test func `a link, a pipe and a directory are not read; a replacement replaces the link and keeps its target`() throws {
        let target = phone.directory + "/target"
        try Data("mine".utf8).write(to: URL(fileURLWithPath: target))
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
        try FileManager.default.createSymbolicLink(atPath: path + ".new", withDestinationPath: target)
        #expect(throws: WalletCoreError(.storeDamaged, "")) { try file.read(atMost: 10) }
        try file.replace(with: Data("new".utf8))
        #expect(try file.read(atMost: 10) == Array("new".utf8))
        #expect(FileManager.default.contents(atPath: target) == Data("mine".utf8))
        try file.remove()
        #expect(unsafe mkfifo(path, 0o600) == 0)
        #expect(throws: WalletCoreError(.storeDamaged, "")) { try file.read(atMost: 10) }
        try file.remove()
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        #expect(throws: WalletCoreError(.storeDamaged, "")) { try file.read(atMost: 10) }
        #expect(throws: WalletCoreError(.storeFull, "")) { try file.replace(with: Data("new".utf8)) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: phone.directory).sorted() == ["target", "wallet.document"])
    }

    @Test func `a file that the phone cannot read is neither damaged nor a full disk`() {
        // No file system has a name of this length; unlike a missing permission, it also hinders root.
        let file = CoreFile(String(repeating: "a", count: 300), in: phone.directory)
        #expect(throws: WalletCoreError(.hardwareFailed, "")) { try file.read(atMost: 10) }
    }

    @Test func `the leftover of an interrupted replacement is ignored`() throws {
        try file.replace(with: Data("old".utf8))
        try Data("half".utf8).write(to: URL(fileURLWithPath: path + ".new"))
        #expect(try file.read(atMost: 10) == Array("old".utf8))
        try file.replace(with: Data("new".utf8))
        #expect(try file.read(atMost: 10) == Array("new".utf8))
        try Data("half".utf8).write(to: URL(fileURLWithPath: path + ".new"))
        try file.remove()
        #expect(try phone.contents().isEmpty)
    }

    @Test func `without its directory a file can neither be read nor replaced, and no directory is created`() throws {
        try FileManager.default.removeItem(atPath: phone.directory)
        #expect(throws: WalletCoreError(.storeDamaged, "")) { try file.read(atMost: 10) }
        #expect(throws: WalletCoreError(.storeFull, "")) { try file.replace(with: Data("x".utf8)) }
        #expect(!FileManager.default.fileExists(atPath: phone.directory))
    }

    @Test func `concurrent readers see the complete old or the complete new content`() async throws {
        try file.replace(with: Data(repeating: 0, count: 5000))
        try await withThrowingTaskGroup { group in
            group.addTask { for number in 1...100 { try file.replace(with: Data(repeating: UInt8(number), count: 5000)) } }
            for _ in 0..<4 {
                group.addTask {
                    for _ in 0..<100 {
                        let bytes = try #require(try file.read(atMost: 5000))
                        #expect(bytes.count == 5000 && Set(bytes).count == 1)
                    }
                }
            }
            try await group.waitForAll()
        }
    }
}
