// SPDX-License-Identifier: EUPL-1.2

import Foundation
import Synchronization
import WalletProvider

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Reads on in the journals that other processes write, from where it was before, and believes nothing that is not chained and sealed.
///
/// When nothing was written it costs the list of each directory and the length of one file a slot.
final class JournalFollower: Sendable {
    typealias Take = @Sendable (WitnessRecord, WitnessSource) -> Void

    private let readers: [JournalReader]
    private let ownSlot: Int
    private let queue = DispatchQueue(label: "witness-follower")
    private let waiting = Mutex<[@Sendable (AccountStoreError?) -> Void]>([])
    private let positions: Mutex<[WitnessSource: JournalReader.Position]>

    /// - Parameters:
    ///   - readers: of all directories, this process's own first.
    ///   - positions: how far they were read already.
    init(_ readers: [JournalReader], ownSlot: Int, positions: [WitnessSource: JournalReader.Position]) {
        self.readers = readers
        self.ownSlot = ownSlot
        var positions = positions
        positions[WitnessSource(directory: 0, slot: ownSlot)] = nil
        self.positions = Mutex(positions)
    }

    /// Hands over what is new. Whoever asks while another one's question waits shares the answer, which begins after both.
    func readNews(_ body: @escaping Take) async throws(AccountStoreError) {
        let error = await withCheckedContinuation { continuation in
            waiting.withLock { $0.append { continuation.resume(returning: $0) } }
            queue.async { [self] in answer(body) }
        }
        if let error { throw error }
    }

    /// How far another process's slot of the own directory was read; nil when it was not.
    func position(ofSlot slot: Int) -> JournalReader.Position? {
        positions.withLock { $0[WitnessSource(directory: 0, slot: slot)] }
    }

    private func answer(_ body: Take) {
        let taken = waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
        guard !taken.isEmpty else { return }
        var failure: AccountStoreError?
        do throws(AccountStoreError) {
            try positions.withLock { positions throws(AccountStoreError) in
                for directory in readers.indices { try follow(directory, &positions, body) }
            }
        } catch {
            failure = error
        }
        for end in taken { end(failure) }
    }

    private func follow(
        _ directory: Int, _ positions: inout [WitnessSource: JournalReader.Position], _ body: Take
    ) throws(AccountStoreError) {
        let reader = readers[directory]
        var tries = 3
        while true {
            do throws(AccountStoreError) {
                let found = try reader.names.found()
                let known = positions.keys.filter { $0.directory == directory }.map(\.slot) + (directory == 0 ? [ownSlot] : [])
                if let slot = known.first(where: { found[$0] == nil }) {
                    throw AccountStoreError(.journalIncomplete, "\(reader.names.directory): slot \(slot) is gone")
                }
                for (slot, files) in found where directory > 0 || slot != ownSlot {
                    let place = WitnessSource(directory: directory, slot: slot)
                    positions[place] = try read(slot, files, after: positions[place], reader) { body($0, place) }
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
        _ slot: Int, _ files: JournalNames.Slot, after position: JournalReader.Position?, _ reader: JournalReader,
        _ body: (WitnessRecord) -> Void
    ) throws(AccountStoreError) -> JournalReader.Position {
        func anew() throws(AccountStoreError) -> JournalReader.Position {
            try reader.read(slot, files) { record throws(AccountStoreError) in body(record) }
        }
        guard var position, let last = files.segments.last else { return try anew() }
        if !files.segments.contains(position.segment) {
            guard files.snapshot >= position.segment else { throw Self.incomplete(reader, slot) }
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
            let length = try Self.length(of: reader.names.segment(slot, position.segment))
            guard length >= position.end.length else { throw Self.incomplete(reader, slot) }
            if length > position.end.length {
                try reader.readOn(slot, &position, mayBeTorn: isLast) { record throws(AccountStoreError) in body(record) }
            }
            if isLast { return position }
            position = JournalReader.Position(segment: position.segment + 1, end: .start(after: position.end.seal))
        }
    }

    private static func incomplete(_ reader: JournalReader, _ slot: Int) -> AccountStoreError {
        AccountStoreError(.journalIncomplete, "\(reader.names.directory): slot \(slot) has become shorter")
    }

    private static func length(of path: String) throws(AccountStoreError) -> Int {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { throw AccountStoreError(.unavailable, "\(path) cannot be looked at") }
        return Int(status.st_size)
    }
}
