// SPDX-License-Identifier: EUPL-1.2

import Crypto
import DeviceAttestation
import Foundation
import PlatformSupport
import WalletPlatformTesting

/// Verifies Android's attestations under a development authority, as the wallet provider does.
struct KeystoreJudge: AttestationJudge {
    private let verifier: AndroidKeyAttestationVerifier

    /// - Throws: an error of the verifier for an authority that cannot be used.
    init(_ configuration: SuiteConfiguration) throws {
        let end = "-----END CERTIFICATE-----"
        let root = (configuration.authority.components(separatedBy: end).first ?? "") + end
        guard let oldest = PatchLevel(year: 2025, month: 1) else { throw ActNotPossible() }
        verifier = try AndroidKeyAttestationVerifier(
            rootsPEM: root,
            policy: AndroidAttestationPolicy(
                packageNames: [configuration.packageName],
                signingCertificateDigests: [Array(configuration.signingCertificateDigest)], minimumOSPatchLevel: oldest))
    }

    func publicKey(of attestation: PlatformAttestation, challengeHash: [UInt8]) async throws -> [UInt8] {
        guard case .android(let chain) = attestation else { throw ActNotPossible() }
        // A development authority revokes nothing.
        let revoked = try AndroidRevocationList(json: Array(#"{"entries": {}}"#.utf8), fetchedAt: Date())
        let key = try verifier.verify(chain: chain, challenge: challengeHash, revocationList: revoked, at: Date())
        return Array(key.publicKey.x963Representation)
    }

    func counter(of proof: PlatformKeyProof, over payload: [UInt8], by publicKey: [UInt8]) throws -> UInt32? {
        guard case .androidSignature(let signature) = proof else { throw ActNotPossible() }
        try AndroidKeyAttestationVerifier.verify(
            signature: signature, over: payload, publicKey: P256.Signing.PublicKey(x963Representation: publicKey))
        return nil
    }
}
