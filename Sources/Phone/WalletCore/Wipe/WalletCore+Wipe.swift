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
        try await providerMutex.run { () async throws(WalletCoreError) in try await erase() }
    }

    /// Erases a wallet that its user has deleted from elsewhere, once; why it is gone stays known until the user was told (fault F-U8).
    ///
    /// - Returns: whether it is done; if not it is tried again, by `finishErasing` when it has begun.
    func wipeRevoked() async -> Bool {
        do throws(WalletCoreError) {
            try await providerMutex.run { () async throws(WalletCoreError) in
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

    /// Goes on with erasing a revoked wallet that has failed, and makes the core ready again, unless somebody else has.
    ///
    /// - Returns: whether nothing of that is left to be done.
    func finishErasing() async -> Bool {
        do throws(WalletCoreError) {
            try await providerMutex.run { () async throws(WalletCoreError) in
                guard isErasingOwed, case .waitingForInitialize(let bridges) = life else { return }
                try await start(bridges)
            }
            return true
        } catch {
            return false
        }
    }

    /// The room that is kept for erasing.
    func reserve(_ bridges: PlatformBridges) -> WipeReserve {
        WipeReserve(in: bridges.utilities.storageDirectory, randomBytes: randomBytes)
    }

    // MARK: Inside

    private func erase(telling status: StoredWalletStatus? = nil) async throws(WalletCoreError) {
        let bridges = try bridges()
        var store: SealedStore?
        let isToRun: Bool
        var audience: String?
        if case .running(let running) = life {
            (store, isToRun) = (running.store, true)
            audience = configuration.provider.address.url.text
            if (try? statusToEraseFor(running.store)) != nil { oweErasing() }
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
        forgetWallet()
        await configurationFeed.close()
        await forgetPolicy()
        try await erase(store, audience, telling: status, bridges)
        if isToRun { return try await start(bridges) }
        isErasingOwed = false
        walletStatus.set(.active)
    }

    /// The core has begun to erase a revoked wallet by itself; if that fails it is tried again.
    private func oweErasing() {
        guard !isErasingOwed else { return }
        isErasingOwed = true
        walletStatusTimer.wake()
    }

    /// What is known of a wallet that its user has deleted from elsewhere; nil if absent that is to be erased.
    private func statusToEraseFor(_ store: SealedStore) throws(WalletCoreError) -> StoredWalletStatus? {
        guard try store.value(.registration) != nil, let status = try store.value(.walletStatus), status.demandsWipe else { return nil }
        return status
    }

    /// Writes down what outlives it, then erases everything, the store's key first.
    ///
    /// - Parameters:
    ///   - store: nil when it cannot be opened.
    ///   - audience: the provider that is in force; nil before the initialisation.
    private func erase(
        _ store: SealedStore?, _ audience: String?, telling status: StoredWalletStatus?, _ bridges: PlatformBridges
    ) async throws(WalletCoreError) {
        let file = remainsFile(bridges)
        var record = PostWipeRecord()
        if let store {
            // Whatever comes of it, the next start opens it anew.
            defer { store.close() }
            record = try PostWipeRecord(of: store, audience: audience ?? keptAudience(store, bridges), at: bridges.clock.now)
        } else if let earlier = try await file.read() {
            // A store that was erased halfway has left what it wrote down.
            record.merge(earlier)
        }
        record.merge(publishedVersions(bridges))
        record.status = status?.revocation?.isTold == false ? status : nil
        reserve(bridges).release()
        try await file.write(record)
        if let store {
            try await store.erase(bridges.encryptionKey)
        } else {
            try await SealedStore.erase(
                in: bridges.utilities.storageDirectory, encryptionKey: bridges.encryptionKey, checkpoints: checkpoints)
        }
        await deleteKeys(except: record.pendingDeregistrations, bridges)
    }

    /// Opens the store. What an erased one has left goes into the new one first; one whose user has deleted the wallet from elsewhere is
    /// erased before anybody sees it. That it was deleted is told from before that on: it is true however long the erasing takes.
    ///
    /// - Throws: a store error.
    func openStore(_ bridges: PlatformBridges) async throws(WalletCoreError) -> SealedStore {
        try await settleInstallation(bridges)
        while true {
            let store = try await openStoreWithReserve(bridges)
            try await takePostWipeRecord(into: store, bridges)
            guard let status = try statusToEraseFor(store) else { return store }
            walletStatus.set(status.status)
            lockState.set(.locked(.refused))
            oweErasing()
            try await erase(store, nil, telling: status, bridges)
        }
    }

    /// Opens the store; on a full disk with the room that is kept for erasing, for it may be what is to be erased.
    private func openStoreWithReserve(_ bridges: PlatformBridges) async throws(WalletCoreError) -> SealedStore {
        func open() async throws(WalletCoreError) -> SealedStore {
            try await SealedStore.open(
                in: bridges.utilities.storageDirectory, encryptionKey: bridges.encryptionKey, randomBytes: randomBytes,
                checkpoints: checkpoints)
        }
        do throws(WalletCoreError) {
            return try await open()
        } catch {
            guard error.code == .storeFull, reserve(bridges).release() else { throw error }
            return try await open()
        }
    }

    /// The provider that the wallet is registered with, before the initialisation has put anything received in force: as the document says that
    /// lies beside the store, unless it is older than one that was accepted.
    private func keptAudience(_ store: SealedStore, _ bridges: PlatformBridges) -> String {
        let highest = (try? store.value(.highestVersion(of: .configuration))) ?? 0
        guard let kept = keptConfiguration(bridges), kept.version >= max(highest, embedded.version) else {
            return embedded.configuration.provider.address.url.text
        }
        return kept.contents.provider.address.url.text
    }

    private func keptConfiguration(_ bridges: PlatformBridges) -> SignedDocument<ConfigurationDocument>? {
        KeptDocument<ConfigurationDocument>(
            in: CoreFile(DocumentEndpoint.configuration.rawValue, in: bridges.utilities.storageDirectory),
            trusting: embedded.configurationTrust)?.document
    }

    /// Takes in what an erased store has left. Killed in between, the next start does it again.
    private func takePostWipeRecord(into store: SealedStore, _ bridges: PlatformBridges) async throws(WalletCoreError) {
        let file = remainsFile(bridges)
        // Beside a wallet they are of a wipe that was never begun.
        if try store.value(.registration) == nil, var record = try await file.read() {
            record.merge(try PostWipeRecord(of: store, audience: "", at: bridges.clock.now))
            try record.put(into: store)
            await deleteKeys(except: record.pendingDeregistrations, bridges)
        }
        try await file.remove()
    }

    private func remainsFile(_ bridges: PlatformBridges) -> PostWipeRecordFile {
        PostWipeRecordFile(bridges: bridges, randomBytes: randomBytes, checkpoints: checkpoints)
    }

    /// Deletes every key of a wallet but those with which accounts are still to be ended.
    private func deleteKeys(except pendingDeregistrations: [PendingDeregistration], _ bridges: PlatformBridges) async {
        await bridges.biometrics.deleteKey()
        await bridges.attestedKey.deleteAll(except: Set(pendingDeregistrations.map(\.identity.deviceKeyID)))
    }

    /// What the documents that lie beside the store say of themselves, whatever the store says.
    private func publishedVersions(_ bridges: PlatformBridges) -> PostWipeRecord {
        var record = PostWipeRecord()
        let directory = bridges.utilities.storageDirectory
        record.highestVersions[DocumentEndpoint.configuration.rawValue] = keptConfiguration(bridges)?.version
        guard
            let policy = KeptDocument<UpdatePolicy>(
                in: CoreFile(DocumentEndpoint.updatePolicy.rawValue, in: directory), trusting: embedded.updatePolicyTrust)?.document
        else { return record }
        record.note(policy, on: embedded.appVersion, at: bridges.clock.now)
        return record
    }

    /// What the core holds in memory of a wallet.
    private func forgetWallet() {
        preparedChallenges = [:]
        unanswered = [:]
        wasCheckRejected = false
        wrongTriesHere = 0
        rightPINAt = nil
        keysUnderWay = []
        chosenInactivity = nil
        isStatusWanted = false
        statusLists = [:]
        cardList = nil
        cardChecks = [:]
        cardsState.set(.hidden)
    }
}
