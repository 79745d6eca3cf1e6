// SPDX-License-Identifier: EUPL-1.2

import ProviderProtocol

/// The identity of one journal of a database.
package struct WitnessSource: Sendable, Hashable {
    /// The number of the journal's directory; 0 for this process's own directory.
    package let directory: Int
    /// The journal's slot in the directory, from 1.
    package let slot: Int

    package init(directory: Int, slot: Int) {
        self.directory = directory
        self.slot = slot
    }
}

/// The wallets of one journal's latest records, in order. A restored database lacks at least the latest changes, so comparing these wallets
/// with the database detects the restore before any request for one of the affected wallets.
///
/// A deregistered wallet may be missing from the database, which proves no restore. So the latest wallets that must still exist are kept
/// too.
package struct WitnessLatest: Sendable, Hashable {
    /// Newest last. A wallet may occur twice until the next `trim`.
    private var wallets: [WalletID] = []

    private static let kept = 8

    init() {}

    /// True if the list is long enough for a `trim`.
    var isLong: Bool { wallets.count >= 8 * Self.kept }

    /// Appends the wallet of a record.
    mutating func append(_ walletID: WalletID) {
        if wallets.last != walletID { wallets.append(walletID) }
    }

    /// Appends the wallets of later records.
    mutating func append(_ later: WitnessLatest) { wallets += later.wallets }

    /// Keeps the latest wallets and, counted separately, the latest wallets that the database must contain. Removes the others.
    mutating func trim(keeping mustBeThere: (WalletID) -> Bool) {
        var (all, staying) = (0, 0)
        var kept: [WalletID] = []
        for walletID in newestFirst {
            let stays = mustBeThere(walletID)
            if all < Self.kept || stays && staying < Self.kept { kept.append(walletID) }
            all += 1
            staying += stays ? 1 : 0
        }
        wallets = kept.reversed()
    }

    /// All wallets without duplicates, newest first.
    var newestFirst: [WalletID] {
        var seen: Set<WalletID> = []
        return wallets.reversed().filter { seen.insert($0).inserted }
    }

    /// Returns the wallets from the newest back to the first that the database must contain, plus one older wallet that differs with each
    /// check. Of concurrent changes, the database may have committed the journal's last one first.
    ///
    /// - Parameter look: the number of the check.
    func toCheck(atLook look: Int, _ mustBeThere: (WalletID) -> Bool) -> [WalletID] {
        let wallets = newestFirst
        guard let end = wallets.firstIndex(where: mustBeThere) else { return wallets }
        let before = wallets[(end + 1)...]
        return Array(wallets[...end]) + before.dropFirst(before.isEmpty ? 0 : look % before.count).prefix(1)
    }
}
