// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport
import WalletInterface

extension WalletCore {
    /// Removes the keys of an earlier installation of the app, then has the hardware remember the present one. Comes before the store is opened.
    ///
    /// A start that ends in between is finished by the next: the memory of the earlier installation goes last.
    ///
    /// - Throws: `unexpected` when the hardware fails, or keeps a key.
    func settleInstallation(_ bridges: PlatformBridges) async throws(WalletCoreError) {
        guard let identity = await bridges.utilities.installationIdentity() else { return }
        let memory = InstallationMemory(identity: identity, encryptionKey: bridges.encryptionKey)
        if try await memory.isOutdated(in: bridges.utilities.storageDirectory) { try await removeEarlierKeys(bridges) }
        await memory.notePresent()
    }

    /// The account of the earlier wallet cannot be ended: its name went with the files, and neither kind of phone keeps the device key.
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
            throw WalletCoreError(.unexpected, "the phone's hardware still holds a key of an earlier installation")
        }
    }
}
