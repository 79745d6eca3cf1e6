// SPDX-License-Identifier: EUPL-1.2

import DCQL
import JSON

/// Cards and queries from a seed, out of so few names, types and values that they often meet (SplitMix64).
struct JudgeSource: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var result = state
        result = (result ^ (result >> 30)) &* 0xBF58_476D_1CE4_E5B9
        result = (result ^ (result >> 27)) &* 0x94D0_49BB_1331_11EB
        return result ^ (result >> 31)
    }

    /// True in `percent` of 100 calls.
    mutating func chance(_ percent: Int) -> Bool { number(1...100) <= percent }

    mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

    private mutating func one<Value>(of values: [Value]) -> Value { values[number(0...values.count - 1)] }

    /// Some of the values, at least one, each once, in any order.
    private mutating func few<Value>(of values: [Value], atMost most: Int) -> [Value] {
        Array(values.shuffled(using: &self).prefix(number(1...min(most, values.count))))
    }

    private static let types = ["urn:t:1", "urn:t", "urn:u", "T\u{E9}", "Te\u{301}"]
    private static let keys: [[UInt8]] = [[1, 2, 3], [4, 5, 6], [7, 8]]
    /// Among them names that are the same to Unicode, and the withheld name.
    private static let names = ["a", "b", "list", "\u{E9}", "e\u{301}", "recovery_code"]
    private static let scalars: [JSONValue] = ["x", "y", "1", "true", "", 0, 1, 2, true, false, "\u{E9}", "e\u{301}"]
    private static let others: [JSONValue] = [.null, .decimal(1.0), .decimal(0.5)]

    // MARK: Cards

    mutating func card(_ reference: String) -> QueriedCredential {
        let isMDoc = chance(35)
        let depth = isMDoc ? 1 : 3
        return QueriedCredential(
            reference: reference, format: isMDoc ? .mdoc : .sdJWT, types: few(of: Self.types, atMost: isMDoc ? 1 : 3),
            authorityKeys: chance(70) ? few(of: Self.keys, atMost: 2) : [],
            claims: members { isMDoc ? $0.object(depth: depth) : $0.value(depth: depth) },
            withheld: chance(80) ? ["recovery_code"] : [])
    }

    private mutating func members(_ value: (inout JudgeSource) -> JSONValue) -> JSONObject {
        var object = JSONObject()
        for name in few(of: Self.names, atMost: 5) { object.set(name, value(&self)) }
        return object
    }

    /// An object of values of at most this depth.
    private mutating func object(depth: Int) -> JSONValue { .object(members { $0.value(depth: depth) }) }

    private mutating func value(depth: Int) -> JSONValue {
        guard depth > 0, chance(60) else { return chance(85) ? one(of: Self.scalars) : one(of: Self.others) }
        if chance(45) { return object(depth: depth - 1) }
        guard chance(60) else { return JSONValue.array((0..<number(0...3)).map { _ in value(depth: depth - 1) }) }
        // An array of objects, into which a path can go on.
        return JSONValue.array((0..<number(1...3)).map { _ in object(depth: depth - 1) })
    }

    // MARK: Queries

    mutating func query(_ cards: [QueriedCredential]) -> JSONObject {
        let ids = (0..<number(1...4)).map { "q\($0)" }
        var query: JSONObject = ["credentials": .array(ids.map { credential($0, cards) })]
        if chance(60) { query.set("credential_sets", .array((0..<number(1...3)).map { _ in credentialSet(ids) })) }
        return query
    }

    private mutating func credentialSet(_ ids: [String]) -> JSONValue {
        let options = (0..<number(1...3)).map { _ in JSONValue.array(few(of: ids, atMost: 2).map { .string($0) }) }
        var set: JSONObject = ["options": .array(options)]
        if chance(60) { set.set("required", .bool(chance(40))) }
        return .object(set)
    }

    private mutating func credential(_ id: String, _ cards: [QueriedCredential]) -> JSONValue {
        let model = one(of: cards)
        var query: JSONObject = ["id": .string(id)]
        let types = chance(70) ? [one(of: model.types)] : few(of: Self.types, atMost: 2)
        if chance(5) {
            query.set("format", "jwt_vc_json")
            query.set("meta", [:])
        } else {
            query.set("format", .string(model.format.rawValue))
            let meta: JSONValue =
                model.format == .mdoc ? ["doctype_value": .string(types[0])] : ["vct_values": .array(types.map { .string($0) })]
            query.set("meta", chance(20) ? [:] : meta)
        }
        if chance(40) { query.set("multiple", .bool(chance(70))) }
        if chance(20) { query.set("require_cryptographic_holder_binding", .bool(chance(50))) }
        if chance(30) { query.set("trusted_authorities", .array((0..<number(1...2)).map { _ in authority() })) }
        if chance(85) { addClaims(to: &query, model) }
        return .object(query)
    }

    private mutating func authority() -> JSONValue {
        if chance(15) { return ["type": "etsi_tl", "values": ["https://lotl.example.com"]] }
        return ["type": "aki", "values": .array(few(of: Self.keys, atMost: 2).map { .string(Base64URL.encode($0)) })]
    }

    private mutating func addClaims(to query: inout JSONObject, _ model: QueriedCredential) {
        let ids = (0..<number(1...4)).map { "c\($0)" }
        let claims = ids.map { id -> JSONValue in
            var (path, value) = walk(into: .object(model.claims), isMDoc: model.format == .mdoc)
            if chance(15) {
                path = [.string(one(of: Self.names)), .string(one(of: Self.names))]
                value = nil
            }
            var claim: JSONObject = ["id": .string(id), "path": .array(path)]
            if chance(35) {
                var values = few(of: Self.scalars, atMost: 2)
                if let value, Self.scalars.contains(value), !values.contains(value), chance(75) { values.append(value) }
                claim.set("values", .array(values))
            }
            return .object(claim)
        }
        query.set("claims", .array(claims))
        guard chance(40) else { return }
        let sets = (0..<number(1...3)).map { _ in JSONValue.array(few(of: ids, atMost: 3).map { .string($0) }) }
        query.set("claim_sets", .array(sets))
    }

    /// A path that leads to a value of the card, mostly, and the value.
    private mutating func walk(into root: JSONValue, isMDoc: Bool) -> (path: [JSONValue], value: JSONValue?) {
        var path: [JSONValue] = []
        var value = root
        while path.isEmpty || (isMDoc ? path.count < 2 : path.count < 5 && chance(75)) {
            switch value {
            case .object(let object) where !object.isEmpty:
                let member = one(of: Array(object.members))
                path.append(.string(member.name))
                value = member.value
            case .array(let elements) where !elements.isEmpty:
                let index = number(0...elements.count - 1)
                path.append(chance(60) ? .null : .integer(Int64(chance(90) ? index : index + 1)))
                value = elements[index]
            default: return (path, value)
            }
        }
        return (path, value)
    }

    // MARK: Choices

    mutating func choice(_ ids: [String], _ references: [String]) -> DCQLChoice {
        var answers: [String: [String]] = [:]
        for id in few(of: ids, atMost: ids.count) {
            answers[id] = chance(80) ? [one(of: references)] : few(of: references, atMost: 2)
        }
        if chance(5) { answers["unknown"] = references }
        return DCQLChoice(answers)
    }
}
