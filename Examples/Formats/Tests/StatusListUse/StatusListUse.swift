// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import JOSE
import JSON
import SDJWT
import StatusList
import Testing

// snippet.verify
/// True if the list that its issuer publishes says that the token is valid. A list that cannot be read says nothing.
func isValid(_ reference: StatusListReference, in text: String, trust: IssuerTrust, at time: Date) async throws -> Bool {
    let token = try await StatusListVerifier(trust: trust).verify(text, from: reference.uri, at: time)
    return try token.list.status(at: reference.index) == .valid
}
// snippet.end

struct StatusListUse {
    @Test func `a published status list can be read`() async throws {
        let key = P256.Signing.PrivateKey()
        // snippet.publish
        var entries = StatusListEntries(bits: .two, count: 1000)
        try entries.set(.suspended, at: 7)
        let token = StatusListToken(
            subject: "https://issuer.example/status/1", issuedAt: 1_800_000_000, expiresAt: 1_800_086_400, timeToLive: 600, list: entries)
        let text = try await token.signed { Array(try key.signature(for: $0).rawRepresentation) }
        // snippet.end

        let verifier = StatusListVerifier(trust: .key(JWK(key.publicKey)))
        let reference = try #require(
            try StatusListReference(status: ["status_list": ["idx": 7, "uri": "https://issuer.example/status/1"]]))
        let read = try await verifier.verify(text, from: reference.uri, at: Date(timeIntervalSince1970: 1_800_000_100))
        #expect(try read.list.status(at: reference.index) == .suspended)
        #expect(try read.list.status(at: 8) == .valid)
        let time = Date(timeIntervalSince1970: 1_800_000_100)
        #expect(try await !isValid(reference, in: text, trust: .key(JWK(key.publicKey)), at: time))
        #expect(read.freshUntil(fetchedAt: 1_800_000_100, maximum: 3600) == 1_800_000_700)
        let rejection = #expect(throws: StatusListRejection.self) { try read.list.status(at: 1_000_000) }
        #expect(rejection?.reason == .indexOutOfBounds)
    }
}
