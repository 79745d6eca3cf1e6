// SPDX-License-Identifier: EUPL-1.2

import CalendarDays
import Foundation
import JSON
import WalletInterface

/// The displayable claims of a credential.
enum CardClaims {
    /// Members about the credential rather than the person (RFC 7519 §4.1, SD-JWT VC), and the code that only the provider receives.
    static let hidden: Set<String> = [
        "iss", "aud", "sub", "jti", "iat", "nbf", "exp", "cnf", "vct", "vct#integrity", "status", "recovery_code",
    ]

    /// Members that may differ between a preview and the credential issued shortly afterwards, because midnight was in between (PID
    /// rulebook).
    static let ofIssuance: Set<String> = ["date_of_issuance", "date_of_expiry"]

    /// Returns the last day on which the card counts (PID rulebook); nil if the payload has none, or not as a day.
    static func dayOfExpiry(in payload: JSONObject) -> CalendarDay? {
        guard case .string(let text)? = payload["date_of_expiry"] else { return nil }
        return CalendarDay(text)
    }

    /// Returns the payload's members about the person, without the members that differ per copy. The members are sorted by name, because
    /// each copy discloses them in its own order.
    static func ofPerson(_ payload: JSONObject) -> JSONObject {
        let members = payload.members.filter { member in
            !ofIssuance.contains(member.name) && (!hidden.contains(member.name) || member.name == "recovery_code")
        }
        return JSONObject(members.map { ($0.name, $0.value) }).sorted
    }

    /// Returns true if a payload contains the same data on the person as the one shown. The days of issuance are present in both payloads
    /// or in neither, are valid, and differ by at most one day.
    static func isShown(_ payload: JSONObject, in shown: JSONObject) -> Bool {
        guard ofPerson(payload) == ofPerson(shown) else { return false }
        return ofIssuance.allSatisfy { name in
            switch (payload[name], shown[name]) {
            case (nil, nil): true
            case (.string(let text)?, .string(let before)?):
                if let day = CalendarDay(text), let before = CalendarDay(before) { abs(day.number - before.number) <= 1 } else { false }
            default: false
            }
        }
    }

    /// Returns the claims in the issuer's order; claims without a label come last, sorted by name.
    static func claims(of payload: JSONObject, names: [StoredCard.ClaimName]) -> [CardClaim] {
        var claims: [CardClaim] = []
        var rest = payload
        for name in hidden { _ = rest.remove(name) }
        for described in names {
            guard let value = rest.take(described.path[...]), let shown = CardValue(value) else { continue }
            claims.append(CardClaim(path: described.path, name: described.name.shown, value: shown))
        }
        for (name, value) in rest.sorted.members {
            guard let shown = CardValue(value) else { continue }
            claims.append(CardClaim(path: [name], name: LocalizedText([]), value: shown))
        }
        return claims
    }
}

extension JSONObject {
    /// The object with all members sorted by name.
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

    /// Removes and returns the value at a path; an object that becomes empty is removed too. Nil for a path that leads nowhere.
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
    /// Returns nil for `null`, and for empty lists and groups.
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
