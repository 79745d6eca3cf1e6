// SPDX-License-Identifier: EUPL-1.2

import Crypto
import DurableFiles
package import Foundation
import Synchronization

/// An HSM in software: the embedded default, for demonstrations and small installations.
///
/// The keys are in memory and in one sealed file (see `SealedKeyFile`). Whoever can read that file and its secret has the keys; keep the two
/// apart. When another process changes the file, the keys are read again at the next call that names a signing key.
package final class SoftwareHSM: HSM, KeyAdministration {
    private struct Loaded {
        var keys: KeySet
        var edition: FileEdition?
    }

    private let file: SealedKeyFile
    private let clock: @Sendable () -> Date
    private let loaded: Mutex<Loaded>

    /// Opens the keys, or makes them when neither of the two files is there.
    ///
    /// - Parameters:
    ///   - keyFile: the path of the sealed keys.
    ///   - secretFile: the path of the 32 bytes that open them.
    ///   - clock: decides when a key was made and whether it is expired.
    /// - Throws: `HSMError` with `incomplete` when just one of them is there, `damaged`, `newerVersion` or `file`; no key that exists is
    ///   ever written over. A purpose that has no key yet in the file gets one.
    package init(keyFile: String, secretFile: String, clock: @escaping @Sendable () -> Date = { Date() }) throws(HSMError) {
        file = SealedKeyFile(path: keyFile, secretPath: secretFile)
        self.clock = clock
        let keys = try file.loadOrCreate(at: clock())
        // An edition that is asked for after the reading may be a later one; it is nil here, so that the first call reads once more.
        loaded = Mutex(Loaded(keys: keys, edition: nil))
    }

    /// The public halves of the keys in the file, the newest first. Never throws `unavailable`: the keys are in memory.
    package func publicKeys(for purpose: SigningPurpose) async throws(HSMError) -> [HSMPublicKey] {
        try signingKeys(for: purpose).map { HSMPublicKey(keyID: $0.id, key: $0.key.publicKey) }
    }

    /// Signs in this process. Throws `keyMissing` for an id that the file does not hold, or whose key has expired or does not sign yet.
    package func sign(_ bytes: [UInt8], with keyID: String, for purpose: SigningPurpose) async throws(HSMError) -> [UInt8] {
        guard let key = try signingKeys(for: purpose).first(where: { $0.id == keyID && !$0.isNext })?.key else {
            throw HSMError(.keyMissing, "no \(purpose.rawValue) key with this id")
        }
        return try Self.signature(over: bytes, with: key)
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

    /// Opens in this process. Throws `notAuthentic` when the bytes, the key or the associated data differ.
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

    /// HMAC-SHA-256 in this process, 32 bytes.
    package func authenticationCode(over bytes: [UInt8], for purpose: AuthenticationPurpose) async throws(HSMError) -> [UInt8] {
        let key = try secretKey(for: .authentication(purpose))
        return Array(HMAC<SHA256>.authenticationCode(for: bytes, using: key))
    }

    /// The first byte of what `seal` makes; it is authenticated, too.
    private static let sealFormat: UInt8 = 1

    private static func signature(over bytes: [UInt8], with key: P256.Signing.PrivateKey) throws(HSMError) -> [UInt8] {
        do {
            return Array(try key.signature(for: bytes).rawRepresentation)
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

    /// The keys, read again when the file is another one than last time. A file that is gone or cannot be read changes nothing.
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
    /// Makes the pair in this process; only the wrapped private key is kept, by the caller.
    package func makeWalletKey(boundTo binding: [UInt8]) async throws(HSMError) -> WrappedKey {
        let key = P256.Signing.PrivateKey()
        let wrapped = try WalletKeySealing.wrap(key, boundTo: binding, under: secretKey(for: .walletKey(.walletKeyWrapping)))
        return WrappedKey(publicKey: key.publicKey, wrapped: wrapped)
    }

    /// Unwraps and signs in this process. Throws `notAuthentic` when the wrapped key or the binding differs.
    package func sign(_ bytes: [UInt8], withWrapped wrapped: [UInt8], boundTo binding: [UInt8]) async throws(HSMError) -> [UInt8] {
        let key = try WalletKeySealing.unwrap(wrapped, boundTo: binding, under: secretKey(for: .walletKey(.walletKeyWrapping)))
        return try Self.signature(over: bytes, with: key)
    }
}

// MARK: - Administration

extension SoftwareHSM {
    /// All keys in the file.
    package func list() async throws(HSMError) -> [KeyDescription] {
        current().descriptions(at: clock())
    }

    /// Makes what is missing in the file. Throws `file`, `damaged` or `newerVersion` when it is no longer what was opened.
    package func createKeys() async throws(HSMError) -> [KeyDescription] {
        let now = clock()
        var added: Set<KeyPurpose> = []
        let keys = try file.update { keys in added = keys.addMissing(at: now) }
        remember(keys)
        return keys.descriptions(at: now).filter { added.contains($0.purpose) }
    }

    /// Writes the file with the new key; only then it is used. Throws `file`, `damaged` or `newerVersion` as `createKeys()`.
    package func rotate(_ purpose: SigningPurpose, oldKeysVerifyUntil expiry: Date) async throws(HSMError) -> KeyDescription {
        let now = clock()
        return try changed(purpose, { $0.state == .active }) { keys in keys.rotate(purpose, oldKeysVerifyUntil: expiry, at: now) }
    }

    /// Writes the file with the next key. Throws `file`, `damaged` or `newerVersion` as `createKeys()`.
    package func makeNextKey(for purpose: SigningPurpose) async throws(HSMError) -> KeyDescription {
        let now = clock()
        return try changed(purpose, { $0.state == .next }) { keys in keys.addNext(purpose, at: now) }
    }

    /// Writes the file in which the next key signs. Throws `keyMissing` without one; `file`, `damaged` or `newerVersion` as `createKeys()`.
    package func activateNextKey(for purpose: SigningPurpose, oldKeysVerifyUntil expiry: Date) async throws(HSMError) -> KeyDescription {
        try changed(purpose, { $0.state == .active }) { keys throws(HSMError) in
            try keys.activateNext(purpose, oldKeysVerifyUntil: expiry)
        }
    }

    /// Writes the file in which the key is expired. Throws `keyMissing`, `keyUnfit`; `file`, `damaged` or `newerVersion` as `createKeys()`.
    package func retireKey(_ keyID: String, for purpose: SigningPurpose) async throws(HSMError) -> KeyDescription {
        let now = clock()
        return try changed(purpose, { $0.keyID == keyID }) { keys throws(HSMError) in try keys.retire(keyID, for: purpose, at: now) }
    }

    /// Changes the file, and finds the key that it was about.
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
