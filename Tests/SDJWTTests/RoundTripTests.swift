// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import JOSE
import JSON
import SDJWT
import Testing

/// Tokens issued, presented and verified by this module.
struct RoundTripTests {
    static func verify(_ token: CompactSDJWT, bound: Bool = false) async throws -> VerifiedSDJWT {
        try await Sample.verifier.verify(token.serialized, keyBinding: bound ? .required(Sample.binding) : .absent, at: Sample.time)
    }

    @Test(arguments: [0, 1, 2, 8]) func `issued claims round-trip, with and without decoys`(minimumDigests: Int) async throws {
        let token = try await Sample.issued(minimumDigests: minimumDigests)
        let verified = try await Self.verify(token)
        #expect(verified.payload.sorted == Sample.all.sorted)
        #expect(verified.credentialType == Sample.vct && verified.holderKey == JWK(Sample.holderKey.publicKey))
        #expect(verified.issuedAt == Sample.now - 100 && verified.expiresAt == Sample.now + 1000)
        #expect(try CompactSDJWT(parsing: token.serialized) == token)
        // "nationalities" is disclosed twice, every other claim once.
        #expect(verified.disclosed.count == Sample.hidden.count + 1)
        #expect(Set(token.disclosures.map(\.salt)).count == token.disclosures.count)
    }

    @Test func `the signed part reveals no hidden claim, and digests do not reveal the order`() async throws {
        let token = try await Sample.issued(minimumDigests: 6)
        let text = String(decoding: token.issuerSigned.payload, as: UTF8.self)
        for secret in ["given_name", "Zoë", "Den Haag", "NL", "BE", "Ieper", "Gent", "over_18", "address", "places"] {
            #expect(!text.contains("\"\(secret)\""), "\(secret)")
        }
        let payload = try JSONObject(parsing: token.issuerSigned.payload)
        guard case .array(let digests) = payload["_sd"], case .array(let nationalities) = payload["nationalities"] else {
            Issue.record("no digests")
            return
        }
        #expect(digests.count == 6 && nationalities.count == 6)
        let texts = digests.map { if case .string(let text) = $0 { text } else { "" } }
        #expect(texts == texts.sorted())
        #expect(payload["age"]?.sorted != ["over_18": true, "over_65": false] && payload["_sd_alg"] == "sha-256")
    }

    static let selections: [([ClaimPath], JSONObject)] = [
        ([], ["nationalities": [], "age": [:]]),
        ([["given_name"]], ["nationalities": [], "age": [:], "given_name": "Zoë"]),
        ([["address"]], ["nationalities": [], "age": [:], "address": Sample.person["address"] ?? nil]),
        ([["address", "locality"]], ["nationalities": [], "age": [:], "address": ["country": "NL", "locality": "Den Haag"]]),
        ([["address", "country"]], ["nationalities": [], "age": [:], "address": ["country": "NL"]]),
        ([["nationalities", 1]], ["nationalities": ["BE"], "age": [:]]),
        ([["nationalities", nil]], ["nationalities": ["NL", "BE"], "age": [:]]),
        ([["nationalities"]], ["nationalities": ["NL", "BE"], "age": [:]]),
        ([["places", 0, "city"]], ["nationalities": [], "age": [:], "places": [["city": "Ieper", "year": 1980], "Gent"]]),
        ([["places", 0, "year"]], ["nationalities": [], "age": [:], "places": [["year": 1980], "Gent"]]),
        ([["places", 1]], ["nationalities": [], "age": [:], "places": ["Gent"]]),
        ([["places", nil, "city"]], ["nationalities": [], "age": [:], "places": [["city": "Ieper", "year": 1980], "Gent"]]),
        ([["age", "over_18"], ["age", "over_18"], ["vct"]], ["nationalities": [], "age": ["over_18": true]]),
        (Sample.hidden, Sample.person), ([[]], Sample.person),
    ]

    @Test(arguments: selections.indices) func `a selection discloses itself, its ancestors and its contents, and nothing else`(
        number: Int
    ) async throws {
        let (paths, expected) = Self.selections[number]
        let token = try await Sample.issued(minimumDigests: 3).disclosing(paths)
        let bound = try await token.bound(nonce: Sample.binding.nonce, audience: Sample.binding.audience, issuedAt: Sample.now) {
            try Sample.holderKey.sign($0)
        }
        let verified = try await Self.verify(bound, bound: true)
        let all = JSONObject((Array(Sample.claims.members) + expected.members).map { ($0.name, $0.value) })
        #expect(verified.payload.sorted == all.sorted)
        // A selection can be reduced again; a second key binding replaces the first.
        #expect(try bound.disclosing([[]]) == token)
        let again = try await bound.bound(nonce: Sample.binding.nonce, audience: Sample.binding.audience, issuedAt: Sample.now) {
            try Sample.holderKey.sign($0)
        }
        #expect(try await Self.verify(again, bound: true) == verified)
    }

    @Test(
        arguments: [
            ["email"], ["address", "region"], ["given_name", "first"], ["nationalities", 2], ["nationalities", "NL"], ["address", 0],
            ["nationalities", -1], ["places", nil, "street"], ["_sd"], ["_sd_alg"], ["age", nil], ["Given_name"], [nil], [0],
            ["places", 0, "city", nil],
        ] as [ClaimPath])
    func `issuer and holder refuse a path without a claim`(path: ClaimPath) async throws {
        let token = try await Sample.issued()
        await expectRejection(.noSuchClaim) { _ = try token.disclosing([["given_name"], path]) }
        #expect(throws: SDJWTMistake.noSuchClaim) {
            try UnsignedSDJWT(claims: Sample.all, disclosable: [["given_name"], path], random: countingBytes())
        }
    }

    @Test func `claims that verifiers need cannot be hidden, nor can the whole payload`() {
        for path in [["exp"], ["cnf", "jwk"], ["iss"], ["nbf"], ["vct"], ["aud"], ["status"], ["vct#integrity"]] as [ClaimPath] {
            #expect(throws: SDJWTMistake.mustBeVisible) {
                try UnsignedSDJWT(claims: Sample.all, disclosable: [path], random: countingBytes())
            }
        }
        #expect(throws: SDJWTMistake.noSuchClaim) { try UnsignedSDJWT(claims: Sample.all, disclosable: [[]], random: countingBytes()) }
    }

    @Test func `claims with reserved names or too many levels are not issued`() {
        for claims in [["_sd": []], ["a": ["...": 1]], ["a": [["...": "x"]]], ["_sd_alg": "sha-256"], ["a": ["_sd_alg": 1]]] as [JSONObject]
        {
            #expect(throws: SDJWTMistake.reservedName) { try UnsignedSDJWT(claims: claims, disclosable: [], random: countingBytes()) }
        }
        let deep = (0..<40).reduce(JSONValue.null) { value, _ in [value] }
        #expect(throws: SDJWTMistake.tooDeep) { try UnsignedSDJWT(claims: ["a": deep], disclosable: [["a"]], random: countingBytes()) }
    }

    @Test func `without hidden claims there is no trace of selective disclosure`() async throws {
        let unsigned = try UnsignedSDJWT(claims: Sample.claims, disclosable: [], minimumDigests: 5, random: countingBytes())
        #expect(unsigned.payload == Sample.claims && unsigned.disclosures.isEmpty)
        let token = try await unsigned.signed(keyID: "k") { try Sample.issuerKey.sign($0) }
        #expect(token.serialized.split(separator: "~", omittingEmptySubsequences: false).count == 2)
        #expect(try await Self.verify(token).payload == Sample.claims)
    }

    struct Broken: Error {}

    @Test func `a signer that fails or returns a wrong length creates no token`() async throws {
        let unsigned = try UnsignedSDJWT(claims: Sample.all, disclosable: Sample.hidden, random: countingBytes())
        await #expect(throws: Broken.self) { try await unsigned.signed { _ in throw Broken() } }
        await #expect(throws: JOSEError(.signatureLength, "")) { try await unsigned.signed { _ in [] } }
        let token = try await Sample.issued()
        await #expect(throws: Broken.self) { try await token.bound(nonce: "n", audience: "a", issuedAt: 0) { _ in throw Broken() } }
        await #expect(throws: JOSEError(.signatureLength, "")) {
            let der = try Sample.holderKey.signature(for: [1]).derRepresentation
            _ = try await token.bound(nonce: "n", audience: "a", issuedAt: 0) { _ in Array(der) }
        }
    }
}
