// SPDX-License-Identifier: EUPL-1.2

package import Deadlines
import DurableFiles
package import Foundation
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

/// The journals of a directory, including the journal that this process writes.
///
/// Every process that changes accounts (server, portal or command) takes its own slot with a lock, which the system releases at its end.
/// All slots together form the witness.
package final class WitnessJournals: WitnessJournal {
    /// The wallets that this process's journal records as used.
    package let ownWallets: Set<WalletID>
    let slot: Int
    let readers: [JournalReader]
    let writer: JournalWriter
    let followers: JournalFollowers
    let timeouts: Timeouts
    let notes: JournalHeadWriter
    let forgetting: JournalForgetting
    let maintenance = Mutex(Maintenance())
    let queue = DispatchQueue(label: "witness-abandoned")
    let report: @Sendable (any Error) -> Void
    private let lock: Mutex<FileLock?>
    private let opened: Mutex<WitnessLedger>

    /// The state of the maintenance: true while it runs, and the last attempt for each slot.
    struct Maintenance {
        var isBusy = false
        var tries: [Int: Date] = [:]
    }

    /// Returns true if a directory contains a journal.
    ///
    /// - Throws: `AccountStoreError` with `unavailable` if the directory is unreadable.
    package static func exist(in directory: String) throws(AccountStoreError) -> Bool {
        try !JournalNames(directory: directory).found().isEmpty
    }

    /// Reads all journals of the directories without taking a slot.
    ///
    /// - Parameters:
    ///   - directory: this process's own directory.
    ///   - peers: the directories of other machines, which are only read.
    ///   - joins: like in `init`.
    ///   - timeouts: the time limits for the peers' directories.
    /// - Throws: like `init`.
    package static func ledger(
        in directory: String, and peers: [String] = [], joins: Bool = false, timeouts: Timeouts, hsm: any HSM
    ) async throws -> WitnessLedger {
        let reader = JournalReader(names: JournalNames(directory: directory), crypto: try await JournalCrypto(hsm))
        return try await JournalDirectories(own: reader, and: peers, .system).readAll(joins: joins, timeouts).ledger
    }

    /// Returns true if a directory of another machine contains a journal.
    ///
    /// - Throws: `AccountStoreError` with `unavailable` if a directory is missing, unreadable or does not respond; `HSMError`.
    package static func peersExist(
        _ peers: [String], timeouts: Timeouts, hsm: any HSM, files: JournalFiles = .system
    ) async throws -> Bool {
        let reader = JournalReader(names: JournalNames(directory: ""), crypto: try await JournalCrypto(hsm))
        return try await JournalDirectories(own: reader, and: peers, files).peersExist(timeouts)
    }

    /// Takes a slot and reads all journals. Creates the directory and the slot's first segment if needed.
    ///
    /// - Parameters:
    ///   - peers: the existing directories of other machines with journals of the same database. They are only read.
    ///   - joins: true if the directory has no journal although there are accounts, because this machine is new. The directories in `peers`
    ///     must then contain every head that other machines have recorded, because a machine that has lost its journals looks the same.
    ///   - peerFiles: the file access for the directories of other machines.
    ///   - timeouts: the time limits for these directories, and for writes to the own journal.
    ///   - hsm: derives the sealing key, once.
    ///   - segmentLimit: the size of a segment in bytes after which it is replaced by a snapshot, 1 or more.
    ///   - unusedLimit: snapshots omit wallets that were never used and registered before this time; nil keeps them.
    ///   - clock: the time by which the age of snapshots is judged.
    ///   - write: the write function; tests simulate full disks.
    ///   - pass: called at the points where tests kill the process.
    ///   - report: receives every write failure.
    /// - Throws: `AccountStoreError`: `journalDamaged` if a file is missing, altered, misplaced or sealed by different keys, except for a
    ///   partial block at the end of a slot, which a crash may leave; `journalIncomplete` if a recorded head is missing; `newerVersion`;
    ///   `unavailable` if files cannot be read or created, or no slot is free. `HSMError`.
    package init(
        directory: String, peers: [String] = [], joins: Bool = false, peerFiles: JournalFiles = .system,
        timeouts: Timeouts, hsm: any HSM, segmentLimit: Int = 64 << 20,
        unusedLimit: @escaping @Sendable () -> Timestamp? = { nil }, clock: @escaping @Sendable () -> Date = { Date() },
        write: @escaping BlockWrite = { try $0.write(contentsOf: $1) }, pass: @escaping @Sendable (_ point: String) -> Void = { _ in },
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
        try Self.checkOwner(of: directory)
        let (slot, lock) = try Self.takeSlot(names)
        do {
            let reader = JournalReader(names: names, crypto: crypto, write: write, pass: pass)
            let directories = JournalDirectories(own: reader, and: peers, peerFiles)
            readers = directories.readers
            let content = try await directories.readAll(own: slot, joins: joins, timeouts)
            try JournalCompaction(reader: reader, slot: slot).removeLeftovers()
            ownWallets = content.ownWallets
            let forgetting = JournalForgetting(unusedLimit: unusedLimit, deregistrations: Deregistrations(content.ledger), clock: clock)
            let position = content.positions[WitnessSource(directory: 0, slot: slot)]
            writer = try JournalWriter(
                slot: slot, reader: reader, position: position, limit: segmentLimit, timeouts: timeouts, forgetting: forgetting,
                report: report)
            followers = JournalFollowers(readers, ownSlot: slot, after: content, timeouts)
            notes = JournalHeadWriter(directories, followers, slot: slot)
            opened = Mutex(content.ledger)
            (self.slot, self.timeouts, self.forgetting, self.report) = (slot, timeouts, forgetting, report)
            self.lock = Mutex(lock)
        } catch {
            lock.release()
            throw error
        }
    }

    /// Refuses to write as root into a different user's directory, because that user's servers could not read the files and would stop
    /// serving.
    static func checkOwner(of directory: String) throws(AccountStoreError) {
        // A link has an owner of its own.
        let real = URL(filePath: directory).resolvingSymlinksInPath().path
        let owner = (try? FileManager.default.attributesOfItem(atPath: real))?[.ownerAccountID] as? NSNumber
        guard geteuid() == 0, let owner, owner.uint32Value != 0 else { return }
        throw AccountStoreError(
            .unavailable, "the journals in \(directory) belong to another user than root: run this as that user (runuser -u NAME -- …)")
    }

    /// Returns the content of all journals when they were opened. The content is large, so it is returned once and then released.
    package func takeLedger() -> WitnessLedger {
        opened.withLock { opened in
            defer { opened = WitnessLedger() }
            return opened
        }
    }

    /// Appends many records, which are durable when this returns.
    package func append(all records: [WitnessRecord]) async throws(AccountStoreError) {
        try await writer.append(all: records)
        records.forEach(forgetting.deregistrations.add)
    }

    /// Appends a record, which is durable when this returns.
    package func append(_ record: WitnessRecord) async throws(AccountStoreError) {
        try await writer.append(record)
        forgetting.deregistrations.add(record)
    }

    /// Appends a record without waiting.
    package func note(_ record: WitnessRecord) { writer.note(record) }

    /// Checks that records can be written.
    package func requireWritable() async throws(AccountStoreError) { try await writer.requireWritable() }

    /// Passes on the new records of other processes.
    package func readNews(_ body: @escaping @Sendable (WitnessRecord, WitnessSource) -> Void) async throws(AccountStoreError) {
        try await followers.readNews { [forgetting] record, source in
            forgetting.deregistrations.add(record)
            body(record, source)
        }
    }

    /// Writes the records that wait for others, then records the ends of all slots if they have changed, so that a later loss is detected.
    /// Compares the recorded heads with the files: a journal that was deleted or replaced is not followed, and the own journal not written,
    /// until it is back.
    ///
    /// The heads of other machines are passed on as last read. If any of them is unreadable, the error is thrown after everything was
    /// recorded.
    ///
    /// - Throws: `AccountStoreError` with `unavailable` if the heads cannot be written, `journalDamaged` if a head file was altered,
    ///   `journalIncomplete` if a journal was deleted or replaced.
    package func recordHeads() async throws(AccountStoreError) {
        let failure = await followers.readHeads()
        // A failure was reported, and the next write tries again.
        try? await writer.writeNotes()
        try await notes.note(writer.head)
        try writer.requireInPlace()
        if let failure { throw failure }
    }

    /// The number of journal directories that are unreachable or could not be read the last time.
    package var unreadDirectories: Int { followers.unread }

    /// Completes the current segment and replaces it by a snapshot.
    ///
    /// - Throws: `AccountStoreError` with `journalIncomplete` if the segment was altered, `unavailable`.
    package func compact() async throws(AccountStoreError) { try await writer.compact() }

    /// Writes the waiting records and releases the slot. Call once, at the end.
    package func close() async {
        await writer.close()
        try? await recordHeads()
        releaseSlot()
    }

    deinit { releaseSlot() }

    private func releaseSlot() {
        lock.withLock { lock in
            lock?.release()
            lock = nil
        }
    }

    /// Moves all journals into a subdirectory, so that a new witness can start. No process may be writing.
    ///
    /// - Returns: the path of the subdirectory; nil if there were no journals.
    /// - Throws: `AccountStoreError` with `unavailable` if a slot is in use or files cannot be moved.
    package static func setAside(in directory: String, name: String) throws(AccountStoreError) -> String? {
        let names = JournalNames(directory: directory)
        let (found, heads) = (try names.found(), try names.heads())
        guard !found.isEmpty || !heads.isEmpty else { return nil }
        let locks = try takeAll(names)
        defer { locks.forEach { $0.release() } }
        let place = directory + "/" + name
        do {
            try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
            for file in try FileManager.default.contentsOfDirectory(atPath: directory)
            where [".journal", ".snapshot", ".tips"].contains(where: file.hasSuffix) {
                try FileManager.default.moveItem(atPath: "\(directory)/\(file)", toPath: "\(place)/\(file)")
            }
        } catch {
            throw AccountStoreError(.unavailable, "the journals in \(directory) cannot be moved")
        }
        return place
    }

    /// Accepts the present journals despite missing heads or segments. No process may be writing.
    ///
    /// - Parameters:
    ///   - hsm: derives the sealing key.
    ///   - announce: called once before the first change, when only a disk failure can still prevent the rest.
    /// - Throws: `AccountStoreError`: `unavailable` if a slot is in use, files cannot be created or removed, or root works in a different
    ///   user's directory; a retry continues. `journalDamaged` if a snapshot or heads were altered or are of other keys, and
    ///   `newerVersion`: every retry fails until the right file is back or a newer version runs. `HSMError`; the error of `announce`.
    package static func acceptLoss(
        in directory: String, hsm: any HSM, announcing announce: () async throws -> Void = {}
    ) async throws {
        let reader = JournalReader(names: JournalNames(directory: directory), crypto: try await JournalCrypto(hsm))
        let names = reader.names
        let locks = try takeAll(names)
        defer { locks.forEach { $0.release() } }
        var ends: [(slot: Int, snapshot: Int, seal: [UInt8])] = []
        for (slot, files) in try names.found() where files.current.isEmpty {
            ends.append((slot, files.snapshot, try reader.snapshot(slot, files.snapshot) { _ in }))
        }
        let heads = try names.heads()
        // The heads of a different provider's journals must not be removed.
        _ = try JournalHeadFiles(reader: reader).all()
        try await announce()
        for end in ends { try JournalWriter.begin(slot: end.slot, segment: end.snapshot + 1, after: end.seal, reader) }
        for slot in heads {
            do {
                try FileManager.default.removeItem(atPath: names.heads(slot))
            } catch {
                throw AccountStoreError(.unavailable, "\(names.heads(slot)) cannot be removed")
            }
        }
    }

    /// Checks that no process is writing a journal of the directory.
    ///
    /// - Throws: `AccountStoreError` with `unavailable` if a slot is in use, or root works in a different user's directory.
    static func requireNoWriter(in directory: String) throws(AccountStoreError) {
        let names = JournalNames(directory: directory)
        // Without journals no slot is in use, and the directory may not exist.
        let (found, heads) = (try names.found(), try names.heads())
        guard !found.isEmpty || !heads.isEmpty else { return }
        for lock in try takeAll(names) { lock.release() }
    }

    private static func takeAll(_ names: JournalNames) throws(AccountStoreError) -> [FileLock] {
        try checkOwner(of: names.directory)
        var locks: [FileLock] = []
        do throws(AccountStoreError) {
            for slot in JournalNames.slots {
                guard let lock = try take(names.lock(slot)) else {
                    throw AccountStoreError(.unavailable, "slot \(slot) of \(names.directory) is in use: stop all servers first")
                }
                locks.append(lock)
            }
        } catch {
            locks.forEach { $0.release() }
            throw error
        }
        return locks
    }

    private static func takeSlot(_ names: JournalNames) throws(AccountStoreError) -> (Int, FileLock) {
        for slot in JournalNames.slots {
            if let lock = try take(names.lock(slot)) { return (slot, lock) }
        }
        throw AccountStoreError(.unavailable, "all \(JournalNames.slots.count) slots of \(names.directory) are in use")
    }

    /// - Returns: nil if another process has the lock.
    static func take(_ path: String) throws(AccountStoreError) -> FileLock? {
        do {
            return try FileLock(taking: path)
        } catch {
            guard error.code == .inUse else { throw AccountStoreError(.unavailable, error.reason) }
            return nil
        }
    }
}
