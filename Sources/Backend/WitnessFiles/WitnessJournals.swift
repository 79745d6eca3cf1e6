// SPDX-License-Identifier: EUPL-1.2

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

/// The journals of a directory, and the one among them that this process writes.
///
/// Every process that changes accounts, be it a server, a portal or a command, takes a slot of its own with a lock that the system gives back.
/// All slots together are the witness.
package final class WitnessJournals: WitnessJournal {
    /// The wallets in the journal that this process writes, as used ones.
    package let ownWallets: Set<WalletID>
    let slot: Int
    let readers: [JournalReader]
    let writer: JournalWriter
    let followers: JournalFollowers
    let notes: JournalHeadWriter
    let forgetting: JournalForgetting
    let maintenance = Mutex(Maintenance())
    let queue = DispatchQueue(label: "witness-abandoned")
    let report: @Sendable (any Error) -> Void
    private let lock: Mutex<FileLock?>
    private let opened: Mutex<WitnessLedger>

    /// Whether it is being done, and when each slot was tried last.
    struct Maintenance {
        var isBusy = false
        var tries: [Int: Date] = [:]
    }

    /// Whether a directory has any journal.
    ///
    /// - Throws: `AccountStoreError` with `unavailable` when the directory cannot be read.
    package static func exist(in directory: String) throws(AccountStoreError) -> Bool {
        try !JournalNames(directory: directory).found().isEmpty
    }

    /// Reads all journals of directories without taking a slot.
    ///
    /// - Parameters:
    ///   - directory: this process's own.
    ///   - peers: those of other machines, which are only read.
    ///   - joins: as `init`.
    /// - Throws: as `init`.
    package static func ledger(
        in directory: String, and peers: [String] = [], joins: Bool = false, hsm: any HSM
    ) async throws -> WitnessLedger {
        let reader = JournalReader(names: JournalNames(directory: directory), crypto: try await JournalCrypto(hsm))
        return try await JournalDirectories(own: reader, and: peers, .system).readAll(joins: joins, .standard).ledger
    }

    /// Whether the directories of other machines have any journal.
    ///
    /// - Throws: `AccountStoreError` with `unavailable` when one cannot be read, is not there or does not answer; `HSMError`.
    package static func peersExist(
        _ peers: [String], hsm: any HSM, files: JournalFiles = .system, patience: JournalPatience = .standard
    ) async throws -> Bool {
        let reader = JournalReader(names: JournalNames(directory: ""), crypto: try await JournalCrypto(hsm))
        return try await JournalDirectories(own: reader, and: peers, files).peersExist(patience)
    }

    /// Takes a slot and reads all journals; the directory and the slot's first segment are made if need be.
    ///
    /// - Parameters:
    ///   - peers: directories of other machines with journals about the same database, which are only read; they must be there.
    ///   - joins: the directory has no journal although there are accounts: this machine is new. Then all that other machines have noted must be in
    ///     the directories of `peers`, for a machine that has lost its own looks the same.
    ///   - peerFiles: how the directories of other machines are read; tests have some that hang.
    ///   - patience: how long these are waited for.
    ///   - hsm: has the key that seals them, and is asked for it once.
    ///   - segmentLimit: bytes after which a segment is put into a snapshot, 1 or more.
    ///   - unusedLimit: wallets that were never used and registered before that time are not put into snapshots; nil keeps them.
    ///   - clock: by which snapshots get old.
    ///   - write: writes; tests have disks that are full.
    ///   - pass: is told of points at which a process may be killed; tests do so.
    ///   - report: gets every failure to write.
    /// - Throws: `AccountStoreError`: `journalDamaged` when any file is missing, changed, misplaced or sealed by other keys, but for a part of a
    ///   block at the end of a slot, which a crash leaves; `journalIncomplete` when something is missing that any process has noted;
    ///   `newerVersion`; `unavailable` when files cannot be read or made, or no slot is free. `HSMError`.
    package init(
        directory: String, peers: [String] = [], joins: Bool = false, peerFiles: JournalFiles = .system,
        patience: JournalPatience = .standard, hsm: any HSM, segmentLimit: Int = 64 << 20,
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
            let content = try await directories.readAll(own: slot, joins: joins, patience)
            try JournalCompaction(reader: reader, slot: slot).removeLeftovers()
            ownWallets = content.ownWallets
            let forgetting = JournalForgetting(unusedLimit: unusedLimit, deregistrations: Deregistrations(content.ledger), clock: clock)
            let position = content.positions[WitnessSource(directory: 0, slot: slot)]
            writer = try JournalWriter(
                slot: slot, reader: reader, position: position, limit: segmentLimit, patience: patience, forgetting: forgetting,
                report: report)
            followers = JournalFollowers(readers, ownSlot: slot, after: content, patience)
            notes = JournalHeadWriter(directories, followers, slot: slot)
            opened = Mutex(content.ledger)
            (self.slot, self.forgetting, self.report) = (slot, forgetting, report)
            self.lock = Mutex(lock)
        } catch {
            lock.release()
            throw error
        }
    }

    /// Refuses to write as root what the servers of another user could not read: they would stop serving.
    static func checkOwner(of directory: String) throws(AccountStoreError) {
        let owner = (try? FileManager.default.attributesOfItem(atPath: directory))?[.ownerAccountID] as? NSNumber
        guard geteuid() == 0, let owner, owner.uint32Value != 0 else { return }
        throw AccountStoreError(
            .unavailable, "the journals in \(directory) belong to another user than root: run this as that user (runuser -u NAME -- …)")
    }

    /// What all journals said when they were opened. It is large, so it is given out once; then it is empty.
    package func takeLedger() -> WitnessLedger {
        opened.withLock { opened in
            defer { opened = WitnessLedger() }
            return opened
        }
    }

    /// Writes many records; they are on the disk when this returns.
    package func append(all records: [WitnessRecord]) async throws(AccountStoreError) {
        try await writer.append(all: records)
        records.forEach(forgetting.deregistrations.add)
    }

    /// As the protocol.
    package func append(_ record: WitnessRecord) async throws(AccountStoreError) {
        try await writer.append(record)
        forgetting.deregistrations.add(record)
    }

    /// As the protocol.
    package func note(_ record: WitnessRecord) { writer.note(record) }

    /// As the protocol.
    package func requireWritable() async throws(AccountStoreError) { try await writer.requireWritable() }

    /// As the protocol.
    package func readNews(_ body: @escaping @Sendable (WitnessRecord, WitnessSource) -> Void) async throws(AccountStoreError) {
        try await followers.readNews { [forgetting] record, source in
            forgetting.deregistrations.add(record)
            body(record, source)
        }
    }

    /// Notes beside the journals how far all slots have come, if that is news; what of it is deleted later is missed. Holds what all have noted against
    /// the files: a journal that was deleted or replaced is not followed until it is back, and the own one is not written.
    ///
    /// - Throws: `AccountStoreError` with `unavailable` when it cannot be written, `journalDamaged` when notes are not what was written,
    ///   `journalIncomplete` when a journal was deleted or replaced.
    /// What other machines have noted is passed on as it was read last; when one of them cannot be read that is told after all was noted.
    package func noteTips() async throws(AccountStoreError) {
        let failure = await followers.readTips()
        try await notes.note(writer.tip)
        try writer.requireInPlace()
        if let failure { throw failure }
    }

    /// As the protocol.
    package var unreadDirectories: Int { followers.unread }

    /// Ends the segment that is written and puts a snapshot in its place.
    ///
    /// - Throws: `AccountStoreError` with `journalIncomplete` when the segment is no longer as it was written, `unavailable`.
    package func compact() async throws(AccountStoreError) { try await writer.compact() }

    /// Writes what is left and gives the slot back. Call it once, at the end.
    package func close() async {
        await writer.close()
        try? await noteTips()
        giveBack()
    }

    deinit { giveBack() }

    private func giveBack() {
        lock.withLock { lock in
            lock?.release()
            lock = nil
        }
    }

    /// Moves everything that is there out of the way, into a directory inside, so that a new witness can begin. Nobody may be writing.
    ///
    /// - Returns: that directory's path; nil when there was nothing.
    /// - Throws: `AccountStoreError` with `unavailable` when a slot is in use or files cannot be moved.
    package static func setAside(in directory: String, name: String) throws(AccountStoreError) -> String? {
        let names = JournalNames(directory: directory)
        let (found, tips) = (try names.found(), try names.tips())
        guard !found.isEmpty || !tips.isEmpty else { return nil }
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

    /// Goes on with the journals as they are, whatever was noted of them or came after a snapshot. Nobody may be writing.
    ///
    /// - Parameters:
    ///   - hsm: has the key that seals them.
    ///   - announce: is called once, when nothing but a disk that fails can prevent the rest, before anything is changed.
    /// - Throws: `AccountStoreError`: `unavailable` when a slot is in use, files cannot be made or removed, or root is asked in another
    ///   user's directory; running it again goes on. `journalDamaged` when a snapshot is not what was written, and `newerVersion`: it ends
    ///   there each time, until the right file is back or a newer version runs. `HSMError`; what `announce` throws.
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
        let tips = try names.tips()
        try await announce()
        for end in ends { try JournalWriter.begin(slot: end.slot, segment: end.snapshot + 1, after: end.seal, reader) }
        for slot in tips {
            do {
                try FileManager.default.removeItem(atPath: names.tips(slot))
            } catch {
                throw AccountStoreError(.unavailable, "\(names.tips(slot)) cannot be removed")
            }
        }
    }

    /// Checks that no process writes a journal of the directory.
    ///
    /// - Throws: `AccountStoreError` with `unavailable` when a slot is in use, or root is asked in another user's directory.
    static func requireNoWriter(in directory: String) throws(AccountStoreError) {
        let names = JournalNames(directory: directory)
        // Without journals there is no slot to be in use, and perhaps no directory.
        let (found, tips) = (try names.found(), try names.tips())
        guard !found.isEmpty || !tips.isEmpty else { return }
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

    /// - Returns: nil when another process has it.
    static func take(_ path: String) throws(AccountStoreError) -> FileLock? {
        do {
            return try FileLock(taking: path)
        } catch {
            guard error.code == .inUse else { throw AccountStoreError(.unavailable, error.reason) }
            return nil
        }
    }
}
