// SPDX-License-Identifier: EUPL-1.2

import Crypto
import JOSE
import JSON
import OpenID4VCI
import OpenID4VCIIssuer
import OpenID4VCIWallet
import Testing

/// Wallet attestations of draft 08 and later, without `iss`, beside those of draft 07.
struct LaterDraftTests {
    private let tests = AttestationTests()

    private func attestation(_ change: (inout JSONObject) -> Void) throws -> String {
        var claims = AttestationTests.claims
        change(&claims)
        return try forge(AttestationTests.header(), claims, World.providerKey)
    }

    private func proof(_ claims: JSONObject = AttestationTests.proofClaims) throws -> String {
        try forge(AttestationTests.proofHeader, claims, World.instanceKey)
    }

    @Test func `an attestation and a proof without iss are accepted, together and mixed with draft 07`() async throws {
        let later = try attestation { _ = $0.remove("iss") }
        let laterProof = try proof(AttestationTests.proofClaims.with("iss", nil))
        #expect(try await tests.verify([later], [laterProof]).issuer == nil)
        #expect(try await tests.verify([later], [proof()]).clientID == World.clientID)
        #expect(try await tests.verify([World.attestation()], [laterProof]).issuer != nil)
        #expect(try WalletAttestation(unverified: later).unsigned().claims["iss"] == nil)
    }

    @Test func `without iss the signature determines the provider`() async throws {
        let later = try attestation { _ = $0.remove("iss") }
        let known = AttestationProvider(issuer: "https://provider.example", clientID: World.clientID, trust: World.trust)
        let other = AttestationProvider(issuer: "https://other.example", clientID: "other", trust: World.trust)
        func verify(_ providers: [AttestationProvider], _ text: String) async throws -> WalletAttestation {
            try await ClientAttestationVerifier(providers: providers, audience: World.server).verifyAttestation(text, now: World.now)
        }
        #expect(try await verify([other, known], later).issuer == nil)
        await tests.expect(.issuer) { _ = try await verify([other], later) }
        let foreign = try forge(AttestationTests.header(), AttestationTests.claims.with("iss", nil), World.rootKey)
        await tests.expect(.untrusted) { _ = try await verify([other, known], foreign) }
        // A present iss must still be correct.
        let wrong = try attestation { $0.set("iss", "https://other.example") }
        await tests.expect(.issuer) { _ = try await verify([known], wrong) }
    }

    @Test func `times with fractions and unknown members are accepted`() async throws {
        let key = JWK(World.instanceKey.publicKey).json.with("ext", true).with("iat", 1).with("kid", "k")
        let text = try attestation {
            $0.set("iat", .decimal(Double(World.now) - 0.5))
            $0.set("exp", .decimal(Double(World.now) + 600.5))
            $0.set("cnf", ["jwk": .object(key)])
        }
        let proof = try proof(AttestationTests.proofClaims.with("iat", .decimal(Double(World.now) + 0.5)))
        let attestation = try await tests.verify([text], [proof])
        #expect(attestation.issuedAt == World.now - 1 && attestation.expiresAt == World.now + 600)
    }
}
