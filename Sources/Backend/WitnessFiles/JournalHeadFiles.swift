// SPDX-License-Identifier: EUPL-1.2

import JSON
import WalletProvider

/// A head: a block of a journal that is known to have been durable. No block up to it may be missing.
struct JournalHead: Sendable, Hashable {
    /// The directory under this process's name for it; empty for the own directory.
    var directory: String
    let slot: Int
    let segment: Int
    /// The number of blocks in the segment.
    let number: UInt64
    /// The seal of the last block.
    let seal: [UInt8]

    /// Returns true if this head is later in the same slot.
    func isAfter(_ other: JournalHead) -> Bool { (segment, number) > (other.segment, other.number) }
}

/// The head files (`3.tips`) of a directory. In its file, each process records the ends of all slots in one sealed block.
/// The stored name is *tips*.
///
/// A process records its own end once it is durable, and repeats the heads of other processes. So other processes detect blocks that were
/// deleted or cut off.
struct JournalHeadFiles: Sendable {
    let reader: JournalReader

    private static let format: Int64 = 1

    /// Returns the heads in all files of the directory.
    ///
    /// - Throws: `AccountStoreError` with `journalDamaged` for an altered file, `newerVersion`, `unavailable`.
    func all() throws(AccountStoreError) -> Set<JournalHead> {
        var heads: Set<JournalHead> = []
        for slot in try reader.names.heads() {
            guard let noted = try read(slot) else { continue }
            heads.formUnion(noted)
        }
        return heads
    }

    /// Writes the head file of a slot. Of two heads for one slot it keeps the later. The file is durable when this returns.
    func write(_ heads: Set<JournalHead>, for slot: Int) throws(AccountStoreError) {
        reader.pass("before heads")
        let object: JSONObject = [
            "format": .integer(Self.format), "slot": .integer(Int64(slot)), "kind": "tips",
            "tips": .array(heads.map { .object($0.json) }),
        ]
        let (bytes, _) = JournalWriter.block(object.encode(), number: 0, after: JournalCrypto.start, reader.crypto)
        try AppendOnlyFile(creating: reader.names.heads(slot), bytes, write: reader.write).close()
        reader.pass("after heads")
    }

    /// - Returns: nil if the file was removed since it was listed.
    private func read(_ slot: Int) throws(AccountStoreError) -> Set<JournalHead>? {
        let path = reader.names.heads(slot)
        let bytes: [UInt8]
        do throws(AccountStoreError) {
            bytes = try reader.names.files.bytes(of: path)
        } catch {
            guard try reader.names.files.isThere(path) else { return nil }
            throw error
        }
        var heads: Set<JournalHead>?
        let blocks = BlockReader(crypto: reader.crypto, path: path)
        let end = try blocks.read(
            bytes, from: .start(after: JournalCrypto.start), mayBeTorn: false
        ) { content, _ throws(AccountStoreError) in
            do {
                heads = try Self.parse(Array(content), slot)
            } catch let error as AccountStoreError {
                throw error
            } catch {
                throw AccountStoreError(.journalDamaged, "\(path) does not parse")
            }
        }
        guard let heads, end.number == 1 else { throw AccountStoreError(.journalDamaged, "\(path) is cut off") }
        return heads
    }

    private static func parse(_ content: [UInt8], _ slot: Int) throws -> Set<JournalHead> {
        var reader = JSONReader(try JSONObject(parsing: content))
        guard try reader.integer("slot") == slot, try reader.string("kind") == "tips" else {
            throw AccountStoreError(.journalDamaged, "heads of journals are of another place")
        }
        guard try reader.integer("format") == Self.format else {
            throw AccountStoreError(.newerVersion, "heads of journals were written by a newer version of this program")
        }
        let heads = try reader.array("tips").map { value in
            guard case .object(let object) = value else { throw AccountStoreError(.journalDamaged, "a head") }
            return try JournalHead(object)
        }
        try reader.finish()
        return Set(heads)
    }
}

extension Set<JournalHead> {
    /// The latest head of each slot.
    var farthest: Set<JournalHead> {
        var farthest: [[String]: JournalHead] = [:]
        for head in self {
            let place = [head.directory, "\(head.slot)"]
            if farthest[place].map(head.isAfter) ?? true { farthest[place] = head }
        }
        return Set(farthest.values)
    }
}

extension JournalHead {
    fileprivate var json: JSONObject {
        [
            "directory": .string(directory), "slot": .integer(Int64(slot)), "segment": .integer(Int64(segment)),
            "blocks": .integer(Int64(clamping: number)), "seal": .string(Base64URL.encode(seal)),
        ]
    }

    fileprivate init(_ object: JSONObject) throws {
        var reader = JSONReader(object)
        guard let number = UInt64(exactly: try reader.integer("blocks")) else { throw AccountStoreError(.journalDamaged, "a head") }
        self.init(
            directory: try reader.string("directory"), slot: Int(try reader.integer("slot")), segment: Int(try reader.integer("segment")),
            number: number, seal: try reader.bytes("seal"))
        try reader.finish()
    }
}
