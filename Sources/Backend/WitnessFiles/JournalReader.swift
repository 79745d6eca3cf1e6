// SPDX-License-Identifier: EUPL-1.2

import Foundation
import JOSE
import WalletProvider

/// Reads one slot of a directory as a whole.
struct JournalReader: Sendable {
    /// What a slot comes to.
    struct Content: Sendable {
        var ledger = WitnessLedger()
        /// The last segment, and how far it is good; nil for a slot without any.
        var last: (segment: Int, end: BlockReader.End)?
    }

    let names: JournalNames
    let crypto: JournalCrypto
    /// How whoever writes beside it does.
    var write: BlockWrite = { try $0.write(contentsOf: $1) }

    /// Reads the snapshot and the segments after it.
    ///
    /// - Parameter limit: only segments up to this one are read, and they must be whole; nil for all.
    /// - Throws: `AccountStoreError`: `journalDamaged` when a file is missing, changed or not of these keys; `newerVersion`; `unavailable`.
    func read(_ slot: Int, _ found: JournalNames.Slot, upTo limit: Int? = nil) throws(AccountStoreError) -> Content {
        var content = Content()
        var seal = JournalCrypto.start
        if found.snapshot > 0 { seal = try snapshot(slot, found.snapshot, into: &content.ledger) }
        let segments = found.current.filter { $0 <= limit ?? .max }
        guard !segments.isEmpty, segments == Array(found.snapshot + 1...found.snapshot + segments.count) else {
            throw AccountStoreError(.journalDamaged, "\(names.directory): a segment of slot \(slot) is missing")
        }
        for segment in segments {
            let path = names.segment(slot, segment)
            let header = JournalHeader(slot: slot, number: segment, kind: .segment, after: seal)
            let isLast = limit == nil && segment == segments.last
            let end = try read(path, after: seal, header, mayBeTorn: isLast, into: &content.ledger)
            guard end.number > 0 else { throw AccountStoreError(.journalDamaged, "\(path) has no beginning") }
            content.last = (segment, end)
            seal = end.seal
        }
        return content
    }

    /// - Returns: the seal that the next segment comes after.
    private func snapshot(_ slot: Int, _ number: Int, into ledger: inout WitnessLedger) throws(AccountStoreError) -> [UInt8] {
        let path = names.snapshot(slot, number)
        var former: [UInt8]?
        let reader = BlockReader(crypto: crypto, path: path)
        let bytes = try Self.bytes(of: path)
        var isComplete = false
        _ = try reader.read(bytes, after: JournalCrypto.start, mayBeTorn: false) { content throws(AccountStoreError) in
            if former == nil {
                let header = try JournalHeader(parsing: content, path: path)
                guard header.slot == slot, header.number == number, header.kind == .snapshot else { throw header.misplaced(path) }
                former = header.after
            } else if content.isEmpty {
                isComplete = true
            } else {
                try Self.add(content, to: &ledger)
            }
        }
        guard let former, isComplete else { throw AccountStoreError(.journalDamaged, "\(path) is cut off") }
        return former
    }

    private func read(
        _ path: String, after seal: [UInt8], _ expected: JournalHeader, mayBeTorn: Bool, into ledger: inout WitnessLedger
    ) throws(AccountStoreError) -> BlockReader.End {
        var isFirst = true
        return try BlockReader(crypto: crypto, path: path).read(
            try Self.bytes(of: path), after: seal, mayBeTorn: mayBeTorn
        ) { content throws(AccountStoreError) in
            if isFirst {
                let header = try JournalHeader(parsing: content, path: path)
                guard header == expected else { throw header.misplaced(path) }
                isFirst = false
            } else {
                try Self.add(content, to: &ledger)
            }
        }
    }

    private static func add(_ content: ArraySlice<UInt8>, to ledger: inout WitnessLedger) throws(AccountStoreError) {
        for line in content.split(separator: UInt8(ascii: "\n")) { try ledger.add(WitnessRecord(parsing: Array(line))) }
    }

    private static func bytes(of path: String) throws(AccountStoreError) -> [UInt8] {
        do {
            return Array(try Data(contentsOf: URL(filePath: path)))
        } catch {
            throw AccountStoreError(.unavailable, "\(path) cannot be read")
        }
    }
}

/// The first block of every file.
struct JournalHeader: Sendable, Hashable {
    enum Kind: String, Sendable {
        case segment, snapshot
    }

    let slot: Int
    let number: Int
    let kind: Kind
    /// The seal of the last block before this file; of a snapshot, of the last segment that it stands for.
    let after: [UInt8]

    static let format: Int64 = 1

    init(slot: Int, number: Int, kind: Kind, after: [UInt8]) {
        self.slot = slot
        self.number = number
        self.kind = kind
        self.after = after
    }

    func encode() -> [UInt8] {
        let object: JSONObject = [
            "format": .integer(Self.format), "slot": .integer(Int64(slot)), "number": .integer(Int64(number)),
            "kind": .string(kind.rawValue), "after": .string(Base64URL.encode(after)),
        ]
        return object.encode()
    }

    init(parsing content: ArraySlice<UInt8>, path: String) throws(AccountStoreError) {
        do {
            var reader = JSONReader(try JSONObject(parsing: Array(content)))
            guard try reader.integer("format") == Self.format else {
                throw AccountStoreError(.newerVersion, "\(path) was written by a newer version of this program")
            }
            guard let kind = Kind(rawValue: try reader.string("kind")) else { throw AccountStoreError(.journalDamaged, path) }
            self.init(
                slot: Int(try reader.integer("slot")), number: Int(try reader.integer("number")), kind: kind,
                after: try reader.bytes("after"))
            try reader.finish()
        } catch let error as AccountStoreError {
            throw error
        } catch {
            throw AccountStoreError(.journalDamaged, "\(path) has no header")
        }
    }

    func misplaced(_ path: String) -> AccountStoreError {
        AccountStoreError(.journalDamaged, "\(path) is of another place among the journals")
    }
}
