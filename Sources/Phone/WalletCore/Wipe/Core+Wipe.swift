// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ObservedValues
import OpenID4VPWallet
import PlatformSupport
import WalletConfiguration
package import WalletInterface

extension Core {
    /// Erases the wallet from the phone (UC9.4), and has it deregistered as soon as the provider can be reached. Can be called whenever the
    /// platform is bound: with a damaged store, a blocked version, a revoked wallet, before `initialize`.
    ///
    /// The wallet locks immediately. A running conversation with the provider ends first, so that it leaves nothing behind; calls that wait
    /// after it are refused. The core is then as at a first start: initialised if it was, or if it had stopped to erase a revoked wallet.
    /// Streams continue. After a kill, the next start completes the erasure. At last a verifier that waits for an answer is told the same
    /// as after a stop; the time limit is four seconds.
    ///
    /// On a full disk it uses the reserved space (`WipeReserve`). The values that outlive the wallet are written before anything is erased.
    /// Otherwise an attacker who fills the disk first could get rid of a block and of the highest versions, and the account could not be
    /// ended.
    ///
    /// - Throws: `platformMissing`; `storeFull` if the disk refuses, `hardwareFailed`. The core is then not initialised:
    ///   `initialize` finds the wallet complete or completes the erasure, and `wipe` can be called again.
    package func wipe() async throws(WalletCoreError) {
        // Only the platform is required: a failing store must not prevent its erasure.
        _ = try bridges()
        lock(because: .wiped)
        let sharing = openSharing
        try await shared.providerMutex.run { () async throws(WalletCoreError) in try await erase() }
        _ = await sharing?.decline(.blocked)
    }

    /// Erases a remotely deleted wallet, once. The reason stays stored until the user has seen it (fault F-U8).
    ///
    /// - Returns: true on success; otherwise it is tried again, by `finishErasing` if it has started.
    func wipeRevoked() async -> Bool {
        let sharing = openSharing
        do throws(WalletCoreError) {
            var isErased = false
            try await shared.providerMutex.run { () async throws(WalletCoreError) in
                // Another call may have erased the wallet already.
                guard case .running(let wallet) = life, try wallet.store.value(.registration) != nil,
                    let stored = try wallet.store.value(.walletStatus), stored.demandsWipe
                else { return }
                try await erase(keeping: stored)
                isErased = true
            }
            if isErased { _ = await sharing?.decline(.blocked) }
            return true
        } catch {
            return false
        }
    }

    /// Retries a failed erasure of a revoked wallet and starts the core again, unless another call has done so.
    ///
    /// - Returns: true if nothing is left to do.
    func finishErasing() async -> Bool {
        do throws(WalletCoreError) {
            try await shared.providerMutex.run { () async throws(WalletCoreError) in
                guard isErasingPending, case .waitingForInitialize(let bridges) = life else { return }
                try await start(bridges)
            }
            return true
        } catch {
            return false
        }
    }

    // MARK: Inside

    /// The sharing of the open wallet. A verifier that waits for its answer is told after the erasure, as after a stop, and once.
    private var openSharing: Sharing? {
        guard case .running(let wallet) = life else { return nil }
        return wallet.sharing
    }

    private func erase(keeping status: StoredWalletStatus? = nil) async throws(WalletCoreError) {
        let bridges = try bridges()
        var store: SealedStore?
        let isToRun: Bool
        var audience: String?
        var erased: OpenWallet?
        if case .running(let wallet) = life {
            (erased, store, isToRun) = (wallet, wallet.store, true)
            audience = shared.configuration.document.provider.address.url.text
            if (try? statusToEraseFor(wallet.store)) != nil { requestErasing() }
        } else {
            isToRun = isErasingPending
            do throws(WalletCoreError) {
                store = try await openStore(bridges)
            } catch {
                // A store that cannot be read is erased nevertheless.
                guard [.storeDamaged, .storeTooNew, .storeOfOtherPhone].contains(error.code) else { throw error }
            }
        }
        // From here on new calls find no wallet, and running calls find no store.
        lock()
        life = .waitingForInitialize(bridges)
        erased?.context.leave()
        shared.cards.cards.set(.hidden)
        await shared.configuration.feed.close()
        await shared.updatePolicy.feed.close()
        try await eraser(bridges).erase(store, audience, keeping: status)
        if isToRun { return try await start(bridges) }
        isErasingPending = false
        shared.status.status.set(.active)
    }

    /// Notes that the erasure of a revoked wallet has begun, so that it is retried if it fails.
    private func requestErasing() {
        guard !isErasingPending else { return }
        isErasingPending = true
        shared.status.timer.wake()
    }

    /// The status of a remotely deleted wallet; nil if no wallet has to be erased.
    private func statusToEraseFor(_ store: SealedStore) throws(WalletCoreError) -> StoredWalletStatus? {
        guard try store.value(.registration) != nil, let status = try store.value(.walletStatus), status.demandsWipe else { return nil }
        return status
    }

    /// Opens the store. The record of an erased store is put into the new store first. A remotely deleted wallet is erased before it can be
    /// used. Its revocation is published before the erasure begins, because the erasure may take long.
    ///
    /// - Throws: a store error.
    func openStore(_ bridges: PlatformBridges) async throws(WalletCoreError) -> SealedStore {
        // Before the phone is first unlocked, its files and keys look missing or damaged.
        guard try await bridges.utilities.isStorageAvailableInTime() else { throw .waitingForPhone }
        try await settleInstallation(bridges)
        while true {
            let eraser = eraser(bridges)
            let store = try await eraser.openStore()
            guard let status = try statusToEraseFor(store) else { return store }
            shared.status.status.set(status.status)
            lockKeeper.state.set(.locked(.refused))
            requestErasing()
            try await eraser.erase(store, nil, keeping: status)
        }
    }

    func eraser(_ bridges: PlatformBridges) -> WalletEraser {
        WalletEraser(bridges: bridges, embedded: shared.configuration.embedded, randomBytes: randomBytes, checkpoints: checkpoints)
    }
}
