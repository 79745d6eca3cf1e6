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

    init() throws {
        let key = FuzzParties.key(0x21)
        let hash = [UInt8](repeating: 9, count: 32)
        let credential = AttestedCredential(
            aaguid: Array("appattest".utf8) + [UInt8](repeating: 0, count: 7),
            id: Array(SHA256.hash(data: key.publicKey.x963Representation)), publicKey: key.publicKey)
        let data = AuthenticatorData(relyingPartyIDHash: hash, counter: 0, credential: credential).encode()
        let leaf = Self.certificate(key, try AppAttestNonce(authenticatorData: data, clientDataHash: hash).makeExtension())
        attestation = AppAttestAttestation(certificates: [leaf, leaf], receipt: [1, 2, 3], authenticatorData: data).encode()
        assertion = AppAttestAssertion(
            signature: Array(try key.signature(for: hash).derRepresentation),
            authenticatorData: AuthenticatorData(relyingPartyIDHash: hash, counter: 1).encode()
        ).encode()
        keyDescription = try Self.description.encode()
        let described = Certificate.Extension(oid: AndroidKeyDescription.extensionID, critical: false, value: keyDescription[...])
        chain = [Self.certificate(key, described), FuzzParties.der(FuzzParties.authorityCertificate)]
    }

    /// The description of the attested key, as a verifier reads it.
    static let readDescription = try? AndroidKeyDescription(decoding: description.encode())

    private static let description = AndroidKeyDescription(
        attestationVersion: 300, attestationSecurityLevel: .trustedEnvironment, keyMintVersion: 300,
        keyMintSecurityLevel: .trustedEnvironment, attestationChallenge: [UInt8](repeating: 9, count: 32),
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
        let extensions = FuzzParties.made { try Certificate.Extensions([added]) }
        return FuzzParties.der(
            FuzzParties.certificate("a seed", key, issuer: "authority", signedBy: FuzzParties.authorityKey, extensions: extensions))
    }

    /// A recent list without entries.
    static let revocationList = try? AndroidRevocationList(json: Array(#"{"entries":{}}"#.utf8), fetchedAt: time)

    /// A verifier that trusts the root.
    static let verifier = PatchLevel(number: 202_509).map { level in
        AndroidKeyAttestationVerifier(
            roots: [FuzzParties.root],
            policy: AndroidAttestationPolicy(
                packageNames: ["nl.example.wallet"], signingCertificateDigests: [[UInt8](repeating: 0xD1, count: 32)],
                minimumOSPatchLevel: level))
    }
}
