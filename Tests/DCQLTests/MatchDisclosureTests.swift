// SPDX-License-Identifier: EUPL-1.2

import DCQL
import JOSE
import JSON
import SDJWT
import Testing

/// A candidate's paths lead to the disclosures of the SD-JWT itself.
struct MatchDisclosureTests {
    @Test func `an SD-JWT discloses the claims of its candidate, the array elements with the wanted value, and no other`() async throws {
        let card = MatchSample.pid
        var salts: UInt8 = 0
        let unsigned = try UnsignedSDJWT(
            claims: card.claims,
            disclosable: [
                ["family_name"], ["age"], ["nationalities", 0], ["nationalities", 1], ["address", "locality"],
                ["address", "street_address"],
                ["degrees", 0], ["degrees", 1], ["degrees", 2], ["recovery_code"],
            ],
            random: { count in
                salts += 1
                return [UInt8](repeating: salts, count: count)
            })
        let held = try await unsigned.signed { _ in [UInt8](repeating: 1, count: 64) }
        let claims: [JSONValue] = [
            MatchSample.claim(["family_name"]), MatchSample.claim(["nationalities", nil], values: ["BE"]),
            MatchSample.claim(["degrees", nil, "type"]), MatchSample.claim(["address", "locality"]), MatchSample.claim(["over_18"]),
        ]
        let candidate = try #require(try MatchSample.match([MatchSample.query(claims: claims)]).queries[0].candidates.first)

        // In what is shown, an index counts the elements that are disclosed: the second nationality is the only one.
        let shown = try held.disclosing(candidate.paths).disclosedClaims().map(\.path)
        #expect(Set(shown) == [["family_name"], ["nationalities", 0], ["degrees", 0], ["degrees", 1], ["address", "locality"]])
        let whole = try held.disclosedClaims()
        let value = try #require(whole.first { $0.path == ["nationalities", 1] })
        #expect(try held.disclosing(candidate.paths).disclosures.contains(value.disclosure))
    }

    @Test func `a query without claims discloses nothing`() async throws {
        var salts: UInt8 = 0
        let unsigned = try UnsignedSDJWT(claims: MatchSample.pid.claims, disclosable: [["family_name"], ["age"]]) { count in
            salts += 1
            return [UInt8](repeating: salts, count: count)
        }
        let held = try await unsigned.signed { _ in [UInt8](repeating: 1, count: 64) }
        let candidate = try #require(try MatchSample.match([MatchSample.query()]).queries[0].candidates.first)
        #expect(try held.disclosing(candidate.paths).disclosures.isEmpty)
    }
}
