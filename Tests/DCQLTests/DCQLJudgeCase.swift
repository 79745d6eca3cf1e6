// SPDX-License-Identifier: EUPL-1.2

import DCQL
import JSON

/// A query, cards and choices for the judge, all from one seed.
struct DCQLJudgeCase {
    let query: JSONObject
    let cards: [QueriedCredential]
    /// References of the usable cards.
    let usable: [String]
    /// References, newest first; some are missing.
    let newestFirst: [String]
    let choices: [DCQLChoice]

    init(seed: UInt64) {
        var source = JudgeSource(seed: seed)
        cards = (0..<source.number(1...6)).map { source.card("card \($0)") }
        query = source.query(cards)
        let references = cards.map(\.reference)
        usable = references.filter { _ in source.chance(70) }
        newestFirst = references.shuffled(using: &source).filter { _ in source.chance(80) }
        let ids = query["credentials"]?.elements.compactMap { $0["id"]?.text } ?? []
        choices = (0..<6).map { _ in source.choice(ids, references) }
    }

    /// The judge's input.
    var json: JSONValue {
        [
            "query": .object(query), "cards": .array(cards.map(\.json)), "usable": .array(usable.map { .string($0) }),
            "newest_first": .array(newestFirst.map { .string($0) }), "choices": .array(choices.map(\.json)),
        ]
    }
}

extension JSONValue {
    /// The elements of an array; none of another value.
    var elements: [JSONValue] { if case .array(let elements) = self { elements } else { [] } }
    /// The text of a string.
    var text: String? { if case .string(let text) = self { text } else { nil } }
    /// A member of an object.
    subscript(name: String) -> JSONValue? { if case .object(let object) = self { object[name] } else { nil } }
}

extension DCQLChoice {
    /// The references by query, sorted.
    var json: JSONValue {
        .object(
            JSONObject(
                references.sorted { $0.key < $1.key }.map { answer -> (String, JSONValue) in
                    (answer.key, .array(answer.value.map { .string($0) }))
                }))
    }
}

extension QueriedCredential {
    fileprivate var json: JSONValue {
        [
            "reference": .string(reference), "format": .string(format.rawValue), "types": .array(types.map { .string($0) }),
            "authority_keys": .array(authorityKeys.map { .string(Base64URL.encode($0)) }), "claims": .object(claims),
            "withheld": .array(withheld.sorted().map { .string($0) }),
        ]
    }
}
