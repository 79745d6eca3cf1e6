// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import PlatformSupport

/// Encryption keys of the simulated phone: AES-256-GCM, each bound to the name that the app gave it.
struct SimulatedEncryptionKeys: EncryptionKeyBridge {
    let device: SimulatedDevice

    func encrypt(_ plaintext: [UInt8], with identifier: String) async throws(EncryptionKeyError) -> [UInt8] {
        try requireUnlock()
        let fresh = unsafe SymmetricKey(size: .bits256).withUnsafeBytes { unsafe Data($0) }
        let key: Data
        do throws(SimulatedPhoneError) {
            key = try device.update { hardware in
                let key = hardware.encryptionKeys[identifier] ?? fresh
                hardware.encryptionKeys[identifier] = key
                return key
            }
        } catch {
            throw .failed
        }
        guard
            let sealed = try? AES.GCM.seal(plaintext, using: SymmetricKey(data: key), authenticating: Array(identifier.utf8)).combined
        else { throw .failed }
        return Array(sealed)
    }

    func decrypt(_ ciphertext: [UInt8], with identifier: String) async throws(EncryptionKeyError) -> [UInt8] {
        try requireUnlock()
        guard let key = device.contents.encryptionKeys[identifier] else { throw .unknownKey }
        guard let box = try? AES.GCM.SealedBox(combined: ciphertext),
            var plaintext = try? AES.GCM.open(box, using: SymmetricKey(data: key), authenticating: Array(identifier.utf8))
        else { throw .notDecryptable }
        // The hardware does not keep the plaintext that it returns.
        defer { plaintext.resetBytes(in: plaintext.startIndex..<plaintext.endIndex) }
        return Array(plaintext)
    }

    func delete(_ identifier: String) async {
        _ = try? device.update { $0.encryptionKeys.removeValue(forKey: identifier) }
    }

    func deleteAll() async {
        try? device.update { $0.encryptionKeys = [:] }
    }

    private func requireUnlock() throws(EncryptionKeyError) {
        if device.isAwaitingUnlock { throw .notAvailableYet }
    }
}
