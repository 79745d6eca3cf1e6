// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import JOSE
import JSON
import SDJWT
import StatusList
import TestIssuer
import Testing
import VerifyCredential

struct VerifyCredentialUse {
    static let list = "https://issuer.example/status/1"

    let issuer: TestIssuer
    let holder = P256.Signing.PrivateKey()
    let now: Int64

    init() throws {
        issuer = try TestIssuer()
        now = Int64(TestIssuer.now.timeIntervalSince1970)
    }

    private func presentation() async throws -> String {
        let issuer = issuer
        let holder = holder
        let unsigned = try UnsignedSDJWT(
            claims: [
                "vct": "urn:eudi:pid:nl:1", "exp": .integer(now + 600), "cnf": ["jwk": .object(JWK(holder.publicKey).json)],
                "family_name": "van der Berg", "birthdate": "1990-01-02", "status": ["status_list": ["idx": 3, "uri": .string(Self.list)]],
            ],
            disclosable: [["family_name"], ["birthdate"]], random: { count in (0..<count).map { _ in UInt8.random(in: .min ... .max) } })
        let issued = try await unsigned.signed(certificates: issuer.chain) { try issuer.sign($0) }
        return try await issued.disclosing([["family_name"]]).bound(nonce: "n-1", audience: "https://shop.example", issuedAt: now) {
            Array(try holder.signature(for: $0).rawRepresentation)
        }.serialized
    }

    private func statusList(_ status: TokenStatus) async throws -> String {
        let issuer = issuer
        var entries = StatusListEntries(bits: .two, count: 100)
        try entries.set(status, at: 3)
        let token = StatusListToken(subject: Self.list, issuedAt: now, expiresAt: now + 600, timeToLive: nil, list: entries)
        return try await token.signed(certificates: issuer.chain) { try issuer.sign($0) }
    }

    @Test func `a valid PID yields its claims`() async throws {
        let list = try await statusList(.valid)
        let claims = try await verifiedPID(presentation(), issuers: [issuer.root], nonce: "n-1", at: TestIssuer.now) { url in
            #expect(url == Self.list)
            return list
        }
        #expect(claims["family_name"] == "van der Berg")
        #expect(claims["birthdate"] == nil)
    }

    @Test(arguments: [TokenStatus.invalid, .suspended]) func `a revoked or suspended PID is refused`(_ status: TokenStatus) async throws {
        let list = try await statusList(status)
        await #expect(throws: RevokedCredential.self) {
            try await verifiedPID(presentation(), issuers: [issuer.root], nonce: "n-1", at: TestIssuer.now) { _ in list }
        }
    }

    @Test func `a PID of a different issuer or for a different nonce is refused`() async throws {
        let other = try TestIssuer().root
        let issuerFault = await #expect(throws: SDJWTRejection.self) {
            try await verifiedPID(presentation(), issuers: [other], nonce: "n-1", at: TestIssuer.now) { _ in "" }
        }
        #expect(issuerFault?.reason == .certificateChain)
        let nonceFault = await #expect(throws: SDJWTRejection.self) {
            try await verifiedPID(presentation(), issuers: [issuer.root], nonce: "n-2", at: TestIssuer.now) { _ in "" }
        }
        #expect(nonceFault?.reason == .keyBindingNonce)
    }
}
