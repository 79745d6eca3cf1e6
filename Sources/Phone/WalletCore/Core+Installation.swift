// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport
import WalletInterface

extension Core {
    /// Removes the keys of an earlier installation of the app, then stores the present installation's identity in the hardware. Runs before
    /// the store is opened.
    ///
    /// The next start completes an interrupted run, because the earlier installation's identity is removed last.
    ///
    /// - Throws: `hardwareFailed`, also if the hardware does not delete a key or the phone does not answer.
    func settleInstallation(_ bridges: PlatformBridges) async throws(WalletCoreError) {
        guard let identity = try await bridges.utilities.installationIdentityInTime() else { return }
        let memory = InstallationMemory(identity: identity, encryptionKey: bridges.encryptionKey)
        if try await memory.isOutdated(in: bridges.utilities.storageDirectory) { try await removeEarlierKeys(bridges) }
        await memory.notePresent()
    }

    /// The earlier wallet's account cannot be deregistered: its ID was deleted with the files, and no platform keeps the device key.
    private func removeEarlierKeys(_ bridges: PlatformBridges) async throws(WalletCoreError) {
        await bridges.biometrics.deleteKey()
        await bridges.attestedKey.deleteAll(except: [])
        for identifier in [SealedStore.encryptionKeyIdentifier, PostWipeRecordFile.encryptionKeyIdentifier, SealedStore.memoryIdentifier] {
            await bridges.encryptionKey.delete(identifier)
            try await requireNoKey(identifier, bridges)
        }
        await bridges.encryptionKey.deleteAll()
        try await requireNoKey(InstallationMemory.encryptionKeyIdentifier, bridges)
    }

    private func requireNoKey(_ identifier: String, _ bridges: PlatformBridges) async throws(WalletCoreError) {
        guard try await !SealedStore.keyExists(bridges.encryptionKey, identifier) else {
            throw WalletCoreError(.hardwareFailed, "the phone's hardware still holds a key of an earlier installation")
        }
    }
}
