// SPDX-License-Identifier: EUPL-1.2

import Deadlines
import Foundation
import Synchronization
import WalletProvider

/// A reader that follows the journals that other processes write into one directory. It accepts only chained and sealed blocks.
///
/// Without new data a call costs the list of the directory and the length of one file per slot. Reading runs on a separate thread, and
/// callers wait for a limited time, because a directory of another machine may hang. If a read takes longer than `Timeouts.journalNews`,
/// further callers are rejected at once until it ends.
final class JournalFollower: Sendable {
    typealias Take = @Sendable (WitnessRecord, WitnessSource) -> Void
    /// Receives the error of a read; nil after success.
    typealias End = @Sendable (AccountStoreError?) -> Void
    private typealias Work = @Sendable () throws(AccountStoreError) -> Void

    private enum Question: Hashable {
        case news, heads
    }

    private struct State {
        var waiting: [Question: [End]] = [:]
        /// The time limit of the oldest read that was asked for and has not ended; nil without one.
        var limit: Deadline?
        /// True if a caller has already timed out on the read in progress.
        var hasTimedOut = false
        var hasFailed = false
        /// The heads that the processes of the directory have recorded.
        var heads: Set<JournalHead>
        /// Set if data that was read before is missing from the files. Until it is back, the directory is not followed.
        var loss: AccountStoreError?

        /// True if the directory does not respond.
        var isSilent: Bool { hasTimedOut || limit?.isOver == true }
    }

    /// The error while the directory does not respond.
    let unresponsive: AccountStoreError
    private let reader: JournalReader
    private let directory: Int
    private let ownSlot: Int?
    private let timeouts: Timeouts
    private let queue: DispatchQueue
    private let state: Mutex<State>
    private let positions: Mutex<[Int: JournalReader.Position]>

    /// - Parameters:
    ///   - directory: the directory's number; 0 for this process's own.
    ///   - ownSlot: the slot that this process writes, which is skipped.
    ///   - content: the content that was read already.
    init(_ reader: JournalReader, directory: Int, ownSlot: Int?, after content: JournalDirectories.Content, _ timeouts: Timeouts) {
        unresponsive = .unresponsive(reader.names.directory)
        self.reader = reader
        self.directory = directory
        self.ownSlot = ownSlot
        self.timeouts = timeouts
        queue = DispatchQueue(label: "witness-follower-\(directory)")
        state = Mutex(State(heads: content.heads.filter { $0.directory == (directory == 0 ? "" : reader.names.directory) }))
        var positions: [Int: JournalReader.Position] = [:]
        for (place, position) in content.positions where place.directory == directory && place.slot != ownSlot {
            positions[place.slot] = position
        }
        self.positions = Mutex(positions)
    }

    /// Passes on new records. Calls that arrive while an earlier call is queued share its answer; the read starts after all of these calls.
    func readNews(_ body: @escaping Take) async -> AccountStoreError? { await ask(.news, news(body)) }

    /// Starts a read like `readNews` and returns at once, for a caller that limits its wait itself.
    ///
    /// - Parameter end: called once when the read ends; called at once if the directory does not respond.
    func readNews(_ body: @escaping Take, then end: @escaping End) { begin(.news, news(body), end) }

    private func news(_ body: @escaping Take) -> Work {
        { [self] () throws(AccountStoreError) in
            try positions.withLock { positions throws(AccountStoreError) in try follow(&positions, body) }
        }
    }

    /// Reads the heads of the directory's processes into `heads`. Also checks that the last block read of each journal is unchanged; if it
    /// is not, the directory is not followed.
    func readHeads() async -> AccountStoreError? {
        await ask(.heads) { [self] () throws(AccountStoreError) in
            let heads = try directory == 0 ? JournalDirectories.heads(ofOwn: reader) : JournalDirectories.heads(ofPeer: reader)
            state.withLock { $0.heads = heads }
            do throws(AccountStoreError) {
                try positions.withLock { positions throws(AccountStoreError) in try JournalHeadCheck(reader).require(positions) }
                state.withLock { $0.loss = nil }
            } catch {
                state.withLock { $0.loss = error }
                throw error
            }
        }
    }

    /// The heads of the last `readHeads`.
    var heads: Set<JournalHead> { state.withLock { $0.heads } }

    /// Returns the read position in another process's slot; nil if the slot was not read.
    func position(ofSlot slot: Int) -> JournalReader.Position? { positions.withLock { $0[slot] } }

    /// True if the directory does not respond or could not be read the last time.
    var isUnread: Bool { state.withLock { $0.isSilent || $0.hasFailed } }

    // MARK: Waiting

    private func ask(_ question: Question, _ work: @escaping Work) async -> AccountStoreError? {
        let reply = Reply<AccountStoreError?>()
        begin(question, work) { reply.give($0) }
        let time = Deadline.limiting(timeouts.journalNews)
        return await reply.value { [self] in
            // A caller that is cancelled or has less time left also stops waiting. This does not mean that the directory is unreachable.
            let isOver = (try? await timeouts.clock.sleep(for: time)) != nil && time == timeouts.journalNews
            state.withLock { state in
                if reply.give(unresponsive), isOver { state.hasTimedOut = true }
            }
        }
    }

    private func begin(_ question: Question, _ work: @escaping Work, _ end: @escaping End) {
        let isAsked = state.withLock { state in
            guard !state.isSilent else { return false }
            state.waiting[question, default: []].append(end)
            if state.limit == nil { state.limit = newLimit }
            return true
        }
        guard isAsked else { return end(unresponsive) }
        queue.async { [self] in answerAll(question, work) }
    }

    private var newLimit: Deadline { Deadline(after: timeouts.journalNews, on: timeouts.clock, attemptMargin: .zero) }

    private func answerAll(_ question: Question, _ work: Work) {
        let taken = state.withLock { state in state.waiting.removeValue(forKey: question) ?? [] }
        guard !taken.isEmpty else { return }
        var failure: AccountStoreError?
        do throws(AccountStoreError) {
            try work()
        } catch {
            failure = error
        }
        state.withLock { state in
            state.hasTimedOut = false
            state.limit = state.waiting.isEmpty ? nil : newLimit
            if question == .news { state.hasFailed = failure != nil }
            // Under the lock: a caller that has its answer sees the state of that answer, and none times out between the two.
            for end in taken { end(failure) }
        }
    }

    // MARK: On the queue

    private func follow(_ positions: inout [Int: JournalReader.Position], _ body: Take) throws(AccountStoreError) {
        // The heads were recorded before the files are read, so the files must contain them.
        let (noted, loss) = state.withLock { ($0.heads, $0.loss) }
        if let loss { throw loss }
        var tries = 3
        while true {
            do throws(AccountStoreError) {
                let found = try reader.names.found()
                if let slot = (positions.keys + (ownSlot.map { [$0] } ?? [])).first(where: { found[$0] == nil }) {
                    throw AccountStoreError(.journalIncomplete, "\(reader.names.directory): slot \(slot) is gone")
                }
                for (slot, files) in found where slot != ownSlot {
                    let place = WitnessSource(directory: directory, slot: slot)
                    positions[slot] = try read(slot, files, after: positions[slot]) { body($0, place) }
                }
                try JournalHeadCheck(reader).require(noted.filter { $0.slot != ownSlot }, in: positions)
                return
            } catch {
                // A snapshot may have replaced a listed segment in the meantime.
                tries -= 1
                guard tries > 0 else { throw error }
            }
        }
    }

    /// - Returns: the new position in the slot.
    private func read(
        _ slot: Int, _ files: JournalNames.Slot, after position: JournalReader.Position?, _ body: (WitnessRecord) -> Void
    ) throws(AccountStoreError) -> JournalReader.Position {
        func fromSnapshot() throws(AccountStoreError) -> JournalReader.Position {
            try reader.read(slot, files) { record throws(AccountStoreError) in body(record) }
        }
        guard var position, let last = files.segments.last else { return try fromSnapshot() }
        if !files.segments.contains(position.segment) {
            guard files.snapshot >= position.segment else { throw incomplete(slot) }
            // A snapshot has replaced the segment. If all of it was read, continue with the next segment, which starts with the same seal.
            var next = JournalReader.Position(segment: position.segment + 1, end: .start(after: position.end.seal))
            guard files.segments.contains(next.segment) else { return try fromSnapshot() }
            do throws(AccountStoreError) {
                try reader.readOn(slot, &next, mayBeTorn: next.segment == last) { record throws(AccountStoreError) in body(record) }
            } catch {
                return try fromSnapshot()
            }
            position = next
        }
        while true {
            let isLast = position.segment == last
            let length = try length(of: reader.names.segment(slot, position.segment))
            guard length >= position.end.length else { throw incomplete(slot) }
            if length > position.end.length {
                try reader.readOn(slot, &position, mayBeTorn: isLast) { record throws(AccountStoreError) in body(record) }
            }
            if isLast { return position }
            position = JournalReader.Position(segment: position.segment + 1, end: .start(after: position.end.seal))
        }
    }

    private func incomplete(_ slot: Int) -> AccountStoreError {
        AccountStoreError(.journalIncomplete, "\(reader.names.directory): slot \(slot) has become shorter")
    }

    private func length(of path: String) throws(AccountStoreError) -> Int {
        guard let length = try? reader.names.files.length(path) else {
            throw AccountStoreError(.unavailable, "\(path) cannot be examined")
        }
        return length
    }
}
