// SPDX-License-Identifier: EUPL-1.2

import HSM
import ProviderProtocol
import TestEnvironment
import Testing
import WalletProvider

@testable import WitnessFiles

/// The remains of the last block after a power loss, at every position relative to the disk's sectors, compared with damage.
struct TornBlockTests {
    private let crypto: JournalCrypto
    private let start: BlockReader.End
    private let content = [UInt8](repeating: 7, count: 700)

    init() async throws {
        let directory = try TemporaryDirectory()
        crypto = try await JournalCrypto(SoftwareHSM(keyFile: directory.path("keys"), secretFile: directory.path("secret")))
        start = BlockReader.End(length: 0, seal: [UInt8](repeating: 1, count: 32), number: 3)
    }

    /// Reads a file of this length with these bytes appended. Returns true if only a torn block was found.
    private func isTorn(_ bytes: [UInt8], at offset: Int) throws -> Bool {
        var from = start
        from.length = offset
        let end = try BlockReader(crypto: crypto, path: "file").read(bytes, from: from, mayBeTorn: true) { _, _ in }
        return end.isTorn && end.length == offset
    }

    private func block(after seal: [UInt8], number: UInt64) -> (bytes: [UInt8], seal: [UInt8]) {
        JournalWriter.block(content, number: number, after: seal, crypto)
    }

    /// Returns the block with some sectors still empty.
    private func unwritten(_ block: [UInt8], at offset: Int, keeping: (Int) -> Bool) -> [UInt8] {
        block.enumerated().map { keeping(($0 + offset) / 512 - offset / 512) ? $1 : 0 }
    }

    @Test(arguments: [512, 4096])
    func `a truncated block or one with unwritten sectors is torn at the end and damage in the middle`(_ sector: Int) throws {
        let (last, seal) = block(after: start.seal, number: 3)
        let next = block(after: seal, number: 4).bytes
        for inHead in 0...24 {
            let offset = sector - inHead
            var left: [[UInt8]] = []
            for length in Set((1...30).map { $0 } + [inHead, inHead + 1, 511 + inHead, 512 + inHead, 513 + inHead, last.count - 1])
            where length > 0 {
                left.append(Array(last.prefix(length)))
                left.append(last.prefix(length) + [UInt8](repeating: 0, count: last.count - length))
            }
            for written in 0..<7 as Range<Int> { left.append(unwritten(last, at: offset) { written >> $0 & 1 == 1 }) }
            for bytes in left where bytes != last {
                // Zeros that start within a sector are not the result of a power loss.
                let isCut = bytes.count < last.count
                let zeros = bytes.reversed().prefix { $0 == 0 }.count
                let isWhole = isCut || (bytes.count - zeros + offset) % 512 == 0 || bytes.count - zeros >= 24 || zeros == bytes.count
                if isWhole { #expect(try isTorn(bytes, at: offset), "\(inHead): \(bytes.count), \(zeros)") }
                #expect(throws: AccountStoreError(.journalDamaged, "")) { try isTorn(bytes + next, at: offset) }
            }
            #expect(try !isTorn(last, at: offset))
        }
    }

    @Test func `a different head is damage, also at the end of a sector`() throws {
        let last = block(after: start.seal, number: 3).bytes
        for offset in [4096 - 30, 4096 - 12, 4096 - 4, 4096] {
            for index in 0..<24 as Range<Int> {
                var changed = last
                changed[index] ^= 4
                #expect(throws: AccountStoreError(.journalDamaged, "")) { try isTorn(changed, at: offset) }
            }
            for number in [2, 4] as [UInt64] {
                let other = block(after: start.seal, number: number).bytes
                #expect(throws: AccountStoreError(.journalDamaged, "")) { try isTorn(other, at: offset) }
            }
        }
    }

    @Test func `the first block of a file is never torn`() throws {
        let first = block(after: start.seal, number: 0).bytes
        for bytes in [Array(first.prefix(10)), Array(first.dropLast()), [UInt8](repeating: 0, count: 100)] {
            #expect(throws: AccountStoreError(.journalDamaged, "")) {
                try BlockReader(crypto: crypto, path: "file").read(bytes, from: .start(after: start.seal), mayBeTorn: true) { _, _ in }
            }
        }
    }
}
