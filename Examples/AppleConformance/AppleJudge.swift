// SPDX-License-Identifier: EUPL-1.2

#if canImport(UIKit)

import Crypto
import DeviceAttestation
import Foundation
import PlatformSupport
import WalletPlatformTesting

/// Verifies a device's attestations, as the wallet provider does.
struct AppleJudge: AttestationJudge {
    private let verifier: AppAttestVerifier

    /// - Parameter root: Apple's App Attest root in PEM.
    /// - Throws: `AttestationRejection` for an unreadable root.
    init(root: String, teamID: String, bundleID: String) throws {
        verifier = try AppAttestVerifier(
            rootsPEM: root, appID: AppID(teamID: teamID, bundleID: bundleID), environment: .development)
    }

    func publicKey(of attestation: PlatformAttestation, challengeHash: [UInt8]) async throws -> [UInt8] {
        guard case .apple(let object) = attestation else { throw ActNotPossible() }
        let key = try await verifier.verify(attestation: object, clientDataHash: challengeHash, at: Date())
        return Array(key.publicKey.x963Representation)
    }

    func counter(of proof: PlatformKeyProof, over payload: [UInt8], by publicKey: [UInt8]) throws -> UInt32? {
        guard case .appleAssertion(let assertion) = proof else { throw ActNotPossible() }
        return try verifier.verify(
            assertion: assertion, clientData: payload, publicKey: .init(x963Representation: publicKey), previousCounter: 0)
    }
}

#endif
