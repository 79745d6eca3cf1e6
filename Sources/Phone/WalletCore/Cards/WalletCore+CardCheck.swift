// SPDX-License-Identifier: EUPL-1.2

import ObservedValues
import PlatformSupport
import WalletInterface

/// Finds out whether what is stored of the cards can still be read: neither the start nor the store's sentinel looks at that.
///
/// Each row opens at its own place only, as it was written there once, and the sealed list names all of a card's: one that opens is the one
/// that was written, and one that is missing is missed. So reading them is proof enough, and no digest of them is kept.
///
/// - SeeAlso: threats F-D1, F-D2.
extension WalletCore {
    /// Reads everything that is stored of the cards that were not read since the process began, card by card, for as long as the wallet is
    /// open. The observer of the cards is told of those that cannot be read.
    ///
    /// - Throws: a store error other than damage; what was not read then is read after the next unlock.
    func checkCards(_ running: Running) async throws(WalletCoreError) {
        let entries = try cards(running)
        let ids = Set(entries.map(\.id))
        cardChecks = cardChecks.filter { ids.contains($0.key) }
        for entry in entries where cardChecks[entry.id] == nil {
            // Whoever waits for the core comes first: nobody waits for this.
            await Task.yield()
            guard lockState.value.isOpen, !Task.isCancelled, case .running(let now) = life, now.store === running.store else { return }
            try check(entry, running)
        }
    }

    /// Reads everything that is stored of one card.
    ///
    /// - Throws: a store error other than damage.
    func check(_ entry: CardEntry, _ running: Running) throws(WalletCoreError) {
        let isWhole = try running.store.opens(.card(entry.id))
        let areWhole = isWhole ? try allOpen(entry.sdJWTs + entry.mdocs, running.store) : false
        guard (cardChecks.updateValue(areWhole, forKey: entry.id) ?? true) != areWhole else { return }
        showCards(running)
    }

    private func allOpen(_ copies: [String], _ store: SealedStore) throws(WalletCoreError) -> Bool {
        for name in copies { guard try store.opens(.copy(name)) else { return false } }
        return true
    }

    /// Checks the cards after every unlock and every issuance. Until the task is cancelled.
    func keepCardsChecked(by clock: any ClockBridge) async {
        while !Task.isCancelled {
            cardCheckTimer.clearWake()
            if case .running(let running) = life, lockState.value.isOpen { try? await checkCards(running) }
            await cardCheckTimer.wait(until: nil, by: clock)
        }
    }
}
