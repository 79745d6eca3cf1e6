// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import JOSE
import JSON
import SDJWT
import Testing

struct SDJWTUse {
    @Test func `a holder discloses one of several claims`() async throws {
        let (issuer, holder) = (P256.Signing.PrivateKey(), P256.Signing.PrivateKey())
        // snippet.issue
        let unsigned = try UnsignedSDJWT(
            claims: [
                "vct": "https://library.example/card", "exp": 1_800_000_600, "cnf": ["jwk": .object(JWK(holder.publicKey).json)],
                "name": "Zoë", "age": ["over_18": true, "over_65": false],
            ],
            disclosable: [["name"], ["age", "over_18"], ["age", "over_65"]], minimumDigests: 4,
            random: { count in (0..<count).map { _ in UInt8.random(in: .min ... .max) } })
        let issued = try await unsigned.signed(keyID: "2027") { Array(try issuer.signature(for: $0).rawRepresentation) }
        // snippet.end

        // snippet.present
        let shown = try CompactSDJWT(parsing: issued.serialized).disclosing([["age", "over_18"]])
        let presentation = try await shown.bound(nonce: "n-1", audience: "https://bar.example", issuedAt: 1_800_000_000) {
            Array(try holder.signature(for: $0).rawRepresentation)
        }.serialized
        // snippet.end

        // snippet.verify
        let verifier = SDJWTVerifier(
            trust: .keys(["2027": JWK(issuer.publicKey)]), kind: .credential(types: ["https://library.example/card"]))
        let binding = KeyBindingExpectation(nonce: "n-1", audience: "https://bar.example")
        let time = Date(timeIntervalSince1970: 1_800_000_001)
        let card = try await verifier.verify(presentation, keyBinding: .required(binding), at: time)
        // snippet.end
        #expect(card.payload["age"] == ["over_18": true])
        #expect(card.payload["name"] == nil)
        #expect(card.disclosed.map(\.path) == [["age", "over_18"]])
        #expect(card.issuer == .key(id: "2027"))

        let again = KeyBindingExpectation(nonce: "n-2", audience: "https://bar.example")
        let rejection = await #expect(throws: SDJWTRejection.self) {
            try await verifier.verify(presentation, keyBinding: .required(again), at: time)
        }
        #expect(rejection?.reason == .keyBindingNonce)
        #expect(rejection?.reason.code == "key_binding_nonce")
    }
}
