// SPDX-License-Identifier: EUPL-1.2

import ProviderProtocol

/// One of the journals about a database.
package struct WitnessSource: Sendable, Hashable {
    /// The number of its directory; 0 for this process's own.
    package let directory: Int
    /// Its slot in there, from 1.
    package let slot: Int

    /// That journal.
    package init(directory: Int, slot: Int) {
        self.directory = directory
        self.slot = slot
    }
}

/// The wallets that one journal was about last, in its order. Of everything that a database lacks that was put back, something came last; so
/// whoever holds the last of each journal against the database notices it, and nobody has to ask for a wallet.
///
/// A wallet that left may rightly be missing from the database and then says nothing. So beside the last ones it keeps the last ones that stay.
package struct WitnessLatest: Sendable, Hashable {
    /// The newest last; the same one may be there twice until the next `trim`.
    private var wallets: [WalletID] = []

    private static let kept = 8

    /// None yet.
    init() {}

    /// Whether it has grown enough for a `trim`.
    var isLong: Bool { wallets.count >= 8 * Self.kept }

    /// A record was about that wallet.
    mutating func append(_ walletID: WalletID) {
        if wallets.last != walletID { wallets.append(walletID) }
    }

    /// Takes in what came later.
    mutating func append(_ later: WitnessLatest) { wallets += later.wallets }

    /// Keeps the last ones, and the last ones that the database must have.
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

    /// Every one of them once, the newest first.
    var newestFirst: [WalletID] {
        var seen: Set<WalletID> = []
        return wallets.reversed().filter { seen.insert($0).inserted }
    }

    /// From the newest back to the first one that the database must have, and at each look another one of those before: of changes of the same
    /// moment the database may have made the journal's last one first.
    ///
    /// - Parameter look: the look's number.
    func telling(at look: Int, _ mustBeThere: (WalletID) -> Bool) -> [WalletID] {
        let wallets = newestFirst
        guard let end = wallets.firstIndex(where: mustBeThere) else { return wallets }
        let before = wallets[(end + 1)...]
        return Array(wallets[...end]) + before.dropFirst(before.isEmpty ? 0 : look % before.count).prefix(1)
    }
}
