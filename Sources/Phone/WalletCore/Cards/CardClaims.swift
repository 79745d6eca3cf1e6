// SPDX-License-Identifier: EUPL-1.2

import Foundation
import JOSE
import WalletInterface

/// What a credential says, ready to be shown.
enum CardClaims {
    /// Members that are about the credential and not about the person (RFC 7519 §4.1, SD-JWT VC), and the code that only the provider is shown.
    static let hidden: Set<String> = [
        "iss", "aud", "sub", "jti", "iat", "nbf", "exp", "cnf", "vct", "vct#integrity", "status", "recovery_code",
    ]

    /// Members that may differ between a preview and what is issued a moment later: midnight may have come between (PID rulebook).
    static let ofIssuance: Set<String> = ["date_of_issuance", "date_of_expiry"]

    /// What the payload says of the person: without what differs from copy to copy. Members are in the order of their names, for each copy
    /// discloses them in an order of its own.
    static func ofPerson(_ payload: JSONObject) -> JSONObject {
        let members = payload.members.filter { member in
            !ofIssuance.contains(member.name) && (!hidden.contains(member.name) || member.name == "recovery_code")
        }
        return JSONObject(members.map { ($0.name, $0.value) }).sorted
    }

    /// Whether a payload says of the person what another one says that was shown. The days of the issuance are there in both or in neither,
    /// are days, and differ by one at most, which is midnight.
    static func isShown(_ payload: JSONObject, in shown: JSONObject) -> Bool {
        guard ofPerson(payload) == ofPerson(shown) else { return false }
        return ofIssuance.allSatisfy { name in
            switch (payload[name], shown[name]) {
            case (nil, nil): true
            case (.string(let text)?, .string(let before)?):
                if let day = IssuanceDay(text), let before = IssuanceDay(before) { abs(day.number - before.number) <= 1 } else { false }
            default: false
            }
        }
    }

    /// The claims in the issuer's order; those that it has no name for come last, in the order of their names.
    static func claims(of payload: JSONObject, names: [StoredCard.ClaimName]) -> [CardClaim] {
        var claims: [CardClaim] = []
        var rest = payload
        for name in hidden { _ = rest.remove(name) }
        for described in names {
            guard let value = rest.take(described.path[...]), let shown = CardValue(value) else { continue }
            claims.append(CardClaim(path: described.path, name: described.name, value: shown))
        }
        for (name, value) in rest.sorted.members {
            guard let shown = CardValue(value) else { continue }
            claims.append(CardClaim(path: [name], name: LocalizedText([]), value: shown))
        }
        return claims
    }
}

extension JSONObject {
    /// The same with all members in the order of their names.
    var sorted: JSONObject {
        func sorted(_ value: JSONValue) -> JSONValue {
            switch value {
            case .object(let object): .object(object.sorted)
            case .array(let elements): .array(elements.map(sorted))
            default: value
            }
        }
        return JSONObject(members.map { ($0.name, sorted($0.value)) }.sorted { $0.0.utf8.lexicographicallyPrecedes($1.0.utf8) })
    }

    /// Takes the value at a path out; an object that is empty afterwards goes with it. Nil when the path leads to nothing.
    fileprivate mutating func take(_ path: ArraySlice<String>) -> JSONValue? {
        guard let name = path.first else { return nil }
        let further = path.dropFirst()
        if further.isEmpty { return remove(name) }
        guard case .object(var inner)? = self[name], let value = inner.take(further) else { return nil }
        if inner.isEmpty { _ = remove(name) } else { set(name, .object(inner)) }
        return value
    }
}

extension CardValue {
    /// Nil for `null`, and for lists and groups with nothing in them.
    init?(_ value: JSONValue) {
        switch value {
        case .null: return nil
        case .bool(let truth): self = .truth(truth)
        case .integer(let number): self = .number(String(number))
        case .decimal(let number): self = .number(String(number))
        case .string(let text): self = text.hasPrefix("data:image/") ? .picture(text) : .text(text)
        case .array(let elements):
            let values = elements.compactMap(CardValue.init)
            guard !values.isEmpty else { return nil }
            self = .list(values)
        case .object(let object):
            let members = object.members.compactMap { member in CardValue(member.value).map { Member(name: member.name, value: $0) } }
            guard !members.isEmpty else { return nil }
            self = .group(members)
        }
    }
}
