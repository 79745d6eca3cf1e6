// SPDX-License-Identifier: EUPL-1.2

import DCQL
import Foundation
import JSON
import SDJWT
import Testing

/// The cards that answer the examples of OpenID4VP 1.0 (§7.3, §7.4 and appendix D; `Tests/Fixtures/DCQL`).
struct MatchVectorTests {
    private static let identityType = "https://credentials.example.com/identity_credential"
    private static let name: [(String, JSONValue)] = [("given_name", "John"), ("family_name", "Doe")]
    private static let address: [(String, JSONValue)] = [("address", ["street_address": "42 Market Street", "locality": "Milliways"])]

    private static func card(_ reference: String, _ type: String, _ claims: [(String, JSONValue)]) -> QueriedCredential {
        MatchSample.card(reference, [type], JSONObject(claims))
    }

    private static func mdoc(_ reference: String, _ type: String, _ spaces: JSONObject) -> QueriedCredential {
        MatchSample.card(reference, [type], spaces, format: .mdoc)
    }

    private static let identity = card("identity", identityType, name + address)
    private static let vehicle = mdoc(
        "vehicle", "org.iso.7367.1.mVRC",
        ["org.iso.7367.1": ["vehicle_holder": "John Doe"], "org.iso.18013.5.1": ["given_name": "John", "family_name": "Doe"]])

    private func match(_ name: String, _ cards: [QueriedCredential]) throws -> DCQLMatch {
        let file = URL(filePath: #filePath).appending(path: "../../Fixtures/DCQL/\(name).json").standardizedFileURL
        return DCQLMatch(try DCQLQuery(JSONValue(parsing: [UInt8](Data(contentsOf: file)))), in: cards)
    }

    private func standard(_ match: DCQLMatch) -> [String: [String]]? {
        match.standardChoice(usable: { _ in true }, newestFirst: [])?.references
    }

    private static let arthur: JSONObject = [
        "name": "Arthur Dent",
        "address": ["street_address": "42 Market Street", "locality": "Milliways", "postal_code": "12345"],
        "degrees": [
            ["type": "Bachelor of Science", "university": "University of Betelgeuse"],
            ["type": "Master of Science", "university": "University of Betelgeuse"],
        ],
        "nationalities": ["British", "Betelgeusian"],
    ]

    @Test(
        arguments: [
            (["name"], "Arthur Dent", [["name"]]), (["address", "street_address"], "42 Market Street", [["address", "street_address"]]),
            (["degrees", nil, "type"], "Master of Science", [["degrees", 1, "type"]]),
            (["degrees", nil, "university"], "University of Betelgeuse", [["degrees", 0, "university"], ["degrees", 1, "university"]]),
            (["nationalities", 1], "Betelgeusian", [["nationalities", 1]]),
        ] as [(JSONValue, JSONValue, [JSONValue])])
    func `a path of the standard's example selects the value that the standard says`(
        path: JSONValue, value: JSONValue, places: [JSONValue]
    ) throws {
        func found(_ values: [JSONValue]?) throws -> QueryMatch {
            let query = MatchSample.query(types: [], claims: [MatchSample.claim(path, values: values)])
            return try MatchSample.match([query], in: [MatchSample.card("arthur", ["t"], Self.arthur)]).queries[0]
        }
        #expect(try found(nil).candidates.map { $0.paths.map(\.claimsPath) } == [[path]])
        #expect(try found([value]).candidates.map { $0.paths.map(\.claimsPath) } == [places])
        #expect(try found(["Ford Prefect"]).misses.map(\.cause) == [.value])
    }

    @Test func `the simple examples find a card with all claims, and none that lacks one`() throws {
        let bare = Self.card("bare", Self.identityType, Self.name)
        let found = try match("simple", [Self.vehicle, bare, Self.identity]).queries[0]
        let paths: [ClaimPath] = [["family_name"], ["given_name"], ["address", "street_address"]]
        #expect(found.candidates == [Candidate(reference: "identity", paths: paths)])
        #expect(found.misses == [Miss(reference: "vehicle", cause: .format), Miss(reference: "bare", cause: .claim)])

        let other = Self.mdoc("other", "org.iso.7367.1.mVRC", ["org.iso.18013.5.1": ["given_name": "John", "vehicle_holder": "John Doe"]])
        let mdocs = try match("simple_mdoc", [other, Self.vehicle]).queries[0]
        let elements: [ClaimPath] = [["org.iso.7367.1", "vehicle_holder"], ["org.iso.18013.5.1", "given_name"]]
        #expect(mdocs.candidates == [Candidate(reference: "vehicle", paths: elements)])
        #expect(mdocs.misses.map(\.cause) == [.claim])
    }

    @Test func `of two credentials asked for, one alone is no answer`() throws {
        #expect(try standard(match("multi_credentials", [Self.identity, Self.vehicle])) == ["pid": ["identity"], "mdl": ["vehicle"]])
        #expect(try standard(match("multi_credentials", [Self.identity])) == nil)
        #expect(try standard(match("multi_credentials", [Self.vehicle])) == nil)
    }

    @Test(arguments: [("90210", true), ("90211", true), ("90212", false), (90210, false)] as [(JSONValue, Bool)])
    func `the example of values finds the card with one of the postal codes`(code: JSONValue, isFound: Bool) throws {
        let card = Self.card("a", Self.identityType, Self.name + Self.address + [("postal_code", code)])
        let found = try match("value_matching_simple", [card]).queries[0]
        let causes: [Miss.Cause] = isFound ? [] : [.value]
        #expect(found.candidates.map(\.paths.count) == (isFound ? [4] : []))
        #expect(found.misses.map(\.cause) == causes)
    }

    @Test func `the example of claim sets discloses the first set that the card has, and nothing of the other`() throws {
        func paths(_ names: [String]) throws -> [[ClaimPath]] {
            let card = Self.card("a", Self.identityType, names.map { ($0, "x") })
            return try match("claims_alternatives", [card]).queries[0].candidates.map(\.paths)
        }
        let all = ["family_name", "postal_code", "locality", "region", "date_of_birth"]
        #expect(try paths(all) == [[["family_name"], ["locality"], ["region"], ["date_of_birth"]]])
        #expect(try paths(all.filter { $0 != "region" }) == [[["family_name"], ["postal_code"], ["date_of_birth"]]])
        #expect(try paths(all.filter { !["region", "postal_code"].contains($0) }).isEmpty)
        #expect(try paths(all.filter { $0 != "date_of_birth" }).isEmpty)
    }

    @Test func `the example of alternatives is answered by its first option that can be met, rewards only if wanted`() throws {
        let other = Self.card("other", "https://othercredentials.example/pid", Self.name + Self.address)
        let reduced = Self.card("reduced", "https://credentials.example.com/reduced_identity_credential", Self.name)
        let residence = Self.card(
            "residence", "https://cred.example/residence_credential", [("postal_code", "1"), ("locality", "x"), ("region", "y")])
        let rewards = Self.card("rewards", "https://company.example/company_rewards", [("rewards_number", 1)])
        func choice(_ cards: [QueriedCredential]) throws -> [String: [String]]? {
            standard(try match("credentials_alternatives", cards))
        }
        #expect(try choice([rewards, reduced, residence, other, Self.identity]) == ["pid": ["identity"]])
        #expect(try choice([rewards, reduced, residence, other]) == ["other_pid": ["other"]])
        let both = ["pid_reduced_cred_1": ["reduced"], "pid_reduced_cred_2": ["residence"]]
        #expect(try choice([rewards, reduced, residence]) == both)
        #expect(try choice([rewards, residence]) == nil)

        let all = try match("credentials_alternatives", [rewards, reduced, residence, other])
        #expect(all.accepts(DCQLChoice(both)) && all.accepts(DCQLChoice(["other_pid": ["other"], "nice_to_have": ["rewards"]])))
        #expect(!all.accepts(DCQLChoice(["nice_to_have": ["rewards"]])))
        #expect(!all.accepts(DCQLChoice(["pid_reduced_cred_1": ["reduced"]])))
        var twoOptions = both
        twoOptions["other_pid"] = ["other"]
        #expect(!all.accepts(DCQLChoice(twoOptions)))
    }

    @Test func `the example of mdocs takes name and address of different documents, and the address only if wanted`() throws {
        let space = "org.iso.18013.5.1"
        let names: [(String, JSONValue)] = Self.name + [("portrait", .null)]
        let place: [(String, JSONValue)] = [("resident_address", "42 Market Street"), ("resident_country", "NL")]
        func document(_ reference: String, _ type: String, _ elements: [(String, JSONValue)]) -> QueriedCredential {
            Self.mdoc(reference, type, JSONObject([(space, .object(JSONObject(elements)))]))
        }
        let licence = document("licence", "org.iso.18013.5.1.mDL", names)
        let photo = document("photo", "org.iso.23220.photoid.1", names + place)
        let match = try match("complex_mdoc", [licence, photo])
        #expect(standard(match) == ["mdl-id": ["licence"]])
        #expect(match.accepts(DCQLChoice(["mdl-id": ["licence"], "photo_card-address": ["photo"]])))
        #expect(match.accepts(DCQLChoice(["photo_card-id": ["photo"], "photo_card-address": ["photo"]])))
        #expect(!match.accepts(DCQLChoice(["mdl-id": ["licence"], "mdl-address": ["licence"]])))
        #expect(!match.accepts(DCQLChoice(["mdl-id": ["licence"], "photo_card-id": ["photo"]])))
        #expect(!match.accepts(DCQLChoice(["photo_card-address": ["photo"]])))
    }
}
