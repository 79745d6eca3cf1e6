// SPDX-License-Identifier: EUPL-1.2

/// Keys in secure hardware that the platform attests: App Attest on iPhone, Key Attestation on Android.
package protocol AttestedKeyBridge: Sendable {
    /// Makes a key and returns the platform's name for it. Android makes the key itself only in `attest`, together with its attestation.
    ///
    /// Removes a key that was made earlier and never attested, where the platform can: the process was killed before it stored that key's name.
    /// Apple's App Attest can neither list nor remove keys.
    ///
    /// - Throws: `AttestedKeyError.notSupported` on a device without such hardware.
    func generate() async throws(AttestedKeyError) -> String

    /// Asks the platform to attest a key.
    ///
    /// - Parameters:
    ///   - identifier: the name that `generate` returned.
    ///   - challengeHash: SHA-256 of the provider's challenge, 32 bytes (Apple's client data hash, Android's attestation challenge).
    /// - Throws: `AttestedKeyError`; after `platformUnreachable` the same key can be attested later.
    func attest(_ identifier: String, challengeHash: [UInt8]) async throws(AttestedKeyError) -> PlatformAttestation

    /// Signs a payload with a key, as proof of possession.
    ///
    /// - Throws: `AttestedKeyError.unknownKey` when the hardware does not hold the key.
    func sign(_ payload: [UInt8], with identifier: String) async throws(AttestedKeyError) -> PlatformKeyProof

    /// Removes a key. Removing an unknown key does nothing.
    func delete(_ identifier: String) async

    /// Removes all keys of this app except these. A platform that cannot list its keys drops its records of them.
    func deleteAll(except identifiers: Set<String>) async
}

/// The platform's attestation of a key.
package enum PlatformAttestation: Sendable, Hashable {
    /// An App Attest attestation object, in CBOR.
    case apple(object: [UInt8])
    /// The certificate chain of a key in the Android Keystore: DER, the key's own certificate first.
    case android(chain: [[UInt8]])

    package var kind: AttestedKeyKind {
        switch self {
        case .apple: .apple
        case .android: .android
        }
    }
}

/// A proof that a key signed a payload.
package enum PlatformKeyProof: Sendable, Hashable {
    /// An App Attest assertion, in CBOR; its client data is the payload.
    case appleAssertion([UInt8])
    /// A signature by a key in the Android Keystore: ECDSA with SHA-256 over the payload, in ASN.1 DER.
    case androidSignature([UInt8])

    package var kind: AttestedKeyKind {
        switch self {
        case .appleAssertion: .apple
        case .androidSignature: .android
        }
    }
}

/// The platform whose secure hardware holds a key. It decides the form of the key's proofs.
package enum AttestedKeyKind: String, Sendable, Hashable, Codable, CaseIterable {
    case apple
    case android
}

/// An error in the use of an attested key.
package enum AttestedKeyError: Error, Sendable, Hashable {
    /// The device has no such hardware, or does not offer it to this app.
    case notSupported
    /// The platform's attestation service does not answer; retry with the same key.
    case platformUnreachable
    /// The hardware does not hold this key.
    case unknownKey
    /// The platform's key store failed.
    case failed
}
