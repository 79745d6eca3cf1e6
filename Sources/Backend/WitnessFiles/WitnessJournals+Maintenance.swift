// SPDX-License-Identifier: EUPL-1.2

import DurableFiles
import Foundation
import Synchronization
package import WalletProvider

/// The compaction of the slots of all processes that ever wrote into the directory.
extension WitnessJournals {
    /// Replaces the own journal, and the journals of ended processes, by a snapshot if the last snapshot is a day old.
    ///
    /// A slot whose lock is free has no process. The lock is held during the compaction, so that no second process compacts the slot or
    /// starts writing in it; a starting process takes a different slot.
    ///
    /// - Parameter all: true also replaces journals with a younger snapshot.
    /// - Throws: the first `AccountStoreError`, after all slots were tried. Failed slots are retried an hour later.
    package func maintain(all: Bool = false) async throws(AccountStoreError) {
        let isBusy = maintenance.withLock { maintenance in
            defer { maintenance.isBusy = true }
            return maintenance.isBusy
        }
        guard !isBusy else { return }
        defer { maintenance.withLock { $0.isBusy = false } }
        let found = try readers[0].names.found()
        var failure: AccountStoreError?
        if all || isDue(slot, found[slot] ?? JournalNames.Slot()) {
            do throws(AccountStoreError) {
                try await writer.compact(evenIfEmpty: true)
            } catch {
                failure = error
            }
        }
        for (other, files) in found.sorted(by: { $0.key < $1.key }) where other != slot {
            guard all || isDue(other, files) else { continue }
            guard !Task.isCancelled else { break }
            do throws(AccountStoreError) {
                try await compactAbandoned(other, all: all)
            } catch {
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
    }

    private func isDue(_ slot: Int, _ files: JournalNames.Slot) -> Bool {
        guard forgetting.isDue(files, of: slot, in: readers[0].names) else { return false }
        let now = forgetting.clock()
        return maintenance.withLock { maintenance in
            if let last = maintenance.tries[slot], abs(now.timeIntervalSince(last)) < 3600 { return false }
            maintenance.tries[slot] = now
            return true
        }
    }

    private func compactAbandoned(_ slot: Int, all: Bool) async throws(AccountStoreError) {
        guard let lock = try Self.take(readers[0].names.lock(slot)) else { return }
        defer { lock.release() }
        let opened: Result<JournalWriter?, AccountStoreError> = await withCheckedContinuation { continuation in
            queue.async { [self] in
                do throws(AccountStoreError) {
                    continuation.resume(returning: .success(try open(slot, all: all)))
                } catch {
                    continuation.resume(returning: .failure(error))
                }
            }
        }
        guard let abandoned = try opened.get() else { return }
        var failure: AccountStoreError?
        do throws(AccountStoreError) {
            try await abandoned.compact(evenIfEmpty: true)
        } catch {
            failure = error
        }
        let head = abandoned.head
        await abandoned.close()
        // The slot's process may have ended before its end was recorded.
        try await notes.note(writer.head, head)
        if let failure { throw failure }
    }

    /// Opens an abandoned slot like its own process, which cuts off the remains of a crash.
    ///
    /// - Returns: nil if there is nothing to do.
    /// - Throws: `AccountStoreError` with `journalIncomplete` if a recorded head, or data that this process has read, is missing. A
    ///   snapshot would hide the loss.
    private func open(_ slot: Int, all: Bool) throws(AccountStoreError) -> JournalWriter? {
        let reader = readers[0]
        // Another process may have compacted the slot already.
        guard let files = try reader.names.found()[slot], all || forgetting.isDue(files, of: slot, in: reader.names) else { return nil }
        var heads = try JournalHeadFiles(reader: reader).all().filter { $0.directory.isEmpty && $0.slot == slot }
        if let position = followers.position(ofSlot: slot), position.end.number > 0 {
            heads.insert(
                JournalHead(directory: "", slot: slot, segment: position.segment, number: position.end.number, seal: position.end.seal))
        }
        let position = try reader.read(slot, files, expecting: Array(heads)) { _ in }
        guard position.segment > 1 || position.end.number > 1 else { return nil }
        return try JournalWriter(
            slot: slot, reader: reader, position: position, limit: .max, timeouts: timeouts, forgetting: forgetting, report: report)
    }
}
