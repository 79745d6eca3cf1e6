// SPDX-License-Identifier: EUPL-1.2

import Foundation
import Synchronization
import WalletProvider

/// Writes one slot. Records that wait at the same moment become one block and share one flush to the disk.
///
/// A segment that has grown long is ended, and what it comes to is written as a snapshot while the next one is already written to.
final class JournalWriter: Sendable {
    private struct Waiting: Sendable {
        let record: [UInt8]
        let end: (@Sendable (AccountStoreError?) -> Void)?
    }

    /// Only used on the queue.
    private struct State: ~Copyable {
        var file: AppendOnlyFile
        var segment: Int
        var seal: [UInt8]
        var number: UInt64
        /// The last write failed; what it left is to be cut off first.
        var isBroken = false
        /// The disk has lost something: nothing is written any more.
        var lost: AccountStoreError?
        var isCompacting = false
    }

    private static let mostAtOnce = 256

    private let slot: Int
    private let reader: JournalReader
    private let limit: Int
    private let queue = DispatchQueue(label: "witness")
    private let compaction = DispatchQueue(label: "witness-compaction")
    private let waiting = Mutex<[Waiting]>([])
    private let hasFailed = Mutex(false)
    private let state: Mutex<State>
    private let forgetting: JournalForgetting
    private let report: @Sendable (any Error) -> Void

    /// - Parameters:
    ///   - position: where the slot stands; nil for a new one, whose first segment is made.
    ///   - limit: bytes after which a segment is ended.
    ///   - forgetting: what snapshots leave out.
    init(
        slot: Int, reader: JournalReader, position: JournalReader.Position?, limit: Int, forgetting: JournalForgetting,
        report: @escaping @Sendable (any Error) -> Void
    ) throws(AccountStoreError) {
        self.slot = slot
        self.reader = reader
        self.limit = limit
        self.forgetting = forgetting
        self.report = report
        if let last = position {
            let file = try AppendOnlyFile(opening: reader.names.segment(slot, last.segment), length: last.end.length, write: reader.write)
            state = Mutex(State(file: file, segment: last.segment, seal: last.end.seal, number: last.end.number))
        } else {
            state = Mutex(try Self.state(slot: slot, segment: 1, after: JournalCrypto.start, reader))
        }
    }

    // MARK: The journal

    func append(_ record: WitnessRecord) async throws(AccountStoreError) {
        try await write([record.encode()])
    }

    func note(_ record: WitnessRecord) {
        waiting.withLock { $0.append(Waiting(record: record.encode(), end: nil)) }
    }

    func requireWritable() async throws(AccountStoreError) {
        guard hasFailed.withLock({ $0 }) else { return }
        try await write([[]])
    }

    /// How far it is on the disk for certain.
    var tip: JournalTip {
        state.withLock { JournalTip(directory: "", slot: slot, segment: $0.segment, number: $0.number, seal: $0.seal) }
    }

    /// Ends the segment, unless nothing is in it, and waits until the snapshot that stands for it is there.
    ///
    /// - Parameter evenIfEmpty: also when nothing was added since the last snapshot, for what that one can forget meanwhile.
    func compact(evenIfEmpty: Bool = false) async {
        await withCheckedContinuation { continuation in
            queue.async { [self] in
                state.withLock { state in
                    if state.number > 1 || evenIfEmpty && state.segment > 1, !state.isBroken, state.lost == nil, !state.isCompacting {
                        rotate(&state)
                    }
                }
                compaction.async { continuation.resume() }
            }
        }
    }

    /// Ends after everything was written; a snapshot that is being made is waited for.
    func close() async {
        if waiting.withLock({ !$0.isEmpty }) { try? await write([[]]) }
        compaction.sync {}
        state.withLock { $0.file.close() }
    }

    /// Writes many records, a few at a time.
    func append(all records: [WitnessRecord]) async throws(AccountStoreError) {
        var rest = records[...]
        while !rest.isEmpty {
            try await write(rest.prefix(Self.mostAtOnce).map { $0.encode() })
            rest = rest.dropFirst(Self.mostAtOnce)
        }
    }

    private func write(_ records: [[UInt8]]) async throws(AccountStoreError) {
        let error = await withCheckedContinuation { continuation in
            waiting.withLock { waiting in
                for record in records.dropLast() { waiting.append(Waiting(record: record, end: nil)) }
                waiting.append(Waiting(record: records.last ?? [], end: { continuation.resume(returning: $0) }))
            }
            queue.async { [self] in flush() }
        }
        if let error { throw error }
    }

    // MARK: On the queue

    private func flush() {
        let taken = waiting.withLock { waiting in
            let taken = Array(waiting.prefix(Self.mostAtOnce * 2))
            waiting.removeFirst(taken.count)
            return taken
        }
        guard !taken.isEmpty else { return }
        var failure: AccountStoreError?
        do throws(AccountStoreError) {
            try state.withLock { state throws(AccountStoreError) in try write(taken, &state) }
        } catch {
            failure = error
            report(error)
        }
        hasFailed.withLock { $0 = failure != nil }
        for waiting in taken { waiting.end?(failure) }
    }

    private func write(_ taken: [Waiting], _ state: inout State) throws(AccountStoreError) {
        if let lost = state.lost { throw lost }
        if state.isBroken {
            try state.file.cut()
            state.isBroken = false
        }
        let content = Array(taken.map(\.record).joined(separator: [UInt8(ascii: "\n")]))
        let (block, seal) = Self.block(content, number: state.number, after: state.seal, reader.crypto)
        do {
            try state.file.append(block)
        } catch {
            state.isBroken = true
            if error.code == .journalDamaged { state.lost = error }
            throw error
        }
        (state.seal, state.number) = (seal, state.number + 1)
        if state.file.length > limit, !state.isCompacting { rotate(&state) }
    }

    /// Ends the segment. When the next one cannot be made this one goes on.
    private func rotate(_ state: inout State) {
        let (ended, seal) = (state.segment, state.seal)
        reader.pass("before segment end")
        do {
            let next = try Self.state(slot: slot, segment: ended + 1, after: state.seal, reader)
            state.file.close()
            state = next
            state.isCompacting = true
        } catch {
            return report(error)
        }
        reader.pass("after segment end")
        compaction.async { [self] in
            do {
                try JournalCompaction(reader: reader, slot: slot).compact(upTo: ended, sealed: seal, forgetting)
            } catch {
                // The segments stay; the next one to end tries again.
                report(error)
            }
            self.state.withLock { $0.isCompacting = false }
        }
    }

    // MARK: Blocks

    /// Makes a segment with nothing in it.
    static func begin(slot: Int, segment: Int, after seal: [UInt8], _ reader: JournalReader) throws(AccountStoreError) {
        try state(slot: slot, segment: segment, after: seal, reader).file.close()
    }

    private static func state(
        slot: Int, segment: Int, after seal: [UInt8], _ reader: JournalReader
    ) throws(AccountStoreError) -> State {
        let header = JournalHeader(slot: slot, number: segment, kind: .segment, after: seal).encode()
        let (block, first) = block(header, number: 0, after: seal, reader.crypto)
        let file = try AppendOnlyFile(creating: reader.names.segment(slot, segment), block, write: reader.write)
        return State(file: file, segment: segment, seal: first, number: 1)
    }

    static func block(
        _ content: [UInt8], number: UInt64, after seal: [UInt8], _ crypto: JournalCrypto
    ) -> (bytes: [UInt8], seal: [UInt8]) {
        let head = crypto.head(number: number, length: content.count)
        let seal = crypto.seal(after: seal, head: head, content: content)
        return (head + content + seal, seal)
    }
}
