// SPDX-License-Identifier: EUPL-1.2

import ProviderProtocol
import WalletProvider

/// All directories with journals about one database: this process's own, and those of other machines, which are only read.
struct JournalDirectories: Sendable {
    /// What they come to.
    struct Content: Sendable {
        var ledger = WitnessLedger()
        var positions: [WitnessSource: JournalReader.Position] = [:]
        /// The wallets that the own slot has as used ones.
        var ownWallets: Set<WalletID> = []
        /// What was noted of them.
        var tips: Set<JournalTip> = []
    }

    /// The own one first.
    let readers: [JournalReader]

    /// - Parameters:
    ///   - own: this process's own directory.
    ///   - peers: those of other machines.
    ///   - files: how these are read.
    init(own reader: JournalReader, and peers: [String], _ files: JournalFiles) {
        readers = [reader] + peers.map { JournalReader(names: JournalNames(directory: $0, files: files), crypto: reader.crypto) }
    }

    private init(readers: [JournalReader]) { self.readers = readers }

    /// Reads everything and holds it against what was noted.
    ///
    /// - Parameters:
    ///   - slot: the one of which `ownWallets` are.
    ///   - joins: the own directory has no journal yet, though there are accounts: those of other machines must be all that anybody has noted.
    /// - Throws: as `WitnessJournals`.
    func readAll(own slot: Int? = nil, joins: Bool = false, _ patience: JournalPatience) async throws(AccountStoreError) -> Content {
        try await watched(patience) { directories throws(AccountStoreError) in
            try directories.readAll(own: slot, joins: joins)
        }
    }

    /// Whether another machine has any journal.
    ///
    /// - Throws: `AccountStoreError` with `unavailable` when a directory cannot be read, is not there or does not answer.
    func peersExist(_ patience: JournalPatience) async throws(AccountStoreError) -> Bool {
        try await watched(patience) { directories throws(AccountStoreError) in
            var exist = false
            for reader in directories.readers.dropFirst() {
                try reader.requireDirectory()
                if try !reader.names.found().isEmpty { exist = true }
            }
            return exist
        }
    }

    /// Reads on a thread of its own; the directories of other machines may hang.
    private func watched<Value: Sendable>(
        _ patience: JournalPatience, _ body: @escaping @Sendable (JournalDirectories) throws(AccountStoreError) -> Value
    ) async throws(AccountStoreError) -> Value {
        let watch = ReadWatch()
        let peers = readers.dropFirst().map { reader in
            let names = JournalNames(directory: reader.names.directory, files: watch.watching(reader.names.files))
            return JournalReader(names: names, crypto: reader.crypto)
        }
        let directories = JournalDirectories(readers: [readers[0]] + peers)
        return try await patience.reading(watch) { () throws(AccountStoreError) in try body(directories) }
    }

    private func readAll(own slot: Int?, joins: Bool) throws(AccountStoreError) -> Content {
        var (tries, changes) = (3, 100)
        while true {
            let files = try files()
            do throws(AccountStoreError) {
                if joins { try requireAllThatIsNoted() }
                return try read(own: slot)
            } catch {
                // Another process may have put a snapshot in the place of what was listed. Then it was no try.
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
        // What was noted before the journals are read must be in them.
        var content = Content()
        content.tips = try ownTips()
        for reader in readers.dropFirst() { content.tips.formUnion(try Self.tips(ofPeer: reader)) }
        for (directory, reader) in readers.enumerated() {
            if directory > 0 { try reader.requireDirectory() }
            let expected = content.tips.filter { $0.directory == name(directory) }
            let found = try reader.names.found()
            if let missing = expected.first(where: { found[$0.slot] == nil }) {
                throw AccountStoreError(
                    .journalIncomplete, "\(reader.names.directory): slot \(missing.slot), which is noted elsewhere, is missing")
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

    // MARK: What was noted

    /// What the processes of the own directory have noted, in the names that this one has for the directories.
    func ownTips() throws(AccountStoreError) -> Set<JournalTip> {
        try JournalTips(reader: readers[0]).all().filter { tip in readers.indices.contains { name($0) == tip.directory } }
    }

    /// What the processes of this machine have noted of the directory that they share.
    static func tips(ofOwn reader: JournalReader) throws(AccountStoreError) -> Set<JournalTip> {
        try JournalTips(reader: reader).all().filter(\.directory.isEmpty)
    }

    /// What the processes of another machine have noted of its own directory, the only one that both know by a name.
    static func tips(ofPeer reader: JournalReader) throws(AccountStoreError) -> Set<JournalTip> {
        Set(
            try JournalTips(reader: reader).all().filter(\.directory.isEmpty).map { tip in
                var tip = tip
                tip.directory = reader.names.directory
                return tip
            })
    }

    private func name(_ directory: Int) -> String { directory == 0 ? "" : readers[directory].names.directory }

    /// A machine without journals may be a new one, or one that has lost them. Whoever read these has noted how far they had come, under a name of
    /// its own. So everything that other machines have noted of yet others must be in a directory that is read here.
    ///
    /// - Throws: `AccountStoreError` with `journalIncomplete` when it is not; as `readAll`.
    private func requireAllThatIsNoted() throws(AccountStoreError) {
        for (number, peer) in readers.enumerated().dropFirst() {
            let noted = Dictionary(grouping: try JournalTips(reader: peer).all().filter { !$0.directory.isEmpty }, by: \.directory)
            for (name, tips) in noted.sorted(by: { $0.key < $1.key }) {
                var isRead = false
                for (other, reader) in readers.enumerated().dropFirst() where other != number && !isRead { isRead = try reader.has(tips) }
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
    /// - Throws: `AccountStoreError` with `unavailable`: a directory of another machine that is not there is no empty one.
    fileprivate func requireDirectory() throws(AccountStoreError) {
        guard try names.exists() else {
            throw AccountStoreError(.unavailable, "the directory of journals \(names.directory) is not there")
        }
    }

    /// Whether everything is there that somebody has noted, under whatever name; at least one block of it must be here itself, not only a snapshot that
    /// could stand for others as well.
    fileprivate func has(_ tips: [JournalTip]) throws(AccountStoreError) -> Bool {
        let found = try names.found()
        var isCertain = false
        for (slot, tips) in Dictionary(grouping: tips, by: \.slot) {
            guard let files = found[slot] else { return false }
            do throws(AccountStoreError) {
                _ = try read(slot, files, expecting: tips) { _ in }
            } catch {
                guard error.code == .journalIncomplete else { throw error }
                return false
            }
            if tips.contains(where: { $0.segment > files.snapshot }) { isCertain = true }
        }
        return isCertain
    }
}
