// SPDX-License-Identifier: EUPL-1.2

package import Crypto

/// The keys of a wallet provider, in a place that does not give them away.
///
/// Every key has one purpose; a call names the purpose, so that no key can be used for another one. All functions throw `HSMError`:
/// `unavailable` when the device cannot be reached now, `keyMissing` when it has no such key.
///
/// - SeeAlso: the protocol page, Keys.
package protocol HSM: Sendable {
    /// The public halves of the keys of a purpose. The first one signs. A next key follows, which signs only once it is activated; then the keys that
    /// verify what was signed before a rotation, until they expire, the newest first.
    ///
    /// - Returns: at least one key.
    func publicKeys(for purpose: SigningPurpose) async throws(HSMError) -> [HSMPublicKey]

    /// The public key of that name, for verifying what another replica signed.
    ///
    /// An HSM that keeps its list of keys for a while reads the list again when the name is not in it, so that a key that was made
    /// elsewhere a moment ago is known here, too.
    ///
    /// - Returns: nil for a name that no key of this purpose has, or whose key has expired.
    func publicKey(withID keyID: String, for purpose: SigningPurpose) async throws(HSMError) -> HSMPublicKey?

    /// An ECDSA signature over SHA-256 of the bytes.
    ///
    /// - Parameters:
    ///   - bytes: any length.
    ///   - keyID: one of the ids of `publicKeys(for:)`; `keyMissing` for another one, and for a next key.
    /// - Returns: r ‖ s, big-endian, 64 bytes.
    func sign(_ bytes: [UInt8], with keyID: String, for purpose: SigningPurpose) async throws(HSMError) -> [UInt8]

    /// Encrypts with AES-256-GCM under a random nonce.
    ///
    /// - Parameter associatedData: what the result belongs to; opening needs the same.
    /// - Returns: one byte for the format, nonce, ciphertext and tag; 29 bytes more than the plaintext.
    func seal(_ plaintext: [UInt8], for purpose: EncryptionPurpose, associatedData: [UInt8]) async throws(HSMError) -> [UInt8]

    /// Decrypts what `seal` made.
    ///
    /// - Throws: also `HSMError` with `notAuthentic` when anything about it, or the associated data, is not as it was sealed.
    func open(_ sealed: [UInt8], for purpose: EncryptionPurpose, associatedData: [UInt8]) async throws(HSMError) -> [UInt8]

    /// HMAC-SHA-256 over exactly the bytes given.
    ///
    /// - Returns: 32 bytes.
    func authenticationCode(over bytes: [UInt8], for purpose: AuthenticationPurpose) async throws(HSMError) -> [UInt8]

    /// A new P-256 key pair for a user. The private key is made in the HSM and leaves it only wrapped; nothing of it stays behind.
    ///
    /// - Parameter binding: what the key belongs to, such as wallet and purpose; any length. Nothing else ever opens it.
    func makeWalletKey(boundTo binding: [UInt8]) async throws(HSMError) -> WrappedKey

    /// An ECDSA signature over SHA-256 of the bytes, with a user's key, which is unwrapped in the HSM for this one signature.
    ///
    /// - Parameters:
    ///   - bytes: any length.
    ///   - wrapped: `WrappedKey.wrapped`.
    ///   - binding: the same as when it was made.
    /// - Returns: r ‖ s, big-endian, 64 bytes.
    /// - Throws: also `HSMError` with `notAuthentic` when the wrapped key or the binding is not as this HSM made it.
    func sign(_ bytes: [UInt8], withWrapped wrapped: [UInt8], boundTo binding: [UInt8]) async throws(HSMError) -> [UInt8]
}

extension HSM {
    /// The key of that name out of `publicKeys(for:)`.
    package func publicKey(withID keyID: String, for purpose: SigningPurpose) async throws(HSMError) -> HSMPublicKey? {
        try await publicKeys(for: purpose).first { $0.keyID == keyID }
    }
}

/// A public key of the HSM and the name under which it signs.
package struct HSMPublicKey: Sendable {
    /// The name, fit for the header member `kid`: ASCII letters, digits and dashes.
    package let keyID: String
    /// The key.
    package let key: P256.Signing.PublicKey

    /// A public key with its name.
    package init(keyID: String, key: P256.Signing.PublicKey) {
        self.keyID = keyID
        self.key = key
    }
}
