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
    }

    /// The own one first.
    let readers: [JournalReader]

    /// Reads everything and holds it against what was noted.
    ///
    /// - Parameter own: the slot of which `ownWallets` are.
    /// - Throws: as `WitnessJournals`.
    func readAll(own slot: Int? = nil) throws(AccountStoreError) -> Content {
        var tries = 3
        while true {
            do throws(AccountStoreError) {
                return try read(own: slot)
            } catch {
                // Another process may have put a snapshot in the place of what was listed.
                tries -= 1
                guard tries > 0 else { throw error }
            }
        }
    }

    private func read(own slot: Int?) throws(AccountStoreError) -> Content {
        // What was noted before the journals are read must be in them.
        let tips = try tips()
        var content = Content()
        for (directory, reader) in readers.enumerated() {
            guard directory == 0 || reader.names.exists else {
                throw AccountStoreError(.unavailable, "the directory of journals \(reader.names.directory) is not there")
            }
            let expected = tips.filter { $0.directory == name(directory) }
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

    /// What all processes have noted, in the names that this one has for the directories. A peer knows its own directory only.
    func tips() throws(AccountStoreError) -> Set<JournalTip> {
        var tips = try JournalTips(reader: readers[0]).all().filter { tip in readers.indices.contains { name($0) == tip.directory } }
        for directory in readers.indices.dropFirst() {
            for tip in try JournalTips(reader: readers[directory]).all() where tip.directory.isEmpty {
                var tip = tip
                tip.directory = name(directory)
                tips.insert(tip)
            }
        }
        return tips
    }

    private func name(_ directory: Int) -> String { directory == 0 ? "" : readers[directory].names.directory }
}
