// SPDX-License-Identifier: EUPL-1.2

/// Keys in secure hardware that the platform vouches for: App Attest on iPhone, Key Attestation on Android.
package protocol AttestedKeyBridge: Sendable {
    /// Makes a key and returns the platform's name for it. Android itself makes a key only together with its attestation: there a name is
    /// enough, until `attest`.
    ///
    /// A key that was made before and never attested is gone afterwards where the platform can remove one: whoever made it was killed before its
    /// name was kept. Apple's App Attest can neither list nor remove keys.
    ///
    /// - Throws: `AttestedKeyError.notSupported` on a device without such hardware.
    func generate() async throws(AttestedKeyError) -> String

    /// Lets the platform attest a key.
    ///
    /// - Parameters:
    ///   - identifier: what `generate` returned.
    ///   - challengeHash: SHA-256 of the provider's challenge, 32 bytes (Apple's client data hash, Android's attestation challenge).
    /// - Throws: `AttestedKeyError`; on `platformUnreachable` the same key may be attested later.
    func attest(_ identifier: String, challengeHash: [UInt8]) async throws(AttestedKeyError) -> PlatformAttestation

    /// Proves possession of a key over a payload.
    ///
    /// - Throws: `AttestedKeyError.unknownKey` when the hardware does not hold the key.
    func sign(_ payload: [UInt8], with identifier: String) async throws(AttestedKeyError) -> PlatformKeyProof

    /// Removes a key. Removing an unknown key does nothing.
    func delete(_ identifier: String) async
}

/// What the platform says about a key.
package enum PlatformAttestation: Sendable, Hashable {
    /// An App Attest attestation object, CBOR.
    case apple(object: [UInt8])
    /// The chain of a key in the Android Keystore: certificates in DER, the key's own first.
    case android(chain: [[UInt8]])

    /// The kind of the key that is vouched for.
    package var kind: AttestedKeyKind {
        switch self {
        case .apple: .apple
        case .android: .android
        }
    }
}

/// A proof that a key was used over a payload.
package enum PlatformKeyProof: Sendable, Hashable {
    /// An App Attest assertion, CBOR; its client data is the payload.
    case appleAssertion([UInt8])
    /// A signature by a key in the Android Keystore: ECDSA with SHA-256 over the payload, in ASN.1 DER.
    case androidSignature([UInt8])

    /// The kind of the key that was used.
    package var kind: AttestedKeyKind {
        switch self {
        case .appleAssertion: .apple
        case .androidSignature: .android
        }
    }
}

/// Whose secure hardware a key lives in. A key of one kind proves itself in that kind's way only.
package enum AttestedKeyKind: String, Sendable, Hashable, Codable, CaseIterable {
    /// An App Attest key.
    case apple
    /// A key in the Android Keystore.
    case android
}

/// Why the attested key cannot be used.
package enum AttestedKeyError: Error, Sendable, Hashable {
    /// The device has no hardware for it, or does not offer it to this app.
    case notSupported
    /// The platform's own attestation service does not answer; try again with the same key.
    case platformUnreachable
    /// The hardware does not hold this key.
    case unknownKey
    /// The platform's store failed.
    case failed
}
