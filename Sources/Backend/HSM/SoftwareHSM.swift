// SPDX-License-Identifier: EUPL-1.2

import Crypto
import DurableFiles
package import Foundation
import Synchronization

/// An HSM in software, the embedded default for demonstrations and small installations.
///
/// The keys are in memory and in one sealed file (see `SealedKeyFile`). This file together with its secret reveals the keys, so store them
/// separately. If another process changes the file, the next call that names a signing key reads the file again.
package final class SoftwareHSM: HSM, KeyAdministration {
    private struct Loaded {
        var keys: KeySet
        var edition: FileEdition?
    }

    private let file: SealedKeyFile
    private let clock: @Sendable () -> Date
    private let loaded: Mutex<Loaded>

    /// Opens the keys, or creates them if neither file exists.
    ///
    /// - Parameters:
    ///   - keyFile: the path of the sealed keys.
    ///   - secretFile: the path of the 32 bytes that open them.
    ///   - clock: the time for new keys and for the expiry of keys.
    /// - Throws: `HSMError` with `incomplete` if only one of the two files exists, `damaged`, `newerVersion` or `file`. Existing keys are
    ///   never overwritten. A key is created for each purpose without a key.
    package init(keyFile: String, secretFile: String, clock: @escaping @Sendable () -> Date = { Date() }) throws(HSMError) {
        file = SealedKeyFile(path: keyFile, secretPath: secretFile)
        self.clock = clock
        let keys = try file.loadOrCreate(at: clock())
        // An edition queried after the reading could be a later edition. With nil, the first call reads the file again.
        loaded = Mutex(Loaded(keys: keys, edition: nil))
    }

    /// Returns the public keys from the file, newest first. Never throws `unavailable`, because the keys are in memory.
    package func publicKeys(for purpose: SigningPurpose) async throws(HSMError) -> [HSMPublicKey] {
        try signingKeys(for: purpose).map(\.publicKey)
    }

    /// Signs in this process. Throws `keyMissing` for an id that is unknown, has expired or does not sign yet.
    package func sign(_ bytes: [UInt8], with keyID: String, for purpose: SigningPurpose) async throws(HSMError) -> [UInt8] {
        guard let key = try signingKeys(for: purpose).first(where: { $0.id == keyID && !$0.isNext })?.key else {
            throw HSMError(.keyMissing, "no \(purpose.rawValue) key with this id")
        }
        return try Self.signature(over: SHA256.hash(data: bytes), with: key)
    }

    /// Seals in this process with a random nonce.
    package func seal(_ plaintext: [UInt8], for purpose: EncryptionPurpose, associatedData: [UInt8]) async throws(HSMError) -> [UInt8] {
        let key = try secretKey(for: .encryption(purpose))
        do {
            let box = try AES.GCM.seal(plaintext, using: key, authenticating: [Self.sealFormat] + associatedData)
            guard let combined = box.combined else { throw HSMError(.unavailable, "the library made an unusual nonce") }
            return [Self.sealFormat] + combined
        } catch {
            throw HSMError(.unavailable, "the library could not encrypt")
        }
    }

    /// Opens in this process. Throws `notAuthentic` if the bytes, the key or the associated data differ.
    package func open(_ sealed: [UInt8], for purpose: EncryptionPurpose, associatedData: [UInt8]) async throws(HSMError) -> [UInt8] {
        let key = try secretKey(for: .encryption(purpose))
        do {
            guard sealed.first == Self.sealFormat else { throw HSMError(.notAuthentic, "unknown format") }
            let box = try AES.GCM.SealedBox(combined: Array(sealed.dropFirst()))
            return Array(try AES.GCM.open(box, using: key, authenticating: [Self.sealFormat] + associatedData))
        } catch {
            throw HSMError(.notAuthentic, "not sealed by this HSM for this purpose and associated data")
        }
    }

    /// Returns an HMAC-SHA-256 computed in this process, 32 bytes.
    package func authenticationCode(over bytes: [UInt8], for purpose: AuthenticationPurpose) async throws(HSMError) -> [UInt8] {
        let key = try secretKey(for: .authentication(purpose))
        return Array(HMAC<SHA256>.authenticationCode(for: bytes, using: key))
    }

    /// The format byte of sealed data, which is authenticated, too.
    private static let sealFormat: UInt8 = 1

    private static func signature(over digest: some Digest, with key: P256.Signing.PrivateKey) throws(HSMError) -> [UInt8] {
        do {
            return Array(try key.signature(for: digest).rawRepresentation)
        } catch {
            throw HSMError(.unavailable, "the library could not sign")
        }
    }

    private func signingKeys(for purpose: SigningPurpose) throws(HSMError) -> [KeySet.SigningKey] {
        let now = clock()
        let usable = current().signing[purpose]?.filter { !$0.isExpired(at: now) } ?? []
        guard !usable.isEmpty else { throw HSMError(.keyMissing, "no \(purpose.rawValue) key") }
        return usable
    }

    private func secretKey(for purpose: KeyPurpose) throws(HSMError) -> SymmetricKey {
        guard let key = loaded.withLock({ $0.keys.secrets[purpose]?.key }) else {
            throw HSMError(.keyMissing, "no key for \(purpose.name)")
        }
        return key
    }

    /// Returns the keys, read again if the file's edition has changed. A missing or unreadable file changes nothing.
    private func current() -> KeySet {
        let edition = FileEdition(of: file.path)
        return loaded.withLock { loaded in
            if let edition, edition != loaded.edition, let keys = try? file.load() {
                loaded = Loaded(keys: keys, edition: edition)
            }
            return loaded.keys
        }
    }
}

// MARK: - Users' keys

extension SoftwareHSM {
    /// Creates the pair in this process. Only the caller keeps the wrapped private key.
    package func makeWalletKey(boundTo binding: [UInt8]) async throws(HSMError) -> WrappedKey {
        let key = P256.Signing.PrivateKey()
        let wrapped = try WalletKeySealing.wrap(key, boundTo: binding, under: secretKey(for: .walletKey(.walletKeyWrapping)))
        return WrappedKey(publicKey: key.publicKey, wrapped: wrapped)
    }

    /// Unwraps and signs in this process. Throws `wrongDigestLength`, or `notAuthentic` if the wrapped key or the binding differs.
    package func sign(digest: [UInt8], withWrapped wrapped: [UInt8], boundTo binding: [UInt8]) async throws(HSMError) -> [UInt8] {
        let digest = try GivenDigest(digest)
        let key = try WalletKeySealing.unwrap(wrapped, boundTo: binding, under: secretKey(for: .walletKey(.walletKeyWrapping)))
        return try Self.signature(over: digest, with: key)
    }
}

// MARK: - Administration

extension SoftwareHSM {
    /// Returns all keys in the file.
    package func list() async throws(HSMError) -> [KeyDescription] {
        current().descriptions(at: clock())
    }

    /// Creates the missing keys in the file. Throws `file`, `damaged` or `newerVersion` if the file has become unusable.
    package func createKeys() async throws(HSMError) -> [KeyDescription] {
        let now = clock()
        var added: Set<KeyPurpose> = []
        let keys = try file.update { keys in added = keys.addMissing(at: now) }
        remember(keys)
        return keys.descriptions(at: now).filter { added.contains($0.purpose) }
    }

    /// Writes the file with the new key before using it. Throws `file`, `damaged` or `newerVersion` like `createKeys()`.
    package func rotate(_ purpose: SigningPurpose, oldKeysVerifyUntil expiry: Date) async throws(HSMError) -> KeyDescription {
        let now = clock()
        return try changed(purpose, { $0.state == .active }) { keys in keys.rotate(purpose, oldKeysVerifyUntil: expiry, at: now) }
    }

    /// Writes the file with the next key. Throws `file`, `damaged` or `newerVersion` like `createKeys()`.
    package func makeNextKey(for purpose: SigningPurpose) async throws(HSMError) -> KeyDescription {
        let now = clock()
        return try changed(purpose, { $0.state == .next }) { keys in keys.addNext(purpose, at: now) }
    }

    /// Writes the file with the next key activated. Throws `keyMissing` without a next key; `file`, `damaged` or `newerVersion` like
    /// `createKeys()`.
    package func activateNextKey(for purpose: SigningPurpose, oldKeysVerifyUntil expiry: Date) async throws(HSMError) -> KeyDescription {
        try changed(purpose, { $0.state == .active }) { keys throws(HSMError) in
            try keys.activateNext(purpose, oldKeysVerifyUntil: expiry)
        }
    }

    /// Writes the file with the key expired. Throws `keyMissing`, `keyUnfit`; `file`, `damaged` or `newerVersion` like `createKeys()`.
    package func retireKey(_ keyID: String, for purpose: SigningPurpose) async throws(HSMError) -> KeyDescription {
        let now = clock()
        return try changed(purpose, { $0.keyID == keyID }) { keys throws(HSMError) in try keys.retire(keyID, for: purpose, at: now) }
    }

    /// Changes the file and returns the matching key.
    private func changed(
        _ purpose: SigningPurpose, _ isMeant: (KeyDescription) -> Bool, _ change: (inout KeySet) throws(HSMError) -> Void
    ) throws(HSMError) -> KeyDescription {
        let keys = try file.update(change)
        remember(keys)
        guard let key = keys.descriptions(at: clock()).first(where: { $0.purpose == .signing(purpose) && isMeant($0) }) else {
            throw HSMError(.keyMissing, "no \(purpose.rawValue) key")
        }
        return key
    }

    private func remember(_ keys: KeySet) {
        loaded.withLock { $0 = Loaded(keys: keys, edition: nil) }
    }
}
