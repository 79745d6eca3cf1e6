// SPDX-License-Identifier: EUPL-1.2

import DCQL
import JSON
import SDJWT
import Testing

// snippet.match
/// The cards to offer for a query, by the id of the credential query; nil if the cards cannot answer it.
func cardsToOffer(for query: JSONValue, from cards: [QueriedCredential]) throws(DCQLFault) -> [String: [String]]? {
    let match = DCQLMatch(try DCQLQuery(query), in: cards)
    return match.standardChoice(usable: { _ in true }, newestFirst: cards.map(\.reference))?.references
}
// snippet.end

struct DCQLUse {
    @Test func `a card answers a query with the value that is asked for`() throws {
        let card = QueriedCredential(
            reference: "card-1", format: .sdJWT, types: ["urn:eudi:pid:nl:1", "urn:eudi:pid:1"], authorityKeys: [],
            claims: ["family_name": "Jansen", "nationalities": ["BE", "NL"]], withheld: [])
        let query: JSONValue = [
            "credentials": [
                [
                    "id": "pid", "format": "dc+sd-jwt", "meta": ["vct_values": ["urn:eudi:pid:1"]],
                    "claims": [["path": ["nationalities", nil], "values": ["NL"]]],
                ]
            ]
        ]
        #expect(try cardsToOffer(for: query, from: [card]) == ["pid": ["card-1"]])
        #expect(try cardsToOffer(for: query, from: []) == nil)

        let match = DCQLMatch(try DCQLQuery(query), in: [card])
        #expect(match.queries.first?.candidates.first?.paths == [["nationalities", 1]])
    }

    @Test func `a query that breaks a rule is refused with the member at fault`() {
        let error = #expect(throws: DCQLFault.self) { try DCQLQuery(["credentials": []]) }
        #expect(error?.reason == .malformed)
        #expect(error?.member == "credentials")
    }
}
