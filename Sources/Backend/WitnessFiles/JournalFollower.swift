// SPDX-License-Identifier: EUPL-1.2

import Deadlines
import Foundation
import Synchronization
import WalletProvider

/// A reader that follows the journals that other processes write into one directory. It accepts only chained and sealed blocks.
///
/// Without new data a call costs the list of the directory and the length of one file per slot. Reading runs on a separate thread, and
/// callers wait for a limited time, because a directory of another machine may hang. While it hangs, further callers are rejected at once.
final class JournalFollower: Sendable {
    typealias Take = @Sendable (WitnessRecord, WitnessSource) -> Void

    private enum Question: Hashable {
        case news, tips
    }

    private struct State {
        var waiting: [Question: [Reply<Result<Void, AccountStoreError>>]] = [:]
        /// True if a caller has already timed out on the read in progress.
        var isSilent = false
        var hasFailed = false
        /// The tips that the processes of the directory have recorded.
        var tips: Set<JournalTip>
        /// Set if data that was read before is missing from the files. Until it is back, the directory is not followed.
        var loss: AccountStoreError?
    }

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
        self.reader = reader
        self.directory = directory
        self.ownSlot = ownSlot
        self.timeouts = timeouts
        queue = DispatchQueue(label: "witness-follower-\(directory)")
        state = Mutex(State(tips: content.tips.filter { $0.directory == (directory == 0 ? "" : reader.names.directory) }))
        var positions: [Int: JournalReader.Position] = [:]
        for (place, position) in content.positions where place.directory == directory && place.slot != ownSlot {
            positions[place.slot] = position
        }
        self.positions = Mutex(positions)
    }

    /// Passes on new records. Calls that arrive while an earlier call is queued share its answer; the read starts after all of these calls.
    func readNews(_ body: @escaping Take) async -> AccountStoreError? {
        await ask(.news) { [self] () throws(AccountStoreError) in
            try positions.withLock { positions throws(AccountStoreError) in try follow(&positions, body) }
        }
    }

    /// Reads the tips of the directory's processes into `tips`. Also checks that the last block read of each journal is unchanged; if it is
    /// not, the directory is not followed.
    func readTips() async -> AccountStoreError? {
        await ask(.tips) { [self] () throws(AccountStoreError) in
            let tips = try directory == 0 ? JournalDirectories.tips(ofOwn: reader) : JournalDirectories.tips(ofPeer: reader)
            state.withLock { $0.tips = tips }
            do throws(AccountStoreError) {
                try positions.withLock { positions throws(AccountStoreError) in try JournalHeads(reader).require(positions) }
                state.withLock { $0.loss = nil }
            } catch {
                state.withLock { $0.loss = error }
                throw error
            }
        }
    }

    /// The tips of the last `readTips`.
    var tips: Set<JournalTip> { state.withLock { $0.tips } }

    /// Returns the read position in another process's slot; nil if the slot was not read.
    func position(ofSlot slot: Int) -> JournalReader.Position? { positions.withLock { $0[slot] } }

    /// True if the directory does not respond or could not be read the last time.
    var isUnread: Bool { state.withLock { $0.isSilent || $0.hasFailed } }

    // MARK: Waiting

    private func ask(
        _ question: Question, _ work: @escaping @Sendable () throws(AccountStoreError) -> Void
    ) async -> AccountStoreError? {
        let reply = Reply<Result<Void, AccountStoreError>>()
        let unresponsive = AccountStoreError.unresponsive(reader.names.directory)
        let isAsked = state.withLock { state in
            if !state.isSilent { state.waiting[question, default: []].append(reply) }
            return !state.isSilent
        }
        guard isAsked else { return unresponsive }
        queue.async { [self] in answerAll(question, work) }
        let time = Deadline.limiting(timeouts.journalNews)
        let result = await reply.value { [self] in
            // A caller that is cancelled or has less time left also stops waiting. This does not mean that the directory is unreachable.
            let isOver = (try? await timeouts.clock.sleep(for: time)) != nil && time == timeouts.journalNews
            state.withLock { state in
                if reply.give(.failure(unresponsive)), isOver { state.isSilent = true }
            }
        }
        guard case .failure(let error) = result else { return nil }
        return error
    }

    private func answerAll(_ question: Question, _ work: () throws(AccountStoreError) -> Void) {
        let taken = state.withLock { state in state.waiting.removeValue(forKey: question) ?? [] }
        guard !taken.isEmpty else { return }
        var result: Result<Void, AccountStoreError> = .success(())
        do throws(AccountStoreError) {
            try work()
        } catch {
            result = .failure(error)
        }
        let hasFailed = if case .failure = result { true } else { false }
        state.withLock { state in
            state.isSilent = false
            if question == .news { state.hasFailed = hasFailed }
            // Under the lock: a caller that has its answer sees the state of that answer, and none times out between the two.
            for reply in taken { reply.give(result) }
        }
    }

    // MARK: On the queue

    private func follow(_ positions: inout [Int: JournalReader.Position], _ body: Take) throws(AccountStoreError) {
        // The tips were recorded before the files are read, so the files must contain them.
        let (noted, loss) = state.withLock { ($0.tips, $0.loss) }
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
                try JournalHeads(reader).require(noted.filter { $0.slot != ownSlot }, in: positions)
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
