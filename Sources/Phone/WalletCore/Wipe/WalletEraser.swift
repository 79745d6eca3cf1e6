// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport
import WalletConfiguration
import WalletInterface

/// Erases a wallet from the phone, and carries the few values that outlive it into the next store.
struct WalletEraser: Sendable {
    let bridges: PlatformBridges
    let embedded: EmbeddedEdition
    let randomBytes: @Sendable (Int) -> [UInt8]
    let checkpoints: any CheckpointObserver

    /// The room on the disk that is kept for erasing.
    var reserve: WipeReserve { WipeReserve(in: bridges.utilities.storageDirectory, randomBytes: randomBytes) }

    /// Writes down what outlives the wallet, then erases everything, the store's key first.
    ///
    /// - Parameters:
    ///   - store: nil when it cannot be opened.
    ///   - audience: the provider that is in force; nil before the initialisation.
    func erase(_ store: SealedStore?, _ audience: String?, telling status: StoredWalletStatus?) async throws(WalletCoreError) {
        let file = remainsFile()
        var record = PostWipeRecord()
        if let store {
            // Whatever comes of it, the next start opens it anew.
            defer { store.close() }
            record = try PostWipeRecord(of: store, audience: audience ?? keptAudience(store), at: bridges.clock.now)
        } else if let earlier = try await file.read() {
            // A store that was half erased has left its remains.
            record.merge(earlier)
        }
        record.merge(publishedVersions())
        record.status = status?.revocation?.isTold == false ? status : nil
        reserve.release()
        try await file.write(record)
        if let store {
            try await store.erase(bridges.encryptionKey)
        } else {
            try await SealedStore.erase(
                in: bridges.utilities.storageDirectory, encryptionKey: bridges.encryptionKey, checkpoints: checkpoints)
        }
        await deleteKeys(except: record.pendingDeregistrations)
    }

    /// Opens the store, and puts what an erased store has left into it.
    ///
    /// - Throws: a store error.
    func openStore() async throws(WalletCoreError) -> SealedStore {
        let store = try await openWithReserve()
        try await takePostWipeRecord(into: store)
        return store
    }

    /// Opens the store; on a full disk with the room that is kept for erasing, for this store may be the one to be erased.
    private func openWithReserve() async throws(WalletCoreError) -> SealedStore {
        func open() async throws(WalletCoreError) -> SealedStore {
            try await SealedStore.open(
                in: bridges.utilities.storageDirectory, encryptionKey: bridges.encryptionKey, randomBytes: randomBytes,
                checkpoints: checkpoints)
        }
        do throws(WalletCoreError) {
            return try await open()
        } catch {
            guard error.code == .storeFull, reserve.release() else { throw error }
            return try await open()
        }
    }

    /// The provider that the wallet is registered with, before the initialisation has put a received configuration into force: that of the document
    /// beside the store, unless it is older than an accepted one.
    private func keptAudience(_ store: SealedStore) -> String {
        let highest = (try? store.value(.highestVersion(of: .configuration))) ?? 0
        guard let kept = keptConfiguration(), kept.version >= max(highest, embedded.version) else {
            return embedded.configuration.provider.address.url.text
        }
        return kept.contents.provider.address.url.text
    }

    private func keptConfiguration() -> SignedDocument<ConfigurationDocument>? {
        KeptDocument<ConfigurationDocument>(
            in: CoreFile(DocumentEndpoint.configuration.rawValue, in: bridges.utilities.storageDirectory),
            trusting: embedded.configurationTrust)?.document
    }

    /// Puts what an erased store has left into the store. After a kill in between the next start does it again.
    private func takePostWipeRecord(into store: SealedStore) async throws(WalletCoreError) {
        let file = remainsFile()
        // Remains beside a wallet are of a wipe that never began to erase.
        if try store.value(.registration) == nil, var record = try await file.read() {
            record.merge(try PostWipeRecord(of: store, audience: "", at: bridges.clock.now))
            try record.put(into: store)
            await deleteKeys(except: record.pendingDeregistrations)
        }
        try await file.remove()
    }

    private func remainsFile() -> PostWipeRecordFile {
        PostWipeRecordFile(bridges: bridges, randomBytes: randomBytes, checkpoints: checkpoints)
    }

    /// Deletes every key of a wallet but those with which accounts are still to be ended.
    private func deleteKeys(except pendingDeregistrations: [PendingDeregistration]) async {
        await bridges.biometrics.deleteKey()
        await bridges.attestedKey.deleteAll(except: Set(pendingDeregistrations.map(\.identity.deviceKeyID)))
    }

    /// The versions of the documents beside the store, whatever the store says.
    private func publishedVersions() -> PostWipeRecord {
        var record = PostWipeRecord()
        let directory = bridges.utilities.storageDirectory
        record.highestVersions[DocumentEndpoint.configuration.rawValue] = keptConfiguration()?.version
        guard
            let policy = KeptDocument<UpdatePolicy>(
                in: CoreFile(DocumentEndpoint.updatePolicy.rawValue, in: directory), trusting: embedded.updatePolicyTrust)?.document
        else { return record }
        record.note(policy, on: embedded.appVersion, at: bridges.clock.now)
        return record
    }
}
