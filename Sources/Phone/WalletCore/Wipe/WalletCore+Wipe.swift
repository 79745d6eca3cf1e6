// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport
import WalletConfiguration

extension WalletCore {
    /// Erases the wallet from the phone (UC9.4), and has its account ended at the provider as soon as that answers. May be called whenever
    /// the platform is there: with a damaged store, a blocked version, a revoked wallet, before `initialize`.
    ///
    /// The wallet locks at once. What speaks to the provider already ends first, so that nothing of it stays behind; calls that wait behind
    /// it are refused. Afterwards the core is as at a first start, initialised if it was; streams go on. Killed in between, the next start
    /// finishes it.
    ///
    /// - Throws: `platformMissing`; `storeFull` when the disk refuses, `unexpected` when the hardware fails. The core is then not initialised:
    ///   `initialize` finds the wallet whole or finishes erasing it, and `wipe` can be called again.
    package func wipe() async throws(WalletCoreError) {
        try admit(.wipe)
        lock(because: .wiped)
        try await providerTurn.run { () async throws(WalletCoreError) in try await erase() }
    }

    /// Erases a wallet that its user has deleted from elsewhere, once; why it is gone stays known until the user was told (fault F-U8).
    ///
    /// - Returns: whether it is done; if not it is tried again.
    func wipeRevoked() async -> Bool {
        do throws(WalletCoreError) {
            try await providerTurn.run { () async throws(WalletCoreError) in
                // Another call may have come first.
                guard case .running(let running) = life, try running.store.value(.registration) != nil,
                    let stored = try running.store.value(.walletStatus), stored.demandsWipe
                else { return }
                try await erase(telling: stored)
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
        let wasRunning: Bool
        if case .running(let running) = life {
            (store, wasRunning) = (running.store, true)
        } else {
            wasRunning = false
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
        forgetWallet()
        await configurationFeed.close()
        await updatePolicyFeed.close()
        try await erase(store, telling: status, bridges)
        if wasRunning { try await start(bridges) }
    }

    /// Writes down what outlives it, then erases everything, the store's key first.
    ///
    /// - Parameter store: nil when it cannot be opened.
    private func erase(
        _ store: SealedStore?, telling status: StoredWalletStatus?, _ bridges: PlatformBridges
    ) async throws(WalletCoreError) {
        let file = remainsFile(bridges)
        let now = bridges.clock.now
        var remains = store.map { Remains(of: $0, audience: configuration.provider.address.url.text, at: now) } ?? Remains()
        // A store that was erased halfway has left what it wrote down.
        if store == nil, let earlier = try await file.read() { remains.merge(earlier) }
        remains.merge(publishedVersions(bridges))
        remains.status = status?.revocation?.isTold == false ? status : nil
        store?.close()
        try await file.write(remains)
        if let store {
            try await store.erase(bridges.encryptionKey)
        } else {
            try await SealedStore.erase(
                in: bridges.utilities.storageDirectory, encryptionKey: bridges.encryptionKey, checkpoints: checkpoints)
        }
        await deleteKeys(except: remains.farewells, bridges)
    }

    /// Opens the store. What an erased one has left goes into the new one first; one whose user has deleted the wallet from elsewhere is
    /// erased before anybody sees it.
    ///
    /// - Throws: a store error.
    func openStore(_ bridges: PlatformBridges) async throws(WalletCoreError) -> SealedStore {
        while true {
            let store = try await SealedStore.open(
                in: bridges.utilities.storageDirectory, encryptionKey: bridges.encryptionKey, randomBytes: randomBytes,
                checkpoints: checkpoints)
            try await takeRemains(into: store, bridges)
            guard try store.value(.registration) != nil, let status = try store.value(.walletStatus), status.demandsWipe else {
                return store
            }
            try await erase(store, telling: status, bridges)
        }
    }

    /// Takes in what an erased store has left. Killed in between, the next start does it again.
    private func takeRemains(into store: SealedStore, _ bridges: PlatformBridges) async throws(WalletCoreError) {
        let file = remainsFile(bridges)
        // Beside a wallet they are of a wipe that was never begun.
        if try store.value(.registration) == nil, var remains = try await file.read() {
            remains.merge(Remains(of: store, audience: "", at: bridges.clock.now))
            try remains.put(into: store)
            await deleteKeys(except: remains.farewells, bridges)
        }
        try await file.remove()
    }

    private func remainsFile(_ bridges: PlatformBridges) -> RemainsFile {
        RemainsFile(bridges: bridges, randomBytes: randomBytes, checkpoints: checkpoints)
    }

    /// Deletes every key of a wallet but those with which accounts are still to be ended.
    private func deleteKeys(except farewells: [Farewell], _ bridges: PlatformBridges) async {
        await bridges.biometrics.deleteKey()
        await bridges.attestedKey.deleteAll(except: Set(farewells.map(\.identity.deviceKeyID)))
    }

    /// What the documents that lie beside the store say of themselves, whatever the store says.
    private func publishedVersions(_ bridges: PlatformBridges) -> Remains {
        var remains = Remains()
        let directory = bridges.utilities.storageDirectory
        remains.highestVersions[DocumentEndpoint.configuration.rawValue] =
            KeptDocument<ConfigurationDocument>(
                in: CoreFile(DocumentEndpoint.configuration.rawValue, in: directory), trusting: embedded.configurationTrust)?.document
            .version
        guard
            let policy = KeptDocument<UpdatePolicy>(
                in: CoreFile(DocumentEndpoint.updatePolicy.rawValue, in: directory), trusting: embedded.updatePolicyTrust)?.document
        else { return remains }
        remains.highestVersions[DocumentEndpoint.updatePolicy.rawValue] = policy.version
        let now = Int64(bridges.clock.now.timeIntervalSince1970)
        if case .block(let isUpdateAvailable) = StickyBlock.verdict(on: embedded.appVersion, by: policy, after: nil, at: now) {
            remains.block = StickyBlock(
                policyVersion: policy.version, appVersion: embedded.appVersion.description, isUpdateAvailable: isUpdateAvailable)
        }
        return remains
    }

    /// What the core holds in memory of a wallet.
    private func forgetWallet() {
        preparedChallenges = [:]
        unanswered = [:]
        wasCheckRejected = false
        chosenInactivity = nil
        isStatusWanted = false
        statusLists = [:]
        cardList = nil
        cardChecks = [:]
        cardsState.set(.hidden)
    }
}
