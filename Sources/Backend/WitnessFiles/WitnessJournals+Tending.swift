// SPDX-License-Identifier: EUPL-1.2

import DurableFiles
import Foundation
import Synchronization
package import WalletProvider

/// Forgetting, for all processes that ever wrote into the directory.
extension WitnessJournals {
    /// Puts a snapshot in the place of the own journal, and of those of processes that run no more, where the last one is a day old.
    ///
    /// A slot whose lock can be taken has no process. It keeps the lock until it is done, so no two compact the same one and none begins to write
    /// in it meanwhile; such a process takes another slot.
    ///
    /// - Parameter all: also those whose snapshot is younger.
    /// - Throws: `AccountStoreError`, the first one, after all were tried; what could not be done is tried again an hour later.
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
        let tip = abandoned.tip
        await abandoned.close()
        // Its process may have ended before anybody noted how far it had come.
        try await notes.note(writer.tip, tip)
        if let failure { throw failure }
    }

    /// Opens an abandoned slot as its process would, which cuts off what a crash left.
    ///
    /// - Returns: nil when there is nothing to be done.
    /// - Throws: `AccountStoreError` with `journalIncomplete` when something is missing that was noted, or that this process has read: a
    ///   snapshot would hide it.
    private func open(_ slot: Int, all: Bool) throws(AccountStoreError) -> JournalWriter? {
        let reader = readers[0]
        // Another process may have been faster.
        guard let files = try reader.names.found()[slot], all || forgetting.isDue(files, of: slot, in: reader.names) else { return nil }
        var tips = try JournalTips(reader: reader).all().filter { $0.directory.isEmpty && $0.slot == slot }
        if let position = followers.position(ofSlot: slot), position.end.number > 0 {
            tips.insert(
                JournalTip(directory: "", slot: slot, segment: position.segment, number: position.end.number, seal: position.end.seal))
        }
        let position = try reader.read(slot, files, expecting: Array(tips)) { _ in }
        guard position.segment > 1 || position.end.number > 1 else { return nil }
        return try JournalWriter(slot: slot, reader: reader, position: position, limit: .max, forgetting: forgetting, report: report)
    }
}
