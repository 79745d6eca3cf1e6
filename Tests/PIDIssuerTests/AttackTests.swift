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
///
/// The tables have a row for each code at each endpoint, and for what this server adds to the checks: its trust, its stores and its addresses.
/// `AttestationTests`, `DPoPTests` and `ServerRefusalTests` of OpenID4VCI have every fault of a request.
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
        try await refuse([
            Attack("no attestation", at: endpoint, .invalidClient) { $1.with(attestation) },
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
            Attack("of another client", at: endpoint, .invalidClientAttestation) { wallet, request in
                var keys = wallet.keys
                keys.clientID = "https://other.example"
                return request.with(attestation, try keys.attestation())
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
            Attack("a secret as well", at: endpoint, .invalidRequest) { try $1.with(parameter: "client_secret", "x") },
        ])
    }

    @Test func `a request without the DPoP key, or with a proof for a different request, is refused`() async throws {
        func resigned(
            _ name: String, _ code: EndpointErrorCode, _ change: @escaping @Sendable (inout JSONObject) -> Void
        ) -> [Attack] {
            [.token, .credential, .notification].map { endpoint in
                Attack("\(name) at \(endpoint)", at: endpoint, code) { wallet, request in
                    try request.resigned("DPoP", by: wallet.keys.dpopKey) { change(&$1) }
                }
            }
        }
        let thief = P256.Signing.PrivateKey()
        var attacks = resigned("another address", .invalidDPoPProof) { $0.set("htu", .string(IssuerStage.issuer.text + "/other")) }
        attacks += resigned("without nonce", .useDPoPNonce) { _ = $0.remove("nonce") }
        attacks += resigned("a nonce of nobody's", .useDPoPNonce) { $0.set("nonce", "made up") }
        attacks += [IssuanceEndpoint.credential, .notification].flatMap { endpoint in
            [
                Attack("another key at \(endpoint)", at: endpoint, .invalidDPoPProof) { _, request in
                    try request.resigned("DPoP", by: thief) { header, _ in
                        header.set("jwk", .object(JWK(thief.publicKey).json))
                    }
                },
                Attack("a made-up token at \(endpoint)", at: endpoint, .invalidToken) { $1.with("Authorization", "DPoP made-up") },
            ]
        }
        attacks += [IssuanceEndpoint.token, .credential, .notification].map { endpoint in
            Attack("no proof at \(endpoint)", at: endpoint, .invalidDPoPProof) { $1.with("DPoP") }
        }
        try await refuse(attacks)
    }

    @Test func `a pushed request beyond the wallet's permissions is refused`() async throws {
        let cases: [(String, String, EndpointErrorCode)] = [
            ("redirect_uri", "https://thief.example/back", .invalidRequest), ("scope", "admin", .invalidScope),
            ("resource", "https://other.example", .invalidTarget), ("response_type", "token", .unsupportedResponseType),
            ("dpop_jkt", "47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU", .invalidDPoPProof),
        ]
        try await refuse(
            cases.map { name, value, code in
                Attack("\(name) = \(value)", at: .pushedAuthorization, code) { try $1.with(parameter: name, value) }
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
