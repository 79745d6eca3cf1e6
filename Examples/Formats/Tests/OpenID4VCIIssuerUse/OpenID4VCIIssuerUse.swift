// SPDX-License-Identifier: EUPL-1.2

import Crypto
import JOSE
import OpenID4VCI
import OpenID4VCIIssuer
import SDJWT
import Testing

struct OpenID4VCIIssuerUse {
    /// A server's store of used identifiers.
    actor Used {
        private var identifiers: Set<String> = []

        func insert(_ identifier: String) -> Bool { identifiers.insert(identifier).inserted }
    }

    @Test func `an attestation with its proof identifies the wallet, and a replayed proof is refused`() async throws {
        let (provider, wallet) = (P256.Signing.PrivateKey(), P256.Signing.PrivateKey())
        let server = try #require(HTTPSURL("https://login.example"))
        let now: Int64 = 1_800_000_000
        let attestation = try await WalletAttestation(
            issuer: "https://provider.example", clientID: "wallet", key: JWK(wallet.publicKey), issuedAt: now, expiresAt: now + 3600
        ).unsigned().signed { Array(try provider.signature(for: $0).rawRepresentation) }
        let proof = try await AttestationProof.unsigned(
            clientID: "wallet", audience: server, identifier: "0123456789abcdef", issuedAt: now, challenge: nil
        ).signed { Array(try wallet.signature(for: $0).rawRepresentation) }
        let headers = HeaderFields([.init("OAuth-Client-Attestation", attestation), .init("OAuth-Client-Attestation-PoP", proof)])

        let used = Used()
        // snippet.verify
        let checks = OneTimeChecks { identifier, _ in await used.insert(identifier) }
        let verifier = ClientAttestationVerifier(trust: .key(JWK(provider.publicKey)), audience: server)
        let verified = try await verifier.verify(headers, clientID: "wallet", now: now + 1, checks: checks)
        // snippet.end
        #expect(verified.key == JWK(wallet.publicKey))
        await #expect(throws: TokenFault.replayed) { try await verifier.verify(headers, clientID: "wallet", now: now + 2, checks: checks) }
    }
}
