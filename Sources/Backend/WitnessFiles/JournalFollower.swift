// SPDX-License-Identifier: EUPL-1.2

import Foundation
import Synchronization
import WalletProvider

/// Reads on in the journals that other processes write into one directory, from where it was before, and believes nothing that is not chained and
/// sealed.
///
/// When nothing was written it costs the list of the directory and the length of one file a slot. It reads on a thread of its own, and nobody waits for
/// that longer than a limit: a directory of another machine may hang. Whoever asks while it does is refused at once, until it has answered.
final class JournalFollower: Sendable {
    typealias Take = @Sendable (WitnessRecord, WitnessSource) -> Void

    private enum Question: Hashable {
        case news, tips
    }

    private struct State {
        var waiting: [Question: [LateAnswer<Void>]] = [:]
        /// Somebody has waited in vain for what is still being read.
        var isSilent = false
        var hasFailed = false
        var tips: Set<JournalTip>
    }

    private let reader: JournalReader
    private let directory: Int
    private let ownSlot: Int?
    private let patience: JournalPatience
    private let queue: DispatchQueue
    private let state: Mutex<State>
    private let positions: Mutex<[Int: JournalReader.Position]>

    /// - Parameters:
    ///   - directory: its number; 0 for this process's own.
    ///   - ownSlot: the one in it that this process writes.
    ///   - content: what was read of it already.
    init(_ reader: JournalReader, directory: Int, ownSlot: Int?, after content: JournalDirectories.Content, _ patience: JournalPatience) {
        self.reader = reader
        self.directory = directory
        self.ownSlot = ownSlot
        self.patience = patience
        queue = DispatchQueue(label: "witness-follower-\(directory)")
        state = Mutex(State(tips: content.tips.filter { directory > 0 && $0.directory == reader.names.directory }))
        var positions: [Int: JournalReader.Position] = [:]
        for (place, position) in content.positions where place.directory == directory && place.slot != ownSlot {
            positions[place.slot] = position
        }
        self.positions = Mutex(positions)
    }

    /// Hands over what is new. Whoever asks while another one's question waits shares the answer, which begins after both.
    func readNews(_ body: @escaping Take) async -> AccountStoreError? {
        await ask(.news) { [self] () throws(AccountStoreError) in
            try positions.withLock { positions throws(AccountStoreError) in try follow(&positions, body) }
        }
    }

    /// Looks how far its own processes have noted to have come; then `tips` says so. Not of this process's own directory.
    func readTips() async -> AccountStoreError? {
        await ask(.tips) { [self] () throws(AccountStoreError) in
            let tips = try JournalDirectories.tips(ofPeer: reader)
            state.withLock { $0.tips = tips }
        }
    }

    /// What `readTips` has read last.
    var tips: Set<JournalTip> { state.withLock { $0.tips } }

    /// How far another process's slot was read; nil when it was not.
    func position(ofSlot slot: Int) -> JournalReader.Position? { positions.withLock { $0[slot] } }

    /// Whether it does not answer, or could not be followed the last time.
    var isUnread: Bool { state.withLock { $0.isSilent || $0.hasFailed } }

    // MARK: Waiting

    private func ask(
        _ question: Question, _ work: @escaping @Sendable () throws(AccountStoreError) -> Void
    ) async -> AccountStoreError? {
        let answer = LateAnswer<Void>()
        let silence = JournalPatience.silence(reader.names.directory)
        let isAsked = state.withLock { state in
            if !state.isSilent { state.waiting[question, default: []].append(answer) }
            return !state.isSilent
        }
        guard isAsked else { return silence }
        queue.async { [self] in answerAll(question, work) }
        let result = await answer.value { [self] in
            // Whoever is cancelled waits no longer, but that says nothing about the directory.
            let isOver = (try? await patience.clock.sleep(for: patience.news)) != nil
            state.withLock { state in
                if answer.settle(.failure(silence)), isOver { state.isSilent = true }
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
        for answer in taken { answer.settle(result) }
        state.withLock { state in
            state.isSilent = false
            if question == .news { state.hasFailed = hasFailed }
        }
    }

    // MARK: On the queue

    private func follow(_ positions: inout [Int: JournalReader.Position], _ body: Take) throws(AccountStoreError) {
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
                return
            } catch {
                // A snapshot may have come in the place of what was listed.
                tries -= 1
                guard tries > 0 else { throw error }
            }
        }
    }

    /// - Returns: where the slot stands now.
    private func read(
        _ slot: Int, _ files: JournalNames.Slot, after position: JournalReader.Position?, _ body: (WitnessRecord) -> Void
    ) throws(AccountStoreError) -> JournalReader.Position {
        func anew() throws(AccountStoreError) -> JournalReader.Position {
            try reader.read(slot, files) { record throws(AccountStoreError) in body(record) }
        }
        guard var position, let last = files.segments.last else { return try anew() }
        if !files.segments.contains(position.segment) {
            guard files.snapshot >= position.segment else { throw incomplete(slot) }
            // A snapshot stands for it. Whoever had read all of it goes on with the next segment, which comes after that end.
            var next = JournalReader.Position(segment: position.segment + 1, end: .start(after: position.end.seal))
            guard files.segments.contains(next.segment) else { return try anew() }
            do throws(AccountStoreError) {
                try reader.readOn(slot, &next, mayBeTorn: next.segment == last) { record throws(AccountStoreError) in body(record) }
            } catch {
                return try anew()
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
            throw AccountStoreError(.unavailable, "\(path) cannot be looked at")
        }
        return length
    }
}
