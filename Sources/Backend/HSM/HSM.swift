// SPDX-License-Identifier: EUPL-1.2

package import Crypto

/// A store of a wallet provider's keys that does not reveal them.
///
/// Every key has one purpose, and each call names the purpose, so that a key is never used for a different purpose. All functions throw
/// `HSMError`: `unavailable` if the device is unreachable, `keyMissing` if it has no such key.
///
/// - SeeAlso: provider-protocol.md, *Keys*.
package protocol HSM: Sendable {
    /// Returns the public keys of a purpose. The first key signs. The next key, if any, follows; it signs once it is activated. Then follow
    /// the keys from before a rotation, newest first, which verify until they expire.
    ///
    /// - Returns: at least one key.
    func publicKeys(for purpose: SigningPurpose) async throws(HSMError) -> [HSMPublicKey]

    /// Returns the public key with this id, to verify signatures of other replicas.
    ///
    /// An HSM with a cached list of keys reads the list again for an unknown id, so that a key created elsewhere a moment ago is found.
    ///
    /// - Returns: nil if no key of this purpose has the id, or the key has expired.
    func publicKey(withID keyID: String, for purpose: SigningPurpose) async throws(HSMError) -> HSMPublicKey?

    /// Returns an ECDSA signature over the SHA-256 of the bytes.
    ///
    /// - Parameters:
    ///   - bytes: any length.
    ///   - keyID: one of the ids of `publicKeys(for:)`. For any other id and for a next key the error is `keyMissing`.
    /// - Returns: r ‖ s, big-endian, 64 bytes.
    func sign(_ bytes: [UInt8], with keyID: String, for purpose: SigningPurpose) async throws(HSMError) -> [UInt8]

    /// Encrypts with AES-256-GCM under a random nonce.
    ///
    /// - Parameter associatedData: the context of the data; `open` requires the same.
    /// - Returns: one format byte, nonce, ciphertext and tag; 29 bytes more than the plaintext.
    func seal(_ plaintext: [UInt8], for purpose: EncryptionPurpose, associatedData: [UInt8]) async throws(HSMError) -> [UInt8]

    /// Decrypts the result of `seal`.
    ///
    /// - Throws: also `HSMError` with `notAuthentic` if the sealed bytes or the associated data were altered.
    func open(_ sealed: [UInt8], for purpose: EncryptionPurpose, associatedData: [UInt8]) async throws(HSMError) -> [UInt8]

    /// Decrypts the result of `seal`, and returns the plaintext with its HMAC-SHA-256. An HSM whose calls are costly does both in one call.
    ///
    /// - Throws: what `open` and `authenticationCode` throw.
    func openAndAuthenticate(
        _ sealed: [UInt8], for purpose: EncryptionPurpose, associatedData: [UInt8], authenticatingFor authentication: AuthenticationPurpose
    ) async throws(HSMError) -> (plaintext: [UInt8], code: [UInt8])

    /// Returns the HMAC-SHA-256 of exactly these bytes.
    ///
    /// - Returns: 32 bytes.
    func authenticationCode(over bytes: [UInt8], for purpose: AuthenticationPurpose) async throws(HSMError) -> [UInt8]

    /// Creates a P-256 key pair for a user. The private key leaves the HSM only wrapped, and the HSM does not keep it.
    ///
    /// - Parameter binding: the owner of the key, such as wallet and purpose; any length. The key can be used only with the same binding.
    func makeWalletKey(boundTo binding: [UInt8]) async throws(HSMError) -> WrappedKey

    /// Returns an ECDSA signature over a SHA-256 hash by a user's key, which the HSM unwraps for this signature.
    ///
    /// The hash is not hashed again.
    ///
    /// - Parameters:
    ///   - digest: 32 bytes.
    ///   - wrapped: `WrappedKey.wrapped`.
    ///   - binding: the binding from the key's creation.
    /// - Returns: r ‖ s, big-endian, 64 bytes.
    /// - Throws: also `HSMError` with `wrongDigestLength` if the digest is not 32 bytes, and `notAuthentic` if the wrapped key or the
    ///   binding was altered.
    func sign(digest: [UInt8], withWrapped wrapped: [UInt8], boundTo binding: [UInt8]) async throws(HSMError) -> [UInt8]
}

extension HSM {
    /// Returns the key with this id from `publicKeys(for:)`.
    package func publicKey(withID keyID: String, for purpose: SigningPurpose) async throws(HSMError) -> HSMPublicKey? {
        try await publicKeys(for: purpose).first { $0.keyID == keyID }
    }

    /// Calls `open`, then `authenticationCode`.
    package func openAndAuthenticate(
        _ sealed: [UInt8], for purpose: EncryptionPurpose, associatedData: [UInt8], authenticatingFor authentication: AuthenticationPurpose
    ) async throws(HSMError) -> (plaintext: [UInt8], code: [UInt8]) {
        let plaintext = try await open(sealed, for: purpose, associatedData: associatedData)
        return (plaintext, try await authenticationCode(over: plaintext, for: authentication))
    }

    /// Hashes bytes of any length here, then calls `sign(digest:withWrapped:boundTo:)`.
    package func sign(_ bytes: [UInt8], withWrapped wrapped: [UInt8], boundTo binding: [UInt8]) async throws(HSMError) -> [UInt8] {
        try await sign(digest: Array(SHA256.hash(data: bytes)), withWrapped: wrapped, boundTo: binding)
    }
}

/// A public key of the HSM with its id.
package struct HSMPublicKey: Sendable {
    /// The id, suitable for the header member `kid`: ASCII letters, digits and dashes.
    package let keyID: String
    package let key: P256.Signing.PublicKey

    package init(keyID: String, key: P256.Signing.PublicKey) {
        self.keyID = keyID
        self.key = key
    }
}
