// SPDX-License-Identifier: EUPL-1.2

import Foundation
package import HSM
package import ProviderProtocol
import Synchronization
package import WalletProvider

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The journals of a directory, and the one among them that this process writes.
///
/// Every process that changes accounts, be it a server, a portal or a command, takes a slot of its own with a lock that the system gives back.
/// All slots together are the witness.
package final class WitnessJournals: WitnessJournal {
    /// What all journals said when they were opened.
    package let ledger: WitnessLedger
    /// The wallets in the journal that this process writes.
    package let ownWallets: Set<WalletID>
    private let reader: JournalReader
    private let writer: JournalWriter
    private let lock: Mutex<CInt?>

    /// Whether a directory has any journal.
    ///
    /// - Throws: `AccountStoreError` with `unavailable` when the directory cannot be read.
    package static func exist(in directory: String) throws(AccountStoreError) -> Bool {
        try !JournalNames(directory: directory).found().isEmpty
    }

    /// Reads all journals of a directory without taking a slot.
    ///
    /// - Throws: as `init`.
    package static func ledger(in directory: String, hsm: any HSM) async throws -> WitnessLedger {
        let names = JournalNames(directory: directory)
        return try all(JournalReader(names: names, crypto: try await JournalCrypto(hsm)))
    }

    /// Takes a slot and reads all journals; the directory and the slot's first segment are made if need be.
    ///
    /// - Parameters:
    ///   - hsm: has the key that seals them, and is asked for it once.
    ///   - segmentLimit: bytes after which a segment is put into a snapshot, 1 or more.
    ///   - write: writes; tests have disks that are full.
    ///   - report: gets every failure to write.
    /// - Throws: `AccountStoreError`: `journalDamaged` when any file is missing, changed, misplaced or sealed by other keys, but for a part of a
    ///   block at the end of a slot, which a crash leaves; `newerVersion`; `unavailable` when files cannot be read or made, or no slot is free.
    ///   `HSMError`.
    package init(
        directory: String, hsm: any HSM, segmentLimit: Int = 64 << 20, write: @escaping BlockWrite = { try $0.write(contentsOf: $1) },
        report: @escaping @Sendable (any Error) -> Void = { _ in }
    ) async throws {
        let crypto = try await JournalCrypto(hsm)
        let names = JournalNames(directory: directory)
        do {
            try FileManager.default.createDirectory(
                atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw AccountStoreError(.unavailable, "the directory of journals \(directory) cannot be made")
        }
        let (slot, lock) = try Self.takeSlot(names)
        do {
            let reader = JournalReader(names: names, crypto: crypto, write: write)
            self.reader = reader
            ledger = try Self.all(reader)
            let content: JournalReader.Content?
            if let found = try names.found()[slot] {
                try JournalCompaction(reader: reader, slot: slot).removeLeftovers()
                content = try reader.read(slot, found)
            } else {
                content = nil
            }
            ownWallets = Set((content?.ledger.accounts ?? [:]).keys)
            writer = try JournalWriter(slot: slot, reader: reader, content: content, limit: segmentLimit, report: report)
            self.lock = Mutex(lock)
        } catch {
            _ = Self.give(lock)
            throw error
        }
    }

    /// Writes many records; they are on the disk when this returns.
    package func append(all records: [WitnessRecord]) async throws(AccountStoreError) { try await writer.append(all: records) }

    /// As the protocol.
    package func append(_ record: WitnessRecord) async throws(AccountStoreError) { try await writer.append(record) }

    /// As the protocol.
    package func note(_ record: WitnessRecord) { writer.note(record) }

    /// As the protocol.
    package func requireWritable() async throws(AccountStoreError) { try await writer.requireWritable() }

    /// As the protocol.
    package func readAll() async throws(AccountStoreError) -> WitnessLedger { try Self.all(reader) }

    /// Writes what is left and gives the slot back. Call it once, at the end.
    package func close() async {
        await writer.close()
        giveBack()
    }

    deinit { giveBack() }

    private func giveBack() {
        lock.withLock { lock in
            if let open = lock { _ = Self.give(open) }
            lock = nil
        }
    }

    /// Moves everything that is there out of the way, into a directory inside, so that a new witness can begin. Nobody may be writing.
    ///
    /// - Returns: that directory's path; nil when there was nothing.
    /// - Throws: `AccountStoreError` with `unavailable` when a slot is in use or files cannot be moved.
    package static func setAside(in directory: String, name: String) throws(AccountStoreError) -> String? {
        let names = JournalNames(directory: directory)
        guard try !names.found().isEmpty else { return nil }
        let locks = try JournalNames.slots.map { slot throws(AccountStoreError) in
            guard let lock = try take(names.lock(slot)) else {
                throw AccountStoreError(.unavailable, "slot \(slot) of \(directory) is in use")
            }
            return lock
        }
        defer { locks.forEach { _ = give($0) } }
        let place = directory + "/" + name
        do {
            try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
            for file in try FileManager.default.contentsOfDirectory(atPath: directory)
            where file.hasSuffix(".journal") || file.hasSuffix(".snapshot") {
                try FileManager.default.moveItem(atPath: "\(directory)/\(file)", toPath: "\(place)/\(file)")
            }
        } catch {
            throw AccountStoreError(.unavailable, "the journals in \(directory) cannot be moved")
        }
        return place
    }

    private static func all(_ reader: JournalReader) throws(AccountStoreError) -> WitnessLedger {
        var tries = 3
        while true {
            do throws(AccountStoreError) {
                var ledger = WitnessLedger()
                for (slot, found) in try reader.names.found().sorted(by: { $0.key < $1.key }) {
                    ledger.merge(try reader.read(slot, found).ledger)
                }
                return ledger
            } catch {
                // Another process may have put a snapshot in the place of what was listed.
                tries -= 1
                guard tries > 0 else { throw error }
            }
        }
    }

    private static func takeSlot(_ names: JournalNames) throws(AccountStoreError) -> (Int, CInt) {
        for slot in JournalNames.slots {
            if let lock = try take(names.lock(slot)) { return (slot, lock) }
        }
        throw AccountStoreError(.unavailable, "all \(JournalNames.slots.count) slots of \(names.directory) are in use")
    }

    /// - Returns: nil when another process has it.
    private static func take(_ path: String) throws(AccountStoreError) -> CInt? {
        let lock = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard lock >= 0 else { throw AccountStoreError(.unavailable, "\(path) cannot be opened") }
        guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
            _ = give(lock)
            return nil
        }
        return lock
    }

    /// A process that another thread is just starting may still hold the descriptor, so the lock is given back by itself.
    private static func give(_ lock: CInt) -> CInt {
        _ = flock(lock, LOCK_UN)
        return Foundation.close(lock)
    }
}
