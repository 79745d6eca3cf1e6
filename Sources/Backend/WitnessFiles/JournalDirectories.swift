// SPDX-License-Identifier: EUPL-1.2

import Deadlines
import ProviderProtocol
import WalletProvider

/// All directories with journals of one database: this process's own directory, and the read-only directories of other machines.
struct JournalDirectories: Sendable {
    /// The content of all directories.
    struct Content: Sendable {
        var ledger = WitnessLedger()
        var positions: [WitnessSource: JournalReader.Position] = [:]
        /// The wallets that this process's slot records as used.
        var ownWallets: Set<WalletID> = []
        /// The heads recorded about these directories.
        var heads: Set<JournalHead> = []
    }

    /// The readers of all directories, the own directory first.
    let readers: [JournalReader]

    /// - Parameters:
    ///   - own: this process's own directory.
    ///   - peers: the directories of other machines.
    ///   - files: the file access for the directories of other machines.
    init(own reader: JournalReader, and peers: [String], _ files: JournalFiles) {
        readers = [reader] + peers.map { JournalReader(names: JournalNames(directory: $0, files: files), crypto: reader.crypto) }
    }

    private init(readers: [JournalReader]) { self.readers = readers }

    /// Reads all directories and compares them with the recorded heads.
    ///
    /// - Parameters:
    ///   - slot: the slot for `ownWallets`.
    ///   - joins: true if the own directory has no journal although there are accounts. The other machines' directories must then contain
    ///     every recorded head.
    /// - Throws: like `WitnessJournals`.
    func readAll(own slot: Int? = nil, joins: Bool = false, _ timeouts: Timeouts) async throws(AccountStoreError) -> Content {
        try await watched(timeouts) { directories throws(AccountStoreError) in
            try directories.readAll(own: slot, joins: joins)
        }
    }

    /// Returns true if another machine has a journal.
    ///
    /// - Throws: `AccountStoreError` with `unavailable` if a directory is missing, unreadable or does not respond.
    func peersExist(_ timeouts: Timeouts) async throws(AccountStoreError) -> Bool {
        try await watched(timeouts) { directories throws(AccountStoreError) in
            var exist = false
            for reader in directories.readers.dropFirst() {
                try reader.requireDirectory()
                if try !reader.names.found().isEmpty { exist = true }
            }
            return exist
        }
    }

    /// Reads on a separate thread, because directories of other machines may hang.
    private func watched<Value: Sendable>(
        _ timeouts: Timeouts, _ body: @escaping @Sendable (JournalDirectories) throws(AccountStoreError) -> Value
    ) async throws(AccountStoreError) -> Value {
        let watch = ReadWatch()
        let peers = readers.dropFirst().map { reader in
            let names = JournalNames(directory: reader.names.directory, files: watch.watching(reader.names.files))
            return JournalReader(names: names, crypto: reader.crypto)
        }
        let directories = JournalDirectories(readers: [readers[0]] + peers)
        return try await timeouts.reading(watch) { () throws(AccountStoreError) in try body(directories) }
    }

    private func readAll(own slot: Int?, joins: Bool) throws(AccountStoreError) -> Content {
        var (tries, changes) = (3, 100)
        while true {
            let files = try files()
            do throws(AccountStoreError) {
                if joins { try requireRecordedHeads() }
                return try read(own: slot)
            } catch {
                // Another process may have replaced listed segments by a snapshot. This change does not count as a failed try.
                if changes > 0, try self.files() != files {
                    changes -= 1
                    continue
                }
                tries -= 1
                guard tries > 0 else { throw error }
            }
        }
    }

    private func files() throws(AccountStoreError) -> [[Int: JournalNames.Slot]] {
        var files: [[Int: JournalNames.Slot]] = []
        for reader in readers { files.append(try reader.names.found()) }
        return files
    }

    private func read(own slot: Int?) throws(AccountStoreError) -> Content {
        // Read the heads before the journals, so that the journals must contain them.
        var content = Content()
        content.heads = try ownHeads()
        for reader in readers.dropFirst() { content.heads.formUnion(try Self.heads(ofPeer: reader)) }
        for (directory, reader) in readers.enumerated() {
            if directory > 0 { try reader.requireDirectory() }
            let expected = content.heads.filter { $0.directory == name(directory) }
            let found = try reader.names.found()
            if let missing = expected.first(where: { found[$0.slot] == nil }) {
                throw AccountStoreError(
                    .journalIncomplete, "\(reader.names.directory): slot \(missing.slot), which another file records, is missing")
            }
            for (number, files) in found.sorted(by: { $0.key < $1.key }) {
                let (place, isOwn) = (WitnessSource(directory: directory, slot: number), directory == 0 && number == slot)
                let (ledger, position) = try reader.ledger(
                    of: number, files, as: isOwn ? nil : place, expecting: expected.filter { $0.slot == number })
                content.positions[place] = position
                if isOwn { content.ownWallets = Set(ledger.accounts.filter(\.value.isUsed).keys) }
                content.ledger.merge(ledger)
            }
        }
        return content
    }

    // MARK: Heads

    /// Returns the heads recorded by the processes of the own directory, with this process's names of the directories.
    func ownHeads() throws(AccountStoreError) -> Set<JournalHead> {
        try JournalHeadFiles(reader: readers[0]).all().filter { head in readers.indices.contains { name($0) == head.directory } }
    }

    /// Returns the heads that the processes of this machine have recorded about their own directory.
    static func heads(ofOwn reader: JournalReader) throws(AccountStoreError) -> Set<JournalHead> {
        try JournalHeadFiles(reader: reader).all().filter(\.directory.isEmpty)
    }

    /// Returns the heads that another machine has recorded about its own directory, the only directory that both machines know by name.
    static func heads(ofPeer reader: JournalReader) throws(AccountStoreError) -> Set<JournalHead> {
        Set(
            try JournalHeadFiles(reader: reader).all().filter(\.directory.isEmpty).map { head in
                var head = head
                head.directory = reader.names.directory
                return head
            })
    }

    private func name(_ directory: Int) -> String { directory == 0 ? "" : readers[directory].names.directory }

    /// Checks that a machine without journals is new and has not lost its journals. A machine that has read them has recorded their heads,
    /// under its own name for the directory. So each head that other machines have recorded of third directories must be found in a
    /// directory that is read here.
    ///
    /// - Throws: `AccountStoreError` with `journalIncomplete` if a head is missing; otherwise like `readAll`.
    private func requireRecordedHeads() throws(AccountStoreError) {
        for (number, peer) in readers.enumerated().dropFirst() {
            let noted = Dictionary(grouping: try JournalHeadFiles(reader: peer).all().filter { !$0.directory.isEmpty }, by: \.directory)
            for (name, heads) in noted.sorted(by: { $0.key < $1.key }) {
                var isRead = false
                for (other, reader) in readers.enumerated().dropFirst() where other != number && !isRead { isRead = try reader.has(heads) }
                guard isRead else {
                    throw AccountStoreError(
                        .journalIncomplete,
                        "\(peer.names.directory) has noted journals in \(name), and none of the directories that are read here has them: "
                            + "they were this machine's, or are those of one that is not named")
                }
            }
        }
    }
}

extension JournalReader {
    /// - Throws: `AccountStoreError` with `unavailable` if the directory is missing. A missing directory of another machine does not count
    ///   as empty.
    fileprivate func requireDirectory() throws(AccountStoreError) {
        guard try names.exists() else {
            throw AccountStoreError(.unavailable, "the directory of journals \(names.directory) is not there")
        }
    }

    /// Returns true if the directory contains all these heads. At least one head must match an actual block, because a snapshot alone could
    /// belong to a different directory.
    fileprivate func has(_ heads: [JournalHead]) throws(AccountStoreError) -> Bool {
        let found = try names.found()
        var isCertain = false
        for (slot, heads) in Dictionary(grouping: heads, by: \.slot) {
            guard let files = found[slot] else { return false }
            do throws(AccountStoreError) {
                _ = try read(slot, files, expecting: heads) { _ in }
            } catch {
                guard error.code == .journalIncomplete else { throw error }
                return false
            }
            if heads.contains(where: { $0.segment > files.snapshot }) { isCertain = true }
        }
        return isCertain
    }
}
