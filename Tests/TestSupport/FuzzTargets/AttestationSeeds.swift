// SPDX-License-Identifier: EUPL-1.2

import Crypto
import DeviceAttestation
import Foundation
import SwiftASN1
import X509

/// Valid input in the form that phones send, under the root of `FuzzParties`.
///
/// It does not use a simulated phone, because all dependencies of the fuzzer are compiled for it, and a phone has a network.
struct AttestationSeeds {
    static let time = FuzzParties.time

    let attestation: [UInt8]
    let assertion: [UInt8]
    let chain: [[UInt8]]
    let keyDescription: [UInt8]

    /// The key of the phone that made the seeds.
    static let key = FuzzParties.key(0x21)
    /// The hash of every challenge.
    static let challenge = [UInt8](repeating: 9, count: 32)
    /// The data that an assertion signs.
    static let clientData: [UInt8] = [1, 2, 3]
    static let appID = AppID(teamID: "ABCDE12345", bundleID: "nl.example.wallet")

    init() throws {
        let key = Self.key
        let hash = Self.appID.relyingPartyIDHash
        let credential = AttestedCredential(
            aaguid: AppAttestEnvironment.production.aaguid,
            id: Array(SHA256.hash(data: key.publicKey.x963Representation)), publicKey: key.publicKey)
        let data = AuthenticatorData(relyingPartyIDHash: hash, counter: 0, credential: credential).encode()
        let authority = FuzzParties.der(FuzzParties.authorityCertificate)
        let leaf = Self.certificate(key, try AppAttestNonce(authenticatorData: data, clientDataHash: Self.challenge).makeExtension())
        attestation = AppAttestAttestation(certificates: [leaf, authority], receipt: [1, 2, 3], authenticatorData: data).encode()
        let asserted = AuthenticatorData(relyingPartyIDHash: hash, counter: 1).encode()
        let nonce = AppAttestNonce(authenticatorData: asserted, clientDataHash: Array(SHA256.hash(data: Self.clientData)))
        assertion = AppAttestAssertion(
            signature: Array(try key.signature(for: nonce.bytes).derRepresentation), authenticatorData: asserted
        ).encode()
        keyDescription = try Self.description.encode()
        let described = Certificate.Extension(oid: AndroidKeyDescription.extensionID, critical: false, value: keyDescription[...])
        chain = [Self.certificate(key, described), authority]
    }

    /// The description of the attested key, as a verifier reads it.
    static let readDescription = try? AndroidKeyDescription(decoding: description.encode())

    private static let description = AndroidKeyDescription(
        attestationVersion: 300, attestationSecurityLevel: .trustedEnvironment, keyMintVersion: 300,
        keyMintSecurityLevel: .trustedEnvironment, attestationChallenge: challenge,
        softwareEnforced: AuthorizationList([
            .creationDateTime: .number(1_767_225_600_000),
            .attestationApplicationID: .applicationID(
                AttestationApplicationID(
                    packages: [.init(name: "nl.example.wallet", version: 1)], signatureDigests: [[UInt8](repeating: 0xD1, count: 32)])),
        ]),
        hardwareEnforced: AuthorizationList([
            .purpose: .numbers([2]), .algorithm: .number(3), .keySize: .number(256), .digest: .numbers([4]), .ecCurve: .number(1),
            .noAuthRequired: .present, .origin: .number(0), .osPatchLevel: .number(202_509),
            .rootOfTrust: .rootOfTrust(
                RootOfTrust(
                    verifiedBootKey: [UInt8](repeating: 1, count: 32), isDeviceLocked: true, verifiedBootState: .verified,
                    verifiedBootHash: [UInt8](repeating: 2, count: 32))),
        ]))

    /// A certificate of the phone's key, made by the authority.
    private static func certificate(_ key: P256.Signing.PrivateKey, _ added: Certificate.Extension) -> [UInt8] {
        let extensions = FuzzParties.made {
            try Certificate.Extensions([added, Certificate.Extension(BasicConstraints.notCertificateAuthority, critical: true)])
        }
        return FuzzParties.der(
            FuzzParties.certificate("a seed", key, issuer: "authority", signedBy: FuzzParties.authorityKey, extensions: extensions))
    }

    /// A verifier of Apple's attestations that trusts the root.
    static let appleVerifier = AppAttestVerifier(roots: [FuzzParties.root], appID: appID, environment: .production)

    /// A recent list without entries.
    static let revocationList = try? AndroidRevocationList(json: Array(#"{"entries":{}}"#.utf8), fetchedAt: time)

    /// A verifier of Android's attestations that trusts the root.
    static let verifier = PatchLevel(number: 202_509).map { level in
        AndroidKeyAttestationVerifier(
            roots: [FuzzParties.root],
            policy: AndroidAttestationPolicy(
                packageNames: ["nl.example.wallet"], signingCertificateDigests: [[UInt8](repeating: 0xD1, count: 32)],
                minimumOSPatchLevel: level))
    }
}
