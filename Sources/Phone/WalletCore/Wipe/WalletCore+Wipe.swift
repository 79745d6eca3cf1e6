// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ObservedValues
import PlatformSupport
import WalletConfiguration
package import WalletInterface

extension WalletCore {
    /// Erases the wallet from the phone (UC9.4), and has its account ended at the provider as soon as that answers. May be called whenever
    /// the platform is there: with a damaged store, a blocked version, a revoked wallet, before `initialize`.
    ///
    /// The wallet locks at once. What speaks to the provider already ends first, so that nothing of it stays behind; calls that wait behind
    /// it are refused. Afterwards the core is as at a first start, initialised if it was, or if it had stopped to erase a revoked wallet;
    /// streams go on. Killed in between, the next start finishes it.
    ///
    /// On a full disk it makes do with the room that is kept for it (`WipeReserve`). Nothing is erased before what outlives it is written: else
    /// whoever fills the disk first would be rid of a block and of the highest versions, and nobody could end the account.
    ///
    /// - Throws: `platformMissing`; `storeFull` when the disk refuses, `unexpected` when the hardware fails. The core is then not initialised:
    ///   `initialize` finds the wallet whole or finishes erasing it, and `wipe` can be called again.
    package func wipe() async throws(WalletCoreError) {
        // All that is to be there is the platform: a store that fails is no reason to keep it.
        _ = try bridges()
        lock(because: .wiped)
        try await shared.providerMutex.run { () async throws(WalletCoreError) in try await erase() }
    }

    /// Erases a wallet that its user has deleted from elsewhere, once; why it is gone stays known until the user was told (fault F-U8).
    ///
    /// - Returns: whether it is done; if not it is tried again, by `finishErasing` when it has begun.
    func wipeRevoked() async -> Bool {
        do throws(WalletCoreError) {
            try await shared.providerMutex.run { () async throws(WalletCoreError) in
                // Another call may have come first.
                guard case .running(let wallet) = life, try wallet.store.value(.registration) != nil,
                    let stored = try wallet.store.value(.walletStatus), stored.demandsWipe
                else { return }
                try await erase(telling: stored)
            }
            return true
        } catch {
            return false
        }
    }

    /// Goes on with erasing a revoked wallet that has failed, and makes the core ready again, unless somebody else has.
    ///
    /// - Returns: whether nothing of that is left to be done.
    func finishErasing() async -> Bool {
        do throws(WalletCoreError) {
            try await shared.providerMutex.run { () async throws(WalletCoreError) in
                guard isErasingOwed, case .waitingForInitialize(let bridges) = life else { return }
                try await start(bridges)
            }
            return true
        } catch {
            return false
        }
    }

    // MARK: Inside

    private func erase(telling status: StoredWalletStatus? = nil) async throws(WalletCoreError) {
        let bridges = try bridges()
        var store: SealedStore?
        let isToRun: Bool
        var audience: String?
        var erased: OpenWallet?
        if case .running(let wallet) = life {
            (erased, store, isToRun) = (wallet, wallet.store, true)
            audience = shared.configuration.document.provider.address.url.text
            if (try? statusToEraseFor(wallet.store)) != nil { oweErasing() }
        } else {
            isToRun = isErasingOwed
            do throws(WalletCoreError) {
                store = try await openStore(bridges)
            } catch {
                // One that nobody can read is erased all the same.
                guard error.code == .storeDamaged || error.code == .storeTooNew else { throw error }
            }
        }
        // From here on no call finds a wallet, and none that is under way finds its store.
        lock()
        life = .waitingForInitialize(bridges)
        erased?.context.leave()
        shared.cards.cards.set(.hidden)
        await shared.configuration.feed.close()
        await shared.updatePolicy.feed.close()
        try await eraser(bridges).erase(store, audience, telling: status)
        if isToRun { return try await start(bridges) }
        isErasingOwed = false
        shared.status.status.set(.active)
    }

    /// The core has begun to erase a revoked wallet by itself; if that fails it is tried again.
    private func oweErasing() {
        guard !isErasingOwed else { return }
        isErasingOwed = true
        shared.status.timer.wake()
    }

    /// What is known of a wallet that its user has deleted from elsewhere; nil when there is none that is to be erased.
    private func statusToEraseFor(_ store: SealedStore) throws(WalletCoreError) -> StoredWalletStatus? {
        guard try store.value(.registration) != nil, let status = try store.value(.walletStatus), status.demandsWipe else { return nil }
        return status
    }

    /// Opens the store. What an erased one has left goes into the new one first; one whose user has deleted the wallet from elsewhere is
    /// erased before anybody sees it. That it was deleted is told from before that on: it is true however long the erasing takes.
    ///
    /// - Throws: a store error.
    func openStore(_ bridges: PlatformBridges) async throws(WalletCoreError) -> SealedStore {
        try await settleInstallation(bridges)
        while true {
            let eraser = eraser(bridges)
            let store = try await eraser.openStore()
            guard let status = try statusToEraseFor(store) else { return store }
            shared.status.status.set(status.status)
            lockKeeper.state.set(.locked(.refused))
            oweErasing()
            try await eraser.erase(store, nil, telling: status)
        }
    }

    func eraser(_ bridges: PlatformBridges) -> WalletEraser {
        WalletEraser(bridges: bridges, embedded: shared.configuration.embedded, randomBytes: randomBytes, checkpoints: checkpoints)
    }
}
