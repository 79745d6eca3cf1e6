// SPDX-License-Identifier: EUPL-1.2

import DCQL
import Foundation
import JSON
import MDoc

/// Queries that are matched with 1,000 cards, the time and the counted work of each.
struct ManyCards {
    /// The limit of one match in seconds. It is ours: the design gives steps without network as long.
    static let limit = 0.1
    static let cards = 1000

    let count: Int
    let only: String

    func run() async throws {
        for (name, query, cards) in try Self.cases() where only.isEmpty || name.contains(only) {
            var steps = 0
            let time = try await processorTime(count) {
                let match = DCQLMatch(query, in: cards)
                steps = match.steps
            }
            print(
                "  " + name.padding(toLength: 36, withPad: " ", startingAt: 0)
                    + String(format: "%8.2f ms   %7d steps   %5.1f ns each", time * 1e3, steps, time * 1e9 / Double(steps))
                    + String(format: "   limit %3.0f ms", Self.limit * 1e3) + (time > Self.limit ? "   missed" : ""))
        }
    }

    private static func cases() throws -> [(name: String, query: DCQLQuery, cards: [QueriedCredential])] {
        let usual = try DCQLQuery(["credentials": [sdJWT("pid", ["family_name", "given_name", "birthdate"]), mdoc("mdoc")]])
        // The most claims that a query may have.
        let names = Documents.personal.members.map(\.name).filter { $0 != "recovery_code" }.prefix(3)
        let largest = try DCQLQuery(["credentials": .array((0..<32).map { sdJWT("q\($0)", Array(names)) })])
        return [
            ("DCQL, 1,000 cards, none fits", usual, made { "urn:other:\($0)" }),
            ("DCQL, 1,000 cards, one fits", usual, made { $0 == cards / 2 ? Documents.credentialType : "urn:other:\($0)" }),
            ("DCQL, 1,000 cards, all fit", usual, made { _ in Documents.credentialType }),
            ("DCQL, 32 queries, 1,000 cards fit", largest, made { _ in Documents.credentialType }),
        ]
    }

    private static func sdJWT(_ id: String, _ names: [String]) -> JSONValue {
        [
            "id": .string(id), "format": "dc+sd-jwt", "meta": ["vct_values": [.string(Documents.credentialType)]],
            "claims": .array(names.map { JSONValue.object(["path": [.string($0)]]) }),
        ]
    }

    private static func mdoc(_ id: String) -> JSONValue {
        [
            "id": .string(id), "format": "mso_mdoc", "meta": ["doctype_value": .string(Documents.docType.text)],
            "claims": [["path": [.string(Documents.space.text), "family_name"]]],
        ]
    }

    /// The cards; of those that fit, every second one is an mdoc.
    private static func made(_ type: (Int) -> String) -> [QueriedCredential] {
        let elements: JSONObject = [Documents.space.text: .object(Documents.personal)]
        return (0..<cards).map { number in
            let named = type(number)
            let isMDoc = named == Documents.credentialType && number % 2 == 1
            return QueriedCredential(
                reference: "card \(number)", format: isMDoc ? .mdoc : .sdJWT, types: [isMDoc ? Documents.docType.text : named],
                authorityKeys: [], claims: isMDoc ? elements : Documents.personal, withheld: ["recovery_code"])
        }
    }
}
