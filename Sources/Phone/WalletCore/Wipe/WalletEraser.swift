// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport
import WalletConfiguration
import WalletInterface

/// Erases a wallet from the phone, and moves the few values that outlive it to the next store.
struct WalletEraser: Sendable {
    let bridges: PlatformBridges
    let embedded: EmbeddedEdition
    let randomBytes: @Sendable (Int) -> [UInt8]
    let checkpoints: any CheckpointObserver

    /// The disk space that is reserved for the erasure.
    var reserve: WipeReserve { WipeReserve(in: bridges.utilities.storageDirectory, randomBytes: randomBytes) }

    /// Stores the values that outlive the wallet, then erases everything, the store's key first.
    ///
    /// - Parameters:
    ///   - store: nil if it cannot be opened.
    ///   - audience: the provider in force; nil before the initialisation.
    ///   - status: the revocation that outlives the wallet until the user has seen it; nil for an erasure by the user.
    func erase(_ store: SealedStore?, _ audience: String?, keeping status: StoredWalletStatus?) async throws(WalletCoreError) {
        let file = postWipeRecordFile()
        var record = PostWipeRecord()
        if let store {
            // In every case the store is closed; the next start opens it again.
            defer { store.close() }
            record = try PostWipeRecord(of: store, audience: audience ?? keptAudience(store), at: bridges.clock.possibleNow)
        } else if let earlier = try await file.read() {
            // A half-erased store has left its record.
            record.merge(earlier)
        }
        record.merge(publishedVersions())
        record.status = status?.revocation?.isShown == false ? status : nil
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

    /// Opens the store, and puts the record of an erased store into it.
    ///
    /// - Throws: a store error.
    func openStore() async throws(WalletCoreError) -> SealedStore {
        let store = try await openWithReserve()
        try await takePostWipeRecord(into: store)
        return store
    }

    /// Opens the store. On a full disk it releases the reserved space first, because the wallet in this store may have to be erased. The
    /// key hardware may need that space too.
    private func openWithReserve() async throws(WalletCoreError) -> SealedStore {
        func open() async throws(WalletCoreError) -> SealedStore {
            try await SealedStore.open(
                in: bridges.utilities.storageDirectory, encryptionKey: bridges.encryptionKey, randomBytes: randomBytes,
                checkpoints: checkpoints)
        }
        do throws(WalletCoreError) {
            return try await open()
        } catch {
            guard error.code == .storeFull || error.code == .hardwareFailed, reserve.release() else { throw error }
            return try await open()
        }
    }

    /// The provider at which the wallet is registered, before the initialisation has put a received configuration into force: the provider
    /// in the configuration file beside the store, unless that configuration is older than an accepted configuration.
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

    /// Puts the record of an erased store into the store. After a kill the next start repeats it.
    private func takePostWipeRecord(into store: SealedStore) async throws(WalletCoreError) {
        let file = postWipeRecordFile()
        // A record beside a registered wallet comes from a wipe that stopped before the erasure began.
        if try store.value(.registration) == nil, var record = try await file.read() {
            record.merge(try PostWipeRecord(of: store, audience: "", at: bridges.clock.possibleNow))
            try record.put(into: store)
            await deleteKeys(except: record.pendingDeregistrations)
        }
        try await file.remove()
    }

    private func postWipeRecordFile() -> PostWipeRecordFile {
        PostWipeRecordFile(bridges: bridges, randomBytes: randomBytes, checkpoints: checkpoints)
    }

    /// Deletes all keys of the wallet, except those needed for pending deregistrations.
    private func deleteKeys(except pendingDeregistrations: [PendingDeregistration]) async {
        await bridges.biometrics.deleteKey()
        await bridges.attestedKey.deleteAll(except: Set(pendingDeregistrations.map(\.identity.deviceKeyID)))
    }

    /// The versions of the documents beside the store, independently of the store.
    private func publishedVersions() -> PostWipeRecord {
        var record = PostWipeRecord()
        let directory = bridges.utilities.storageDirectory
        record.highestVersions[DocumentEndpoint.configuration.rawValue] = keptConfiguration()?.version
        guard
            let policy = KeptDocument<UpdatePolicy>(
                in: CoreFile(DocumentEndpoint.updatePolicy.rawValue, in: directory), trusting: embedded.updatePolicyTrust)?.document
        else { return record }
        record.note(policy, on: embedded.appVersion, at: bridges.clock.possibleNow)
        return record
    }
}
