// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import JOSE
import JSON
import OpenID4VCI
import OpenID4VCIIssuer
import OpenID4VCIWallet
import StatusList
import Synchronization
import Testing

@testable import PIDIssuer

/// Requests of a thief, a dishonest wallet or a faulty wallet, sent over TLS to a running server. After each attack the same wallet
/// continues correctly, so the attack has destroyed nothing.
@Suite(.timeLimit(.minutes(20))) struct AttackTests {
    /// Runs a table of attacks against one server. Each attack must be rejected with its code, and the correct request accepted afterwards.
    private func refuse(_ attacks: [Attack]) async throws {
        let stage = try await IssuerStage()
        try await stage.serve { fetch in
            for attack in attacks {
                var wallet = TestWallet(stage)
                try await wallet.run(fetch) { $0 == .send(attack.endpoint) }
                let honest = wallet.client
                var request = try await wallet.client.request(with: wallet.keys.keys(), now: stage.now, random: IssuerStage.random)
                request = try attack.change(wallet, request)
                let response = try await fetch(request)
                let error = (try? JSONObject(parsing: response.body))?["error"]
                #expect(error == .string(attack.code.rawValue), "\(attack)")
                #expect(response.status == attack.code.status(at: attack.endpoint), "\(attack)")
                wallet.client = honest
                try await wallet.run(fetch)
                #expect(wallet.client.step == .finished, "\(attack)")
            }
        }
    }

    @Test(arguments: [IssuanceEndpoint.pushedAuthorization, .token]) func `a request without a valid wallet attestation is refused`(
        endpoint: IssuanceEndpoint
    ) async throws {
        let (attestation, proof) = ("OAuth-Client-Attestation", "OAuth-Client-Attestation-PoP")
        var attacks = [
            Attack("no attestation", at: endpoint, .invalidClient) { $1.with(attestation) },
            Attack("no proof", at: endpoint, .invalidClient) { $1.with(proof) },
            Attack("two attestations", at: endpoint, .invalidClient) {
                $1.with(attestation, try $0.keys.attestation(), try $0.keys.attestation())
            },
            Attack("expired", at: endpoint, .useFreshAttestation) { wallet, request in
                var keys = wallet.keys
                keys.lifetime = -1000
                return request.with(attestation, try keys.attestation())
            },
            Attack("valid for ever", at: endpoint, .useFreshAttestation) { wallet, request in
                var keys = wallet.keys
                keys.lifetime = 10_000_000
                return request.with(attestation, try keys.attestation())
            },
            Attack("of a foreign provider", at: endpoint, .invalidClientAttestation) { wallet, request in
                let time = Date(timeIntervalSince1970: TimeInterval(wallet.stage.now))
                var keys = try TestWalletKeys(authority: DevelopmentIssuerAuthority(name: "wallet providers", now: time), now: time)
                keys.instanceKey = wallet.keys.instanceKey
                return request.with(attestation, try keys.attestation())
            },
            Attack("signed by nobody", at: endpoint, .invalidClientAttestation) { wallet, request in
                try request.resigned(attestation, by: P256.Signing.PrivateKey()) { _, _ in }
            },
            Attack("of another client", at: endpoint, .invalidClientAttestation) { wallet, request in
                var keys = wallet.keys
                keys.clientID = "https://other.example"
                return request.with(attestation, try keys.attestation())
            },
            Attack("a proof by another key", at: endpoint, .invalidClientAttestation) {
                try $1.resigned(proof, by: P256.Signing.PrivateKey()) { _, _ in }
            },
            Attack("a proof for another server", at: endpoint, .invalidClientAttestation) { wallet, request in
                try request.resigned(proof, by: wallet.keys.instanceKey) { $1.set("aud", "https://other.example") }
            },
            Attack("a proof without challenge", at: endpoint, .useAttestationChallenge) { wallet, request in
                try request.resigned(proof, by: wallet.keys.instanceKey) { _ = $1.remove("challenge") }
            },
            Attack("a challenge of nobody's", at: endpoint, .useAttestationChallenge) { wallet, request in
                try request.resigned(proof, by: wallet.keys.instanceKey) { $1.set("challenge", "made up") }
            },
            Attack("a proof from yesterday, without challenge", at: endpoint, .useAttestationChallenge) { wallet, request in
                try request.resigned(proof, by: wallet.keys.instanceKey) {
                    $1.set("iat", .integer(wallet.stage.now - 86_400))
                    _ = $1.remove("challenge")
                }
            },
            Attack("garbage", at: endpoint, .invalidClientAttestation) { $1.with(attestation, "a.b.c") },
        ]
        attacks.append(Attack("a secret as well", at: endpoint, .invalidRequest) { try $1.with(parameter: "client_secret", "x") })
        try await refuse(attacks)
    }

    @Test func `a request without the DPoP key, or with a proof for a different request, is refused`() async throws {
        func resigned(
            _ name: String, _ code: EndpointErrorCode = .invalidDPoPProof,
            _ change: @escaping @Sendable (inout JSONObject, inout JSONObject, TestWallet) -> Void
        ) -> [Attack] {
            [.token, .credential, .notification].map { endpoint in
                Attack("\(name) at \(endpoint)", at: endpoint, code) { wallet, request in
                    try request.resigned("DPoP", by: wallet.keys.dpopKey) { change(&$0, &$1, wallet) }
                }
            }
        }
        let thief = P256.Signing.PrivateKey()
        var attacks = resigned("another method") { _, claims, _ in claims.set("htm", "GET") }
        attacks += resigned("another address") { _, claims, _ in claims.set("htu", .string(IssuerStage.issuer.text + "/other")) }
        attacks += resigned("another host") { _, claims, _ in claims.set("htu", "https://other.example/token") }
        attacks += resigned("without nonce", .useDPoPNonce) { _, claims, _ in _ = claims.remove("nonce") }
        attacks += resigned("a nonce of nobody's", .useDPoPNonce) { _, claims, _ in claims.set("nonce", "made up") }
        attacks += resigned("from yesterday, without nonce", .useDPoPNonce) { _, claims, wallet in
            claims.set("iat", .integer(wallet.stage.now - 86_400))
            _ = claims.remove("nonce")
        }
        attacks += resigned("another type") { header, _, _ in header.set("typ", "JWT") }
        attacks += [IssuanceEndpoint.credential, .notification].flatMap { endpoint in
            [
                Attack("another key at \(endpoint)", at: endpoint, .invalidDPoPProof) { _, request in
                    try request.resigned("DPoP", by: thief) { header, _ in
                        header.set("jwk", .object(JWK(thief.publicKey).json))
                    }
                },
                Attack("another token's hash at \(endpoint)", at: endpoint, .invalidDPoPProof) { wallet, request in
                    try request.resigned("DPoP", by: wallet.keys.dpopKey) { $1.set("ath", "47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU") }
                },
                Attack("no token at \(endpoint)", at: endpoint, .invalidToken) { $1.with("Authorization") },
                Attack("a made-up token at \(endpoint)", at: endpoint, .invalidToken) { $1.with("Authorization", "DPoP made-up") },
                Attack("as bearer at \(endpoint)", at: endpoint, .invalidToken) {
                    $1.with("Authorization", ($1.headers.values("Authorization").first ?? "").replacing("DPoP", with: "Bearer"))
                },
            ]
        }
        attacks += [IssuanceEndpoint.token, .credential, .notification].map { endpoint in
            Attack("no proof at \(endpoint)", at: endpoint, .invalidDPoPProof) { $1.with("DPoP") }
        }
        try await refuse(attacks)
    }

    @Test func `a pushed request beyond the wallet's permissions is refused`() async throws {
        let cases: [(String, String?, EndpointErrorCode)] = [
            ("redirect_uri", "https://thief.example/back", .invalidRequest), ("redirect_uri", nil, .invalidRequest),
            ("scope", "admin", .invalidScope), ("resource", "https://other.example", .invalidTarget),
            ("code_challenge", nil, .invalidRequest), ("code_challenge_method", "plain", .invalidRequest),
            ("response_type", "token", .unsupportedResponseType), ("request_uri", "urn:x", .invalidRequest),
            ("state", nil, .invalidRequest),
            ("dpop_jkt", "47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU", .invalidDPoPProof),
        ]
        try await refuse(
            cases.map { name, value, code in
                Attack("\(name) = \(value ?? "nothing")", at: .pushedAuthorization, code) { try $1.with(parameter: name, value) }
            })
    }

    @Test func `a revoked attestation is rejected wherever it is used`() async throws {
        let stage = try await IssuerStage()
        stage.isRevoked.withLock { $0 = true }
        try await stage.serve { fetch in
            var wallet = TestWallet(stage)
            wallet.keys.status = try StatusListReference(index: 1, uri: "https://provider.example/status/1")
            await #expect(throws: IssuanceFailure.refused(.pushedAuthorization, .invalidClient)) { try await wallet.run(fetch) }
        }
    }
}
