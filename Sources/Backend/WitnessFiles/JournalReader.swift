// SPDX-License-Identifier: EUPL-1.2

import Foundation
import WalletProvider

/// A reader of one slot of a directory.
struct JournalReader: Sendable {
    /// A position in a slot.
    struct Position: Sendable {
        /// The number of the last segment.
        var segment: Int
        /// The end of its valid part.
        var end: BlockReader.End
        /// The seal of the previous segment; empty if it was not read.
        var former: [UInt8] = []
        /// The format of the last segment; 0 if its header was not read.
        var format: Int64 = 0
    }

    typealias Take = (WitnessRecord) throws(AccountStoreError) -> Void

    let names: JournalNames
    let crypto: JournalCrypto
    /// The write function for a writer of the same slot.
    var write: BlockWrite = { try $0.write(contentsOf: $1) }
    /// Called at the points where tests kill the process.
    var pass: @Sendable (_ point: String) -> Void = { _ in }

    /// Reads the snapshot and the segments after it.
    ///
    /// - Parameters:
    ///   - limit: reads segments only up to this number, all of which must be complete; nil reads all.
    ///   - heads: the heads of this slot, which must be found.
    ///   - take: receives every record in order.
    /// - Throws: `AccountStoreError`: `journalDamaged` for a file that is missing, altered or sealed by different keys; `journalIncomplete`
    ///   for a missing head; `newerVersion`; `unavailable`; the error of `take`.
    func read(
        _ slot: Int, _ found: JournalNames.Slot, upTo limit: Int? = nil, expecting heads: [JournalHead] = [], _ take: Take
    ) throws(AccountStoreError) -> Position {
        var seal = JournalCrypto.start
        if found.snapshot > 0 { seal = try snapshot(slot, found.snapshot, take) }
        // A snapshot was written only after its segments had been found complete.
        var missing = heads.filter { $0.segment > found.snapshot }
        let segments = found.current.filter { $0 <= limit ?? .max }
        guard found.snapshot == 0 || !found.current.isEmpty else {
            throw AccountStoreError(
                .journalIncomplete, "\(names.directory): slot \(slot) ends with a snapshot, what came after it is missing")
        }
        guard !segments.isEmpty, segments == Array(found.snapshot + 1...found.snapshot + segments.count) else {
            throw AccountStoreError(.journalDamaged, "\(names.directory): a segment of slot \(slot) is missing")
        }
        var position = Position(segment: 0, end: .start(after: seal))
        for segment in segments {
            let isLast = limit == nil && segment == segments.last
            position = Position(segment: segment, end: .start(after: position.end.seal), former: position.end.seal)
            try readOn(slot, &position, mayBeTorn: isLast, take) { end in
                missing.removeAll { $0.segment == segment && $0.number == end.number && $0.seal == end.seal }
            }
        }
        guard missing.isEmpty else {
            throw AccountStoreError(
                .journalIncomplete, "\(names.directory): the end of slot \(slot), which another file records, is missing")
        }
        return position
    }

    /// Continues reading in a segment.
    ///
    /// - Parameters:
    ///   - position: the position to start from, updated to the new position. For an empty segment it contains the seal of the previous
    ///     segment.
    ///   - mayBeTorn: true if the segment may end within a block.
    /// - Throws: like `read`; `position` then includes all records taken.
    func readOn(
        _ slot: Int, _ position: inout Position, mayBeTorn: Bool, _ take: Take, passing: (BlockReader.End) -> Void = { _ in }
    ) throws(AccountStoreError) {
        let path = names.segment(slot, position.segment)
        let (segment, start) = (position.segment, position.end)
        var (reached, format) = (start, position.format)
        defer { (position.end, position.format) = (reached, format) }
        let bytes = try names.files.bytes(of: path, from: start.length)
        reached = try BlockReader(crypto: crypto, path: path).read(
            bytes, from: start, mayBeTorn: mayBeTorn
        ) { content, end throws(AccountStoreError) in
            if end.number == 1 {
                let header = try JournalHeader(parsing: content, path: path)
                let expected = JournalHeader(slot: slot, number: segment, kind: .segment, after: start.seal, format: header.format)
                guard header == expected else { throw header.misplaced(path) }
                format = header.format
            } else {
                try Self.take(content, take)
            }
            reached = end
            passing(end)
        }
        guard reached.number > 0 else { throw AccountStoreError(.journalDamaged, "\(path) has no beginning") }
    }

    /// - Returns: the seal before the next segment.
    func snapshot(_ slot: Int, _ number: Int, _ take: Take) throws(AccountStoreError) -> [UInt8] {
        let path = names.snapshot(slot, number)
        var former: [UInt8]?
        let reader = BlockReader(crypto: crypto, path: path)
        let bytes = try names.files.bytes(of: path)
        var isComplete = false
        _ = try reader.read(bytes, from: .start(after: JournalCrypto.start), mayBeTorn: false) { content, _ throws(AccountStoreError) in
            if former == nil {
                let header = try JournalHeader(parsing: content, path: path)
                guard header.slot == slot, header.number == number, header.kind == .snapshot else { throw header.misplaced(path) }
                former = header.after
            } else if content.isEmpty {
                isComplete = true
            } else {
                try Self.take(content, take)
            }
        }
        guard let former, isComplete else { throw AccountStoreError(.journalDamaged, "\(path) is cut off") }
        return former
    }

    private static func take(_ content: ArraySlice<UInt8>, _ take: Take) throws(AccountStoreError) {
        for line in content.split(separator: UInt8(ascii: "\n")) { try take(WitnessRecord(parsing: Array(line))) }
    }
}

extension JournalReader {
    /// Returns a slot's ledger and its end position.
    func ledger(
        of slot: Int, _ found: JournalNames.Slot, as source: WitnessSource? = nil, upTo limit: Int? = nil,
        expecting heads: [JournalHead] = []
    ) throws(AccountStoreError) -> (ledger: WitnessLedger, position: Position) {
        var ledger = WitnessLedger(of: source)
        let position = try read(slot, found, upTo: limit, expecting: heads) { record throws(AccountStoreError) in try ledger.add(record) }
        return (ledger, position)
    }
}
