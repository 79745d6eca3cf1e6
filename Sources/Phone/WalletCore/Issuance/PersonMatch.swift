// SPDX-License-Identifier: EUPL-1.2

import CBOR
import JOSE
import MDoc

/// Whether the two formats of a PID speak of the same person. The PID rulebook names some attributes differently in each.
enum PersonMatch {
    /// The claims of an SD-JWT that elements of an mdoc stand for, where the names differ.
    private static let claims: [String: [String]] = [
        "birth_date": ["birthdate"], "nationality": ["nationalities"], "family_name_birth": ["birth_family_name"],
        "given_name_birth": ["birth_given_name"], "email_address": ["email"], "mobile_phone_number": ["phone_number"],
        "resident_address": ["address", "formatted"], "resident_country": ["address", "country"],
        "resident_state": ["address", "region"], "resident_city": ["address", "locality"],
        "resident_postal_code": ["address", "postal_code"], "resident_street": ["address", "street_address"],
        "resident_house_number": ["address", "house_number"],
    ]
    /// Whoever has one of these has it in both formats.
    private static let required = ["family_name", "given_name", "birth_date"]

    /// Compares everything that both formats have and that is a text, a date, a number, a truth, or an array of these.
    static func isSame(_ elements: [MDocElement], _ payload: JSONObject) -> Bool {
        var found: Set<String> = []
        for element in elements {
            let name = element.identifier.text
            guard let claimed = value(at: (claims[name] ?? [name])[...], in: payload) else {
                if required.contains(name) { return false }
                continue
            }
            guard let ours = texts(element.value), let theirs = texts(claimed) else { continue }
            guard ours == theirs else { return false }
            found.insert(name)
        }
        let expected = required.filter { value(at: (claims[$0] ?? [$0])[...], in: payload) != nil }
        return expected.contains("family_name") && found.isSuperset(of: expected)
    }

    private static func value(at path: ArraySlice<String>, in object: JSONObject) -> JSONValue? {
        guard let name = path.first, let value = object[name] else { return nil }
        if path.count == 1 { return value }
        guard case .object(let inner) = value else { return nil }
        return Self.value(at: path.dropFirst(), in: inner)
    }

    /// Nil for what is compared in no other way.
    private static func texts(_ value: CBOR) -> [[UInt8]]? {
        switch value {
        case .text(let text): [Array(text.utf8)]
        // tdate and full-date.
        case .tagged(0, .text(let text)), .tagged(1004, .text(let text)): [Array(text.utf8)]
        case .bool(let truth): [Array(String(truth).utf8)]
        case .unsigned, .negative: value.integer.map { [Array(String($0).utf8)] }
        case .array(let elements):
            elements.reduce([[UInt8]]?.some([])) { all, element in texts(element).flatMap { inner in all.map { $0 + inner } } }
        default: nil
        }
    }

    private static func texts(_ value: JSONValue) -> [[UInt8]]? {
        switch value {
        case .string(let text): [Array(text.utf8)]
        case .bool(let truth): [Array(String(truth).utf8)]
        case .integer(let number): [Array(String(number).utf8)]
        case .array(let elements):
            elements.reduce([[UInt8]]?.some([])) { all, element in texts(element).flatMap { inner in all.map { $0 + inner } } }
        default: nil
        }
    }
}
