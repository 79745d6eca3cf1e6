// SPDX-License-Identifier: EUPL-1.2

public import Crypto
public import DeviceAttestation
public import Foundation
public import X509

/// Checks on a server that a key is in the hardware of a genuine phone and was made by the genuine app.
public struct PhoneCheck: Sendable {
    let apple: AppAttestVerifier
    let android: AndroidKeyAttestationVerifier

    /// A check for one app.
    public init(appID: AppID, policy: AndroidAttestationPolicy, googleRoots: [Certificate]) throws {
        apple = try AppAttestVerifier(rootsPEM: AppleAppAttestationRootCA.pem, appID: appID, environment: .production)
        android = AndroidKeyAttestationVerifier(roots: googleRoots, policy: policy)
    }

    /// The attested key of an iPhone. The hash is SHA-256 of the challenge that was sent to this phone only.
    public func key(iPhone attestation: [UInt8], clientDataHash: [UInt8], at time: Date) async throws -> P256.Signing.PublicKey {
        try await apple.verify(attestation: attestation, clientDataHash: clientDataHash, at: time).publicKey
    }

    /// The attested key of an Android phone, from the certificates of `KeyStore.getCertificateChain` in DER.
    public func key(
        android chain: [[UInt8]], challenge: [UInt8], revoked: AndroidRevocationList?, at time: Date
    ) throws -> P256.Signing.PublicKey {
        try android.verify(chain: chain, challenge: challenge, revocationList: revoked, at: time).publicKey
    }

    /// Accepts a message that an iPhone signed later, and returns the new counter. Store it before acting on the message.
    public func counter(of assertion: [UInt8], for message: [UInt8], by key: P256.Signing.PublicKey, last: UInt32) throws -> UInt32 {
        try apple.verify(assertion: assertion, clientData: message, publicKey: key, previousCounter: last)
    }

    /// The advice for the operator when a phone is refused; no part of the text comes from the phone.
    public static func advice(for rejection: AttestationRejection) -> String {
        switch rejection.reason {
        case .revocationUnknown: "Fetch https://android.googleapis.com/attestation/status, and let the phone try again."
        case .patchLevel: "The phone needs a system update."
        default: "Refused: \(rejection.reason.code)"
        }
    }
}
