// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import JOSE
import OpenID4VCI
import OpenID4VCIIssuer
import OpenID4VCIWallet
import PIDIssuer
import SDJWT
import StatusList

/// The keys of a wallet and of its provider.
struct TestWalletKeys: Sendable {
    var dpopKey = P256.Signing.PrivateKey()
    var instanceKey = P256.Signing.PrivateKey()
    let providerKey = P256.Signing.PrivateKey()
    let certificate: [UInt8]
    let issuedAt: Int64
    var lifetime: Int64 = 3600
    var clientID = IssuerStage.clientID
    var status: StatusListReference?
    /// `iss` of the attestation.
    var provider = "https://provider.example"

    init(authority: DevelopmentIssuerAuthority, now: Date) throws {
        certificate = try authority.certify(providerKey.publicKey, as: "wallet provider", for: .tokens, now: now)
        issuedAt = Int64(now.timeIntervalSince1970)
    }

    func attestation() throws -> String {
        try WalletAttestation(
            issuer: provider, clientID: clientID, key: JWK(instanceKey.publicKey), issuedAt: issuedAt,
            expiresAt: issuedAt + lifetime, walletName: "Wallet", status: status
        ).unsigned(certificates: [certificate]).sign(providerKey)
    }

    func keys() throws -> IssuanceKeys {
        let (dpop, instance) = (dpopKey, instanceKey)
        return IssuanceKeys(
            dpopKey: JWK(dpop.publicKey), signDPoP: { try dpop.sign($0) }, attestation: try attestation(),
            signAttestationProof: { try instance.sign($0) })
    }
}

extension P256.Signing.PrivateKey {
    func sign(_ input: [UInt8]) throws -> [UInt8] { Array(try signature(for: input).rawRepresentation) }
}

extension UnsignedJWT {
    func sign(_ key: P256.Signing.PrivateKey) throws -> String { try signed(with: key.sign(signingInput)) }
}
