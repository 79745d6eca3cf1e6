// SPDX-License-Identifier: EUPL-1.2

import ProviderProtocol
import Synchronization
import WalletProvider

/// The journals of several servers, in memory. A crash loses the records that still wait for others.
final class MemoryJournals: Sendable {
    private struct Slot: Sendable {
        var durable: [WitnessRecord]
        var waiting: [WitnessRecord] = []
    }

    private let slots: Mutex<[Slot]>

    /// - Parameter durable: what each journal contains.
    init(_ durable: [[WitnessRecord]]) { slots = Mutex(durable.map { Slot(durable: $0) }) }

    /// The records of each journal that are on disk and so survive a crash.
    var durable: [[WitnessRecord]] { slots.withLock { $0.map(\.durable) } }

    /// The ledger of all journals.
    var ledger: WitnessLedger { get throws { try Self.ledger(of: durable) } }

    /// - Parameter snapshot: changes the records of a journal's snapshot, which is made of each journal first.
    static func ledger(
        of durable: [[WitnessRecord]], snapshot: ([WitnessRecord]) -> [WitnessRecord] = { $0 }
    ) throws -> WitnessLedger {
        var merged = WitnessLedger()
        for (index, records) in durable.enumerated() {
            let source = WitnessSource(directory: 0, slot: index + 1)
            var (ledger, compacted) = (WitnessLedger(of: source), WitnessLedger(of: source))
            for record in records { try ledger.add(record) }
            for record in snapshot(ledger.records) { try compacted.add(record) }
            merged.merge(compacted)
        }
        return merged
    }

    /// Writes the waiting records of all journals, as servers do when they end.
    func close() { slots.withLock { slots in for index in slots.indices { Self.flush(&slots[index]) } } }

    fileprivate func append(_ record: WitnessRecord, to index: Int) {
        slots.withLock { slots in
            slots[index].waiting.append(record)
            Self.flush(&slots[index])
        }
    }

    fileprivate func note(_ record: WitnessRecord, in index: Int) { slots.withLock { $0[index].waiting.append(record) } }

    private static func flush(_ slot: inout Slot) {
        slot.durable += slot.waiting
        slot.waiting = []
    }
}

/// One server's journal among others.
final class MemoryJournal: WitnessJournal {
    private let journals: MemoryJournals
    private let index: Int
    private let read: Mutex<[Int]>
    /// Called before and after a record is made durable.
    private let around: @Sendable (WitnessRecord, _ isDone: Bool) async throws(AccountStoreError) -> Void
    /// The records that are noted instead of awaited, or dropped instead of noted: deliberate faults.
    private let notes: @Sendable (WitnessRecord) -> Bool
    private let drops: @Sendable (WitnessRecord) -> Bool

    /// - Parameters:
    ///   - index: the server's journal; `journals.durable.count` for a server that only reads.
    ///   - isNew: true for a server that has read nothing.
    init(
        _ journals: MemoryJournals, _ index: Int, isNew: Bool = false,
        notes: @escaping @Sendable (WitnessRecord) -> Bool = { _ in false },
        drops: @escaping @Sendable (WitnessRecord) -> Bool = { _ in false },
        around: @escaping @Sendable (WitnessRecord, _ isDone: Bool) async throws(AccountStoreError) -> Void = { _, _ in }
    ) {
        self.journals = journals
        self.index = index
        self.around = around
        self.notes = notes
        self.drops = drops
        read = Mutex(journals.durable.map { isNew ? 0 : $0.count })
    }

    var unreadDirectories: Int { 0 }

    func append(_ record: WitnessRecord) async throws(AccountStoreError) {
        guard !notes(record) else { return journals.note(record, in: index) }
        try await around(record, false)
        journals.append(record, to: index)
        try await around(record, true)
    }

    func note(_ record: WitnessRecord) { if !drops(record) { journals.note(record, in: index) } }

    func requireWritable() {}

    func readNews(_ body: @escaping @Sendable (WitnessRecord, WitnessSource) -> Void) {
        let durable = journals.durable
        let news = read.withLock { read in
            defer { read = durable.map(\.count) }
            return zip(durable, read).map { Array($0.dropFirst($1)) }
        }
        for (slot, records) in news.enumerated() where slot != index {
            for record in records { body(record, WitnessSource(directory: 0, slot: slot + 1)) }
        }
    }
}
