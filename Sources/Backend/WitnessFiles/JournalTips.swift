// SPDX-License-Identifier: EUPL-1.2

import JSON
import WalletProvider

/// A tip: a block of a journal that is known to have been durable. No block up to it may be missing.
struct JournalTip: Sendable, Hashable {
    /// The directory under this process's name for it; empty for the own directory.
    var directory: String
    let slot: Int
    let segment: Int
    /// The number of blocks in the segment.
    let number: UInt64
    /// The seal of the last block.
    let seal: [UInt8]

    /// Returns true if this tip is later in the same slot.
    func isAfter(_ other: JournalTip) -> Bool { (segment, number) > (other.segment, other.number) }
}

/// The tips files (`3.tips`) of a directory. In its file, each process records the ends of all slots in one sealed block.
///
/// A process records its own end once it is durable, and repeats the tips of other processes. So other processes detect blocks that were
/// deleted or cut off.
struct JournalTips: Sendable {
    let reader: JournalReader

    private static let format: Int64 = 1

    /// Returns the tips in all files of the directory.
    ///
    /// - Throws: `AccountStoreError` with `journalDamaged` for an altered file, `newerVersion`, `unavailable`.
    func all() throws(AccountStoreError) -> Set<JournalTip> {
        var tips: Set<JournalTip> = []
        for slot in try reader.names.tips() {
            guard let noted = try read(slot) else { continue }
            tips.formUnion(noted)
        }
        return tips
    }

    /// Writes the tips file of a slot. Of two tips for one slot it keeps the later. The file is durable when this returns.
    func write(_ tips: Set<JournalTip>, for slot: Int) throws(AccountStoreError) {
        reader.pass("before tips")
        let object: JSONObject = [
            "format": .integer(Self.format), "slot": .integer(Int64(slot)), "kind": "tips",
            "tips": .array(tips.map { .object($0.json) }),
        ]
        let (bytes, _) = JournalWriter.block(object.encode(), number: 0, after: JournalCrypto.start, reader.crypto)
        try AppendOnlyFile(creating: reader.names.tips(slot), bytes, write: reader.write).close()
        reader.pass("after tips")
    }

    /// - Returns: nil if the file was removed since it was listed.
    private func read(_ slot: Int) throws(AccountStoreError) -> Set<JournalTip>? {
        let path = reader.names.tips(slot)
        let bytes: [UInt8]
        do throws(AccountStoreError) {
            bytes = try reader.names.files.bytes(of: path)
        } catch {
            guard try reader.names.files.isThere(path) else { return nil }
            throw error
        }
        var tips: Set<JournalTip>?
        let blocks = BlockReader(crypto: reader.crypto, path: path)
        let end = try blocks.read(
            bytes, from: .start(after: JournalCrypto.start), mayBeTorn: false
        ) { content, _ throws(AccountStoreError) in
            do {
                tips = try Self.parse(Array(content), slot)
            } catch let error as AccountStoreError {
                throw error
            } catch {
                throw AccountStoreError(.journalDamaged, "\(path) does not parse")
            }
        }
        guard let tips, end.number == 1 else { throw AccountStoreError(.journalDamaged, "\(path) is cut off") }
        return tips
    }

    private static func parse(_ content: [UInt8], _ slot: Int) throws -> Set<JournalTip> {
        var reader = JSONReader(try JSONObject(parsing: content))
        guard try reader.integer("slot") == slot, try reader.string("kind") == "tips" else {
            throw AccountStoreError(.journalDamaged, "tips of journals are of another place")
        }
        guard try reader.integer("format") == Self.format else {
            throw AccountStoreError(.newerVersion, "tips of journals were written by a newer version of this program")
        }
        let tips = try reader.array("tips").map { value in
            guard case .object(let object) = value else { throw AccountStoreError(.journalDamaged, "a tip") }
            return try JournalTip(object)
        }
        try reader.finish()
        return Set(tips)
    }
}

extension Set<JournalTip> {
    /// The latest tip of each slot.
    var farthest: Set<JournalTip> {
        var farthest: [[String]: JournalTip] = [:]
        for tip in self {
            let place = [tip.directory, "\(tip.slot)"]
            if farthest[place].map(tip.isAfter) ?? true { farthest[place] = tip }
        }
        return Set(farthest.values)
    }
}

extension JournalTip {
    fileprivate var json: JSONObject {
        [
            "directory": .string(directory), "slot": .integer(Int64(slot)), "segment": .integer(Int64(segment)),
            "blocks": .integer(Int64(clamping: number)), "seal": .string(Base64URL.encode(seal)),
        ]
    }

    fileprivate init(_ object: JSONObject) throws {
        var reader = JSONReader(object)
        guard let number = UInt64(exactly: try reader.integer("blocks")) else { throw AccountStoreError(.journalDamaged, "a tip") }
        self.init(
            directory: try reader.string("directory"), slot: Int(try reader.integer("slot")), segment: Int(try reader.integer("segment")),
            number: number, seal: try reader.bytes("seal"))
        try reader.finish()
    }
}
