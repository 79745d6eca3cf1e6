// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation

/// An HSM in software: the embedded default, for demonstrations and small installations.
///
/// The keys are in memory and in one sealed file (see `SealedKeyFile`). Whoever can read that file and its secret has the keys; keep the two
/// apart.
package struct SoftwareHSM: HSM {
    private let keys: KeySet

    /// Opens the keys, or makes them when neither of the two files is there.
    ///
    /// - Parameters:
    ///   - keyFile: the path of the sealed keys.
    ///   - secretFile: the path of the 32 bytes that open them.
    /// - Throws: `HSMError` with `incomplete` when just one of them is there, `damaged`, `newerVersion` or `file`; nothing that exists is
    ///   ever written over.
    package init(keyFile: String, secretFile: String) throws(HSMError) {
        keys = try SealedKeyFile(path: keyFile, secretPath: secretFile).loadOrCreate()
    }

    /// The public halves of the keys in the file, the newest first. Never throws `unavailable`: the keys are in memory.
    package func publicKeys(for purpose: SigningPurpose) async throws(HSMError) -> [HSMPublicKey] {
        try signingKeys(for: purpose).map { HSMPublicKey(keyID: $0.id, key: $0.key.publicKey) }
    }

    /// Signs in this process. Throws `keyMissing` for an id that the file does not hold.
    package func sign(_ bytes: [UInt8], with keyID: String, for purpose: SigningPurpose) async throws(HSMError) -> [UInt8] {
        guard let key = try signingKeys(for: purpose).first(where: { $0.id == keyID })?.key else {
            throw HSMError(.keyMissing, "no \(purpose.rawValue) key with this id")
        }
        do {
            return Array(try key.signature(for: bytes).rawRepresentation)
        } catch {
            throw HSMError(.unavailable, "the library could not sign")
        }
    }

    /// Seals in this process with a random nonce.
    package func seal(_ plaintext: [UInt8], for purpose: EncryptionPurpose, associatedData: [UInt8]) async throws(HSMError) -> [UInt8] {
        let key = try encryptionKey(for: purpose)
        do {
            let box = try AES.GCM.seal(plaintext, using: key, authenticating: [Self.sealFormat] + associatedData)
            guard let combined = box.combined else { throw HSMError(.unavailable, "the library made an unusual nonce") }
            return [Self.sealFormat] + combined
        } catch {
            throw HSMError(.unavailable, "the library could not encrypt")
        }
    }

    /// Opens in this process. Throws `notAuthentic` when the bytes, the key or the associated data differ.
    package func open(_ sealed: [UInt8], for purpose: EncryptionPurpose, associatedData: [UInt8]) async throws(HSMError) -> [UInt8] {
        let key = try encryptionKey(for: purpose)
        do {
            guard sealed.first == Self.sealFormat else { throw HSMError(.notAuthentic, "unknown format") }
            let box = try AES.GCM.SealedBox(combined: Array(sealed.dropFirst()))
            return Array(try AES.GCM.open(box, using: key, authenticating: [Self.sealFormat] + associatedData))
        } catch {
            throw HSMError(.notAuthentic, "not sealed by this HSM for this purpose and associated data")
        }
    }

    /// HMAC-SHA-256 in this process, 32 bytes.
    package func authenticationCode(over bytes: [UInt8], for purpose: AuthenticationPurpose) async throws(HSMError) -> [UInt8] {
        guard let key = keys.authentication[purpose] else { throw HSMError(.keyMissing, "no key for \(purpose.rawValue)") }
        return Array(HMAC<SHA256>.authenticationCode(for: bytes, using: key))
    }

    /// The first byte of what `seal` makes; it is authenticated, too.
    private static let sealFormat: UInt8 = 1

    private func signingKeys(for purpose: SigningPurpose) throws(HSMError) -> [KeySet.SigningKey] {
        guard let found = keys.signing[purpose], !found.isEmpty else { throw HSMError(.keyMissing, "no \(purpose.rawValue) key") }
        return found
    }

    private func encryptionKey(for purpose: EncryptionPurpose) throws(HSMError) -> SymmetricKey {
        guard let key = keys.encryption[purpose] else { throw HSMError(.keyMissing, "no key for \(purpose.rawValue)") }
        return key
    }
}
