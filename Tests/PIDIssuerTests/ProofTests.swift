// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import JOSE
import JSON
import OpenID4VCI
import OpenID4VCIIssuer
import OpenID4VCIWallet
import Testing

@testable import PIDIssuer

/// Invalid key proofs, and requests that the token does not cover. `KeyProofTests` of OpenID4VCI has every fault of a proof.
@Suite(.timeLimit(.minutes(20))) struct ProofTests {
    /// A defect in the proofs of a request, and the expected error code.
    struct Case: Sendable, CustomStringConvertible {
        let description: String
        let code: EndpointErrorCode
        let proofs: @Sendable (KeyProofOrder, Int64) throws -> [String]
    }

    private static func proof(
        _ order: KeyProofOrder, _ key: P256.Signing.PrivateKey, _ now: Int64, signer: P256.Signing.PrivateKey? = nil,
        _ change: (inout JSONObject, inout JSONObject) -> Void = { _, _ in }
    ) throws -> String {
        let proof = order.unsigned(key: JWK(key.publicKey), issuedAt: now)
        var (header, claims) = (proof.header, proof.claims)
        change(&header, &claims)
        return try CompactJWS.sign(header: header, payload: claims.encode(), with: signer ?? key).serialized
    }

    static var cases: [Case] {
        [
            Case(description: "a nonce of nobody's", code: .invalidNonce) { order, now in
                [try proof(order, P256.Signing.PrivateKey(), now) { $1.set("nonce", "made up") }]
            },
            Case(description: "signed by another key", code: .invalidProof) {
                [try proof($0, P256.Signing.PrivateKey(), $1, signer: P256.Signing.PrivateKey())]
            },
            Case(description: "one more than a batch", code: .invalidProof) { order, now in
                try (0..<5).map { _ in try proof(order, P256.Signing.PrivateKey(), now) }
            },
            Case(description: "garbage", code: .invalidProof) { _, _ in ["a.b.c"] },
        ]
    }

    @Test func `a proof without its own key yields no credential and consumes no nonce`() async throws {
        let stage = try await IssuerStage()
        try await stage.serve { fetch in
            for spoilt in Self.cases {
                var wallet = TestWallet(stage)
                let order = try await wallet.runToProofs(fetch)
                let honest = wallet
                try wallet.prove(order)
                let body = CredentialRequest(
                    subject: .configuration(PIDKind.sdJWT.identifier), proofs: try spoilt.proofs(order, stage.now)
                ).body
                let request = try await wallet.client.request(with: wallet.keys.keys(), now: stage.now, random: IssuerStage.random)
                let response = try await fetch(request.with(body: body))
                let error = (try? JSONObject(parsing: response.body))?["error"]
                #expect(error == .string(spoilt.code.rawValue), "\(spoilt)")
                wallet = honest
                try await wallet.run(fetch)
                #expect(wallet.client.step == .finished, "\(spoilt)")
            }
        }
    }

    @Test func `a token is limited to its requested kinds and number of requests`() async throws {
        let stage = try await IssuerStage()
        try await stage.serve { fetch in
            var wallet = TestWallet(stage, [.sdJWT])
            let order = try await wallet.runToProofs(fetch)
            let ready = wallet
            func ask(_ kind: String) async throws -> JSONValue? {
                var nonce = TestWallet(stage)
                nonce.client = ready.client
                var wallet = ready
                try wallet.prove(order)
                let request = try await wallet.client.request(with: wallet.keys.keys(), now: stage.now, random: IssuerStage.random)
                let answer = try await fetch(IssuanceRequest(method: .post, url: IssuerStage.url(IssuerStage.issuer.text + "/nonce")))
                let fresh = KeyProofOrder(
                    configuration: order.configuration, audience: order.audience, clientID: order.clientID,
                    nonce: try NonceResponse(parsing: answer.body).nonce, maximumCount: order.maximumCount)
                let proof = try Self.proof(fresh, P256.Signing.PrivateKey(), stage.now)
                let response = try await fetch(
                    request.with(body: CredentialRequest(subject: .configuration(kind), proofs: [proof]).body))
                return try JSONObject(parsing: response.body)["error"]
            }
            #expect(try await ask(PIDKind.mdoc.identifier) == "insufficient_scope")
            #expect(try await ask("something") == "unknown_credential_configuration")
            // The preview counts, too: sixteen requests in total.
            for _ in 0..<IssuerConfiguration.requestsForToken { #expect(try await ask(PIDKind.sdJWT.identifier) == nil) }
            #expect(try await ask(PIDKind.sdJWT.identifier) == "credential_request_denied")
        }
    }
}
