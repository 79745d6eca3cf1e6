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

/// Phones with wrong clocks at a running issuer: its nonces tell the time of their proofs (RFC 9449 §11.1).
@Suite(.timeLimit(.minutes(20))) struct PhoneClockTests {
    /// The phone's clock minus the issuer's, in seconds.
    static let offsets: [Int64] = [90, 180, 3600, -3600, -600, 86_400]
    static let proving: [IssuanceEndpoint] = [.pushedAuthorization, .token, .credential, .notification]

    /// Dates the proofs in a request's header.
    private static func dated(_ request: IssuanceRequest, _ keys: TestWalletKeys, at time: Int64) throws -> IssuanceRequest {
        var request = request
        for (name, key) in [("DPoP", keys.dpopKey), ("OAuth-Client-Attestation-PoP", keys.instanceKey)]
        where !request.headers.values(name).isEmpty {
            request = try request.resigned(name, by: key) { $1.set("iat", .integer(time)) }
        }
        return request
    }

    /// A wallet that dates all of its proofs by a wrong clock.
    private static func wallet(_ stage: IssuerStage, offset: Int64) -> TestWallet {
        var wallet = TestWallet(stage)
        let keys = wallet.keys
        wallet.tamper = { _, request in request = try Self.dated(request, keys, at: stage.now + offset) }
        wallet.proofs = { order in
            let key = P256.Signing.PrivateKey()
            return [try order.unsigned(key: JWK(key.publicKey), issuedAt: stage.now + offset).sign(key)]
        }
        return wallet
    }

    @Test func `a phone with a wrong clock gets its card, and its requests are accepted once`() async throws {
        let stage = try await IssuerStage()
        try await stage.serve { fetch in
            for offset in Self.offsets {
                var wallet = Self.wallet(stage, offset: offset)
                try await wallet.run(fetch)
                #expect(wallet.client.step == .finished && wallet.issued.first?.credentials.count == 1, "\(offset)")
                #expect(Self.proving.allSatisfy { wallet.sent[$0] != nil })
                for (endpoint, request) in wallet.sent where Self.proving.contains(endpoint) {
                    #expect(try await fetch(request).status >= 400, "\(offset) \(endpoint)")
                }
            }
        }
    }

    @Test func `a missing, foreign or expired nonce is replaced, and the clock is not blamed`() async throws {
        let stage = try await IssuerStage()
        try await stage.serve { fetch in
            func expectRefusal(of request: IssuanceRequest) async throws {
                let response = try await fetch(request)
                #expect(try JSONObject(parsing: response.body)["error"] == "use_dpop_nonce")
                #expect(response.headers.values("DPoP-Nonce").count == 1 && !ClockRefusal.isIn(response))
            }
            for offset in Self.offsets {
                var wallet = Self.wallet(stage, offset: offset)
                try await wallet.run(fetch) { $0 == .send(.credential) }
                let honest = wallet.client
                let made = try await wallet.client.request(with: wallet.keys.keys(), now: stage.now, random: IssuerStage.random)
                wallet.client = honest
                let request = try Self.dated(made, wallet.keys, at: stage.now + offset)
                let key = wallet.keys.dpopKey
                try await expectRefusal(of: request.resigned("DPoP", by: key) { _ = $1.remove("nonce") })
                try await expectRefusal(of: request.resigned("DPoP", by: key) { $1.set("nonce", "made up") })
                stage.advance(Int(TimedNonces.lifetime))
                try await expectRefusal(of: request)
                try await wallet.run(fetch)
                #expect(wallet.client.step == .finished, "\(offset)")
            }
        }
    }
}
