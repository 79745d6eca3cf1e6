// SPDX-License-Identifier: EUPL-1.2

import Deadlines
import Foundation
import Synchronization
import WalletProvider

/// The writer of one slot. Records that wait at the same time form one block and share one flush to disk.
///
/// A segment that has reached the size limit is completed. While the next segment is being written, a snapshot of the completed segment is
/// made.
final class JournalWriter: Sendable {
    private struct Waiting: Sendable {
        let record: [UInt8]
        let end: (@Sendable (AccountStoreError?) -> Void)?
    }

    /// The state of the writer, accessed only on its queue.
    private struct State: ~Copyable {
        var file: AppendOnlyFile
        var segment: Int
        /// The seal of the previous segment.
        var former: [UInt8]
        var seal: [UInt8]
        var number: UInt64
        /// The last write failed; its remains must be cut off before the next write.
        var isBroken = false
        /// The error after data was lost on disk. No further writes are accepted.
        var lost: AccountStoreError?
        var isClosed = false
        var isCompacting = false
        /// The reason why the last snapshot failed.
        var compactionFailure: AccountStoreError?
    }

    private static let mostAtOnce = 256

    private let slot: Int
    private let reader: JournalReader
    private let limit: Int
    private let queue = DispatchQueue(label: "witness")
    private let compaction = DispatchQueue(label: "witness-compaction")
    private let waiting = Mutex<[Waiting]>([])
    private let hasFailed = Mutex(false)
    private let timeouts: Timeouts
    /// The deadline of the write in progress.
    private let writing = Mutex<Deadline?>(nil)
    private let state: Mutex<State>
    private let forgetting: JournalForgetting
    private let report: @Sendable (any Error) -> Void

    /// - Parameters:
    ///   - position: the end of the slot; nil for a new slot, whose first segment is created.
    ///   - limit: the size of a segment in bytes after which it is completed.
    ///   - timeouts: the duration of a write after which `requireWritable` throws.
    ///   - forgetting: the rules for snapshots.
    init(
        slot: Int, reader: JournalReader, position: JournalReader.Position?, limit: Int, timeouts: Timeouts,
        forgetting: JournalForgetting, report: @escaping @Sendable (any Error) -> Void
    ) throws(AccountStoreError) {
        self.slot = slot
        self.reader = reader
        self.limit = limit
        self.timeouts = timeouts
        self.forgetting = forgetting
        self.report = report
        if let last = position {
            let file = try AppendOnlyFile(opening: reader.names.segment(slot, last.segment), length: last.end.length, write: reader.write)
            state = Mutex(
                State(file: file, segment: last.segment, former: last.former, seal: last.end.seal, number: last.end.number))
            // An older program would take an intent in a segment of its own format for damage.
            if last.format < JournalHeader.format {
                try state.withLock { state throws(AccountStoreError) in try rotate(&state) }
            }
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
        guard writing.withLock({ $0?.isOver != true }) else {
            throw AccountStoreError(.unavailable, "the disk with the journal is slow")
        }
        guard hasFailed.withLock({ $0 }) else { return }
        do throws(AccountStoreError) {
            try await write([[]])
        } catch {
            guard error.code == .outcomeUnknown else { throw error }
            throw AccountStoreError(.unavailable, "the journal was not written to before the request's deadline")
        }
    }

    /// Checks that the path still leads to the open file. If it does not, `requireWritable` throws.
    ///
    /// - Throws: `AccountStoreError` like `AppendOnlyFile.requireInPlace`.
    func requireInPlace() throws(AccountStoreError) {
        do throws(AccountStoreError) {
            try state.withLock { state throws(AccountStoreError) in
                if !state.isClosed { try state.file.requireInPlace() }
            }
        } catch {
            hasFailed.withLock { $0 = true }
            throw error
        }
    }

    /// The durable end of the slot.
    var head: JournalHead {
        state.withLock { JournalHead(directory: "", slot: slot, segment: $0.segment, number: $0.number, seal: $0.seal) }
    }

    /// Completes the segment unless it is empty, and waits for its snapshot.
    ///
    /// - Parameter evenIfEmpty: true also makes a new snapshot if nothing was written since the last snapshot, to drop wallets that may now
    ///   be forgotten.
    /// - Throws: `AccountStoreError`: `journalIncomplete` if the segment was altered, which a snapshot would hide; `unavailable`.
    func compact(evenIfEmpty: Bool = false) async throws(AccountStoreError) {
        let error: AccountStoreError? = await withCheckedContinuation { continuation in
            queue.async { [self] in
                do throws(AccountStoreError) {
                    guard try state.withLock({ state throws(AccountStoreError) in try compact(&state, evenIfEmpty) }) else {
                        return continuation.resume(returning: nil)
                    }
                } catch {
                    return continuation.resume(returning: error)
                }
                compaction.async { [self] in continuation.resume(returning: state.withLock { $0.compactionFailure }) }
            }
        }
        if let error { throw error }
    }

    /// Writes the records that wait for others.
    ///
    /// - Throws: `AccountStoreError` like `append`.
    func writeNotes() async throws(AccountStoreError) {
        if waiting.withLock({ !$0.isEmpty }) { try await write([[]]) }
    }

    /// Writes all waiting records and closes the journal. Waits for a snapshot in progress.
    func close() async {
        try? await writeNotes()
        compaction.sync {}
        state.withLock { state in
            state.isClosed = true
            state.file.close()
        }
    }

    /// Writes many records in batches.
    func append(all records: [WitnessRecord]) async throws(AccountStoreError) {
        var rest = records[...]
        while !rest.isEmpty {
            try await write(rest.prefix(Self.mostAtOnce).map { $0.encode() })
            rest = rest.dropFirst(Self.mostAtOnce)
        }
    }

    /// - Throws: also `outcomeUnknown` at the request's deadline: it is unknown if the records are durable. Work marked to run to its end
    ///   is awaited instead.
    private func write(_ records: [[UInt8]]) async throws(AccountStoreError) {
        let error = await Deadline.awaitReply(orLate: { AccountStoreError?.some(Self.late) }) { reply in
            waiting.withLock { waiting in
                for record in records.dropLast() { waiting.append(Waiting(record: record, end: nil)) }
                waiting.append(Waiting(record: records.last ?? [], end: { reply.give($0) }))
            }
            queue.async { [self] in flush() }
        }
        if let error { throw error }
    }

    private static let late = AccountStoreError(.outcomeUnknown, "the journal was still written to at the request's deadline")

    // MARK: On the queue

    private func flush() {
        let taken = waiting.withLock { waiting in
            let taken = Array(waiting.prefix(Self.mostAtOnce * 2))
            waiting.removeFirst(taken.count)
            return taken
        }
        guard !taken.isEmpty else { return }
        writing.withLock { $0 = Deadline(after: timeouts.journalWrite, on: timeouts.clock, attemptMargin: .zero) }
        var failure: AccountStoreError?
        do throws(AccountStoreError) {
            try state.withLock { state throws(AccountStoreError) in try write(taken, &state) }
        } catch {
            failure = error
            report(error)
        }
        let isLost = state.withLock { $0.lost != nil }
        hasFailed.withLock { $0 = failure != nil || isLost }
        writing.withLock { $0 = nil }
        for waiting in taken { waiting.end?(failure) }
    }

    private func write(_ taken: [Waiting], _ state: inout State) throws(AccountStoreError) {
        guard !state.isClosed else { throw AccountStoreError(.unavailable, "the journal is closed") }
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
        guard state.file.length > limit, !state.isCompacting else { return }
        do throws(AccountStoreError) {
            try rotate(&state) { [report] in report($0) }
        } catch {
            report(error)
        }
    }

    /// - Returns: true if a snapshot is being made.
    private func compact(_ state: inout State, _ evenIfEmpty: Bool) throws(AccountStoreError) -> Bool {
        if let lost = state.lost { throw lost }
        if state.isCompacting { return true }
        if state.isBroken {
            try state.file.cut()
            state.isBroken = false
        }
        if state.number == 1 {
            guard state.segment > 1 else { return false }
            let files = try reader.names.found()[slot]
            if files?.current.contains(where: { $0 < state.segment }) == true {
                // Earlier segments are waiting for a snapshot that failed before.
                makeSnapshot(&state, upTo: state.segment - 1, sealed: state.former)
                return true
            }
            guard evenIfEmpty else { return false }
        }
        try rotate(&state)
        return true
    }

    /// Completes the segment and starts the next. If the next segment cannot be created, the current one stays in use.
    ///
    /// - Throws: `AccountStoreError`. After `journalIncomplete` no further writes are accepted.
    private func rotate(
        _ state: inout State, _ failed: @escaping @Sendable (AccountStoreError) -> Void = { _ in }
    ) throws(AccountStoreError) {
        // Check now: after a further segment, missing data would count as damage.
        guard try state.file.isWhole(endingWith: state.seal) else {
            let lost = AccountStoreError(.journalIncomplete, "\(state.file.path) is no longer as it was written")
            state.lost = lost
            hasFailed.withLock { $0 = true }
            throw lost
        }
        let (ended, seal) = (state.segment, state.seal)
        reader.pass("before segment end")
        let next = try Self.state(slot: slot, segment: ended + 1, after: state.seal, reader)
        state.file.close()
        state = next
        reader.pass("after segment end")
        makeSnapshot(&state, upTo: ended, sealed: seal, failed)
    }

    private func makeSnapshot(
        _ state: inout State, upTo ended: Int, sealed seal: [UInt8], _ failed: @escaping @Sendable (AccountStoreError) -> Void = { _ in }
    ) {
        state.isCompacting = true
        compaction.async { [self] in
            var failure: AccountStoreError?
            do throws(AccountStoreError) {
                try JournalCompaction(reader: reader, slot: slot).compact(upTo: ended, sealed: seal, forgetting)
            } catch {
                // The segments stay, and the next snapshot includes them.
                failure = error
                failed(error)
            }
            self.state.withLock { state in
                state.isCompacting = false
                state.compactionFailure = failure
            }
        }
    }

    // MARK: Blocks

    /// Creates an empty segment.
    static func begin(slot: Int, segment: Int, after seal: [UInt8], _ reader: JournalReader) throws(AccountStoreError) {
        try state(slot: slot, segment: segment, after: seal, reader).file.close()
    }

    private static func state(
        slot: Int, segment: Int, after seal: [UInt8], _ reader: JournalReader
    ) throws(AccountStoreError) -> State {
        let header = JournalHeader(slot: slot, number: segment, kind: .segment, after: seal).encode()
        let (block, first) = block(header, number: 0, after: seal, reader.crypto)
        let file = try AppendOnlyFile(creating: reader.names.segment(slot, segment), block, write: reader.write)
        return State(file: file, segment: segment, former: seal, seal: first, number: 1)
    }

    static func block(
        _ content: [UInt8], number: UInt64, after seal: [UInt8], _ crypto: JournalCrypto
    ) -> (bytes: [UInt8], seal: [UInt8]) {
        let header = crypto.header(number: number, length: content.count)
        let seal = crypto.seal(after: seal, header: header, content: content)
        return (header + content + seal, seal)
    }
}
