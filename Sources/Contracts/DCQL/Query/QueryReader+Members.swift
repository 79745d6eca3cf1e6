// SPDX-License-Identifier: EUPL-1.2

import JSON

/// Members by type. `null` is a wrong type, not an absence.
extension QueryReader {
    /// Reads an object.
    func members(_ value: JSONValue, at place: QueryPlace) throws(DCQLFault) -> JSONObject {
        guard case .object(let object) = value else { throw DCQLFault(.malformed, place) }
        return object
    }

    /// Reads a member of any type; nil if absent. The search costs a step for each member of the object.
    mutating func optionalValue(_ name: StaticString, of object: JSONObject) -> JSONValue? {
        count(object.count)
        return object[name.description]
    }

    /// Reads a member of any type.
    mutating func value(_ name: StaticString, of object: JSONObject, at place: QueryPlace) throws(DCQLFault) -> JSONValue {
        guard let value = optionalValue(name, of: object) else { throw DCQLFault(.missing, place.member(name)) }
        return value
    }

    /// Reads a boolean; nil if absent.
    mutating func optionalBool(_ name: StaticString, of object: JSONObject, at place: QueryPlace) throws(DCQLFault) -> Bool? {
        guard let value = optionalValue(name, of: object) else { return nil }
        guard case .bool(let bool) = value else { throw DCQLFault(.malformed, place.member(name)) }
        return bool
    }

    /// Reads an array of at least one element. Going through the elements costs a step for each.
    mutating func elements(
        _ value: JSONValue, at place: QueryPlace, otherwise reason: DCQLFault.Reason = .malformed
    ) throws(DCQLFault) -> [JSONValue] {
        guard case .array(let elements) = value, !elements.isEmpty else { throw DCQLFault(reason, place) }
        count(elements.count)
        return elements
    }

    /// Reads an array of at least one element; nil if absent.
    mutating func optionalArray(
        _ name: StaticString, of object: JSONObject, at place: QueryPlace, otherwise reason: DCQLFault.Reason = .malformed
    ) throws(DCQLFault) -> [JSONValue]? {
        guard let value = optionalValue(name, of: object) else { return nil }
        return try elements(value, at: place.member(name), otherwise: reason)
    }

    /// Reads an array of at least one element.
    mutating func array(
        _ name: StaticString, of object: JSONObject, at place: QueryPlace, otherwise reason: DCQLFault.Reason = .malformed
    ) throws(DCQLFault) -> [JSONValue] {
        let value = try value(name, of: object, at: place)
        return try elements(value, at: place.member(name), otherwise: reason)
    }

    /// Reads a text of at least one byte.
    func text(_ value: JSONValue, at place: QueryPlace) throws(DCQLFault) -> String {
        guard case .string(let text) = value, !text.isEmpty else { throw DCQLFault(.malformed, place) }
        try checkSize(of: text, at: place)
        return text
    }

    /// Reads a member that is a text of at least one byte.
    mutating func text(_ name: StaticString, of object: JSONObject, at place: QueryPlace) throws(DCQLFault) -> String {
        let value = try value(name, of: object, at: place)
        return try text(value, at: place.member(name))
    }

    /// Checks that a text is not too long.
    func checkSize(of text: String, at place: QueryPlace) throws(DCQLFault) {
        guard text.utf8.count <= limits.textBytes else { throw DCQLFault(.tooLarge, place) }
    }

    /// Reads an array of at least one text; every text uses up a value.
    mutating func texts(_ elements: [JSONValue], at place: QueryPlace) throws(DCQLFault) -> [String] {
        try values.use(elements.count, at: place)
        var texts: [String] = []
        for (index, element) in elements.enumerated() { texts.append(try text(element, at: place.element(index))) }
        return texts
    }

    /// Reads an id: letters and digits of ASCII, `_` and `-`.
    func identifier(_ value: JSONValue, at place: QueryPlace) throws(DCQLFault) -> String {
        let text = try text(value, at: place)
        guard text.utf8.allSatisfy(\.isIdentifierCharacter) else { throw DCQLFault(.malformed, place) }
        return text
    }
}

extension UInt8 {
    /// True for a letter or digit of ASCII, `_` and `-`.
    fileprivate var isIdentifierCharacter: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}
