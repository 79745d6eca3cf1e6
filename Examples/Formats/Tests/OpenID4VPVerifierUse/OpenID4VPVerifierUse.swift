// SPDX-License-Identifier: EUPL-1.2

import Crypto
import DCQL
import Foundation
import JOSE
import JSON
import MDoc
import OAuthMessages
import OpenID4VP
import OpenID4VPVerifier
import SDJWT
import TestIssuer
import Testing

// snippet.verify
/// The credentials of a posted answer; nil if the wallet has declined. The caller accepts one answer for a request, and checks the status of each
/// credential.
func credentials(
    in body: [UInt8], for request: ExpectedAnswer, by verifier: AnswerVerifier, at now: Date
) async throws(AnswerRefusal) -> [VerifiedCredential]? {
    switch try AnswerVerifier.read(body) {
    case .answer(let jwe): return try await verifier.verify(jwe, request, at: now).credentials
    case .error: return nil
    }
}
// snippet.end

struct OpenID4VPVerifierUse {
    @Test func `a verifier gets the claim that it asks for, and refuses the answer to another request`() async throws {
        let issuer = try TestIssuer()
        let holder = P256.Signing.PrivateKey()
        let card = try await UnsignedSDJWT(
            claims: [
                "vct": "https://library.example/card", "cnf": ["jwk": .object(JWK(holder.publicKey).json)], "name": "Zoë", "member": 1,
            ],
            disclosable: [["name"], ["member"]], random: { count in (0..<count).map { _ in UInt8.random(in: .min ... .max) } }
        ).signed(certificates: issuer.chain) { try issuer.sign($0) }

        let query = try DCQLQuery([
            "credentials": [
                [
                    "id": "card", "format": "dc+sd-jwt", "meta": ["vct_values": ["https://library.example/card"]],
                    "claims": [["path": ["name"]]],
                ]
            ]
        ])
        let key = EncryptionPrivateKey(keyID: "1")
        func request(nonce: String) -> ExpectedAnswer {
            ExpectedAnswer(
                clientID: "x509_san_dns:shop.example", nonce: nonce, state: "s-1", responseURI: "https://shop.example/1", key: key,
                query: query, types: [:])
        }

        let presented = try await card.disclosing([["name"]])
            .bound(nonce: "n-1", audience: "x509_san_dns:shop.example", issuedAt: 1_800_000_000) {
                Array(try holder.signature(for: $0).rawRepresentation)
            }
        let token = try VPToken(entries: [VPToken.Entry(id: "card", texts: [presented.serialized])], state: "s-1")
        let answer = AnswerForm.answer(try CompactJWE.seal(token.encode(), to: key.publicKey, with: .a256GCM))
        let body = Array(answer.encoded.utf8)

        let verifier = AnswerVerifier(sdJWTRoots: [issuer.root], mdocRoots: [], mdocProfile: .iso18013)
        let found = try await credentials(in: body, for: request(nonce: "n-1"), by: verifier, at: TestIssuer.now)
        #expect(found?.map(\.claims) == [["name": "Zoë"]])
        #expect(found?.first?.issuerName == "Issuer of the examples")

        let refusal = await #expect(throws: AnswerRefusal.self) {
            try await credentials(in: body, for: request(nonce: "n-2"), by: verifier, at: TestIssuer.now)
        }
        #expect(refusal?.reason == .keyBindingNonce)
        #expect(refusal?.member == "vp_token.card[0]")

        let declined = Array(AnswerForm.error(.accessDenied, state: "s-1").encoded.utf8)
        #expect(try await credentials(in: declined, for: request(nonce: "n-1"), by: verifier, at: TestIssuer.now) == nil)
    }
}
