// SPDX-License-Identifier: EUPL-1.2

import Foundation
import WalletProvider

/// Reads one slot of a directory as a whole.
struct JournalReader: Sendable {
    /// Where a slot stands.
    struct Position: Sendable {
        /// Its last segment.
        var segment: Int
        /// How far that is good.
        var end: BlockReader.End
        /// The seal of the segment before; empty when it was not looked at.
        var former: [UInt8] = []
    }

    typealias Take = (WitnessRecord) throws(AccountStoreError) -> Void

    let names: JournalNames
    let crypto: JournalCrypto
    /// How whoever writes beside it does.
    var write: BlockWrite = { try $0.write(contentsOf: $1) }
    /// Is told of points at which a process may be killed; tests do so.
    var pass: @Sendable (_ point: String) -> Void = { _ in }

    /// Reads the snapshot and the segments after it.
    ///
    /// - Parameters:
    ///   - limit: only segments up to this one are read, and they must be whole; nil for all.
    ///   - tips: what of this slot was on the disk once.
    ///   - take: gets every record, in order.
    /// - Throws: `AccountStoreError`: `journalDamaged` when a file is missing, changed or not of these keys; `journalIncomplete` when a tip is
    ///   not there; `newerVersion`; `unavailable`; what `take` throws.
    func read(
        _ slot: Int, _ found: JournalNames.Slot, upTo limit: Int? = nil, expecting tips: [JournalTip] = [], _ take: Take
    ) throws(AccountStoreError) -> Position {
        var seal = JournalCrypto.start
        if found.snapshot > 0 { seal = try snapshot(slot, found.snapshot, take) }
        // What a snapshot stands for was whole when it was written.
        var missing = tips.filter { $0.segment > found.snapshot }
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
            throw AccountStoreError(.journalIncomplete, "\(names.directory): the end of slot \(slot), which is noted elsewhere, is missing")
        }
        return position
    }

    /// Reads on in a segment.
    ///
    /// - Parameters:
    ///   - position: how far it was read, and then how far it is. It may be that of an empty segment, behind the seal of the one before.
    ///   - mayBeTorn: it may end within a block.
    /// - Throws: as `read`; then `position` is as far as records were taken.
    func readOn(
        _ slot: Int, _ position: inout Position, mayBeTorn: Bool, _ take: Take, passing: (BlockReader.End) -> Void = { _ in }
    ) throws(AccountStoreError) {
        let path = names.segment(slot, position.segment)
        let expected = JournalHeader(slot: slot, number: position.segment, kind: .segment, after: position.end.seal)
        let start = position.end
        var reached = start
        defer { position.end = reached }
        let bytes = try names.files.bytes(of: path, from: start.length)
        reached = try BlockReader(crypto: crypto, path: path).read(
            bytes, from: start, mayBeTorn: mayBeTorn
        ) { content, end throws(AccountStoreError) in
            if end.number == 1 {
                let header = try JournalHeader(parsing: content, path: path)
                guard header == expected else { throw header.misplaced(path) }
            } else {
                try Self.take(content, take)
            }
            reached = end
            passing(end)
        }
        guard reached.number > 0 else { throw AccountStoreError(.journalDamaged, "\(path) has no beginning") }
    }

    /// - Returns: the seal that the next segment comes after.
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
    /// What a slot comes to, and where it stands.
    func ledger(
        of slot: Int, _ found: JournalNames.Slot, as source: WitnessSource? = nil, upTo limit: Int? = nil, expecting tips: [JournalTip] = []
    ) throws(AccountStoreError) -> (ledger: WitnessLedger, position: Position) {
        var ledger = WitnessLedger(of: source)
        let position = try read(slot, found, upTo: limit, expecting: tips) { record throws(AccountStoreError) in try ledger.add(record) }
        return (ledger, position)
    }
}
