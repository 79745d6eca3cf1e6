// SPDX-License-Identifier: EUPL-1.2

/// Keys in secure hardware that the platform attests: App Attest on iPhone, Key Attestation on Android.
///
/// Promises, each with one check in `WalletPlatformTesting`:
/// - ATT-01: Two keys have different names.
/// - ATT-02: An attestation is valid for its own challenge hash only.
/// - ATT-03: Attestations and proofs have the platform's format.
/// - ATT-04: A key can be attested once: a second attempt fails with `unknownKey`, and the key still signs.
/// - ATT-05: Signing with a key that is not attested fails with `unknownKey`.
/// - ATT-06: A proof can be verified with the attested public key, for its own payload only.
/// - ATT-07: Payloads of any length can be signed, including an empty payload.
/// - ATT-08: Signing or attesting with an unknown name fails with `unknownKey`.
/// - ATT-09: A deleted key is unknown, and deleting it again has no effect.
/// - ATT-10: A new key does not affect an attested key.
/// - ATT-11: Deleting all keys except some keeps those; the others are unknown.
/// - ATT-12: Without a network, attesting fails with `platformUnreachable`, and the same key can be attested later. (iPhone only)
/// - ATT-13: Before the phone is first unlocked, making, attesting and signing fail with `notAvailableYet`, and no key is lost.
/// - ATT-14: An attested key survives the end of the process.
/// - ATT-15: The counter in a key's proofs increases with each proof, also across processes. (iPhone only)
/// - ATT-16: A key that was made but not attested can be attested by the next process.
///
/// The core leaves a call that does not return within 30 seconds, `attest` 60 seconds, and cancels it. See ``PlatformBridges``.
public protocol AttestedKeyBridge: Sendable {
    /// Creates a key and returns the platform's name for the key. Android creates the key itself only in `attest`, together with its
    /// attestation.
    ///
    /// Removes a key that was made earlier and never attested, where the platform can: the process was killed before it stored that key's
    /// name. Apple's App Attest can neither list nor remove keys.
    ///
    /// - Throws: `AttestedKeyError.notSupported` on a device without secure hardware for keys.
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
    /// - Throws: `AttestedKeyError.unknownKey` when the hardware does not have the key.
    func sign(_ payload: [UInt8], with identifier: String) async throws(AttestedKeyError) -> PlatformKeyProof

    /// Removes a key. Removing an unknown key does nothing.
    func delete(_ identifier: String) async

    /// Removes all keys of this app except these. A platform that cannot list its keys drops its records of the keys.
    func deleteAll(except identifiers: Set<String>) async
}

/// The platform's attestation of a key.
@nonexhaustive public enum PlatformAttestation: Sendable, Hashable, Codable {
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
@nonexhaustive public enum PlatformKeyProof: Sendable, Hashable, Codable {
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
    /// App Attest on an iPhone.
    case apple
    /// The Android Keystore.
    case android
}

/// An error in the use of an attested key.
@nonexhaustive public enum AttestedKeyError: String, Error, Sendable, Hashable, Codable {
    /// The device has no hardware that attests keys, or does not offer it to this app.
    case notSupported
    /// The platform's attestation service does not answer; retry with the same key.
    case platformUnreachable
    /// The hardware does not have this key.
    case unknownKey
    /// The phone does not give access to its keys before its user unlocks it. The key may well exist; the same call succeeds later.
    case notAvailableYet
    /// The platform did not answer in time. The core says so when a call exceeds its limit, which is part of the bridge's documentation; a
    /// bridge with a limit of its own may say so, too. The key may well exist.
    case notAnswering
    /// The platform's key store failed.
    case failed
}
