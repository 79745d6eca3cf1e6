// SPDX-License-Identifier: EUPL-1.2

/// Takes members out of an object one by one, and refuses what is left.
///
/// Each function takes the member of that name away, so it can be taken once. All of them throw ``JSONError/Code/missingMember`` without
/// the member (the `optional…` ones return nil instead) and ``JSONError/Code/wrongType`` for another JSON type; `null` is another type, not
/// an absence.
package struct JSONReader {
    private var rest: JSONObject

    /// A reader that has taken nothing yet.
    package init(_ object: JSONObject) { rest = object }

    /// A member of any type, `null` included.
    package mutating func value(_ name: String) throws(JSONError) -> JSONValue {
        guard let value = rest.remove(name) else { throw JSONError(.missingMember, "no member \(name)") }
        return value
    }

    /// A string, which may be empty.
    package mutating func string(_ name: String) throws(JSONError) -> String {
        guard case .string(let value) = try value(name) else { throw wrongType(name, "a string") }
        return value
    }

    /// A string, or nil without the member.
    package mutating func optionalString(_ name: String) throws(JSONError) -> String? {
        rest[name] == nil ? nil : try string(name)
    }

    /// The bytes of a base64url string without padding, which may be empty; ``JSONError/Code/unacceptableValue`` for any other string.
    package mutating func bytes(_ name: String) throws(JSONError) -> [UInt8] {
        let text = try string(name)
        do throws(JOSEError) {
            return try Base64URL.decode(text)
        } catch {
            throw JSONError(.unacceptableValue, "member \(name) is not base64url")
        }
    }

    /// An integer in 0...2^53-1 (the protocol's numbers), written without fraction and exponent; ``JSONError/Code/unacceptableValue``
    /// outside it.
    package mutating func integer(_ name: String) throws(JSONError) -> Int64 {
        guard case .integer(let value) = try value(name) else { throw wrongType(name, "an integer") }
        guard (0...0x1F_FFFF_FFFF_FFFF).contains(value) else {
            throw JSONError(.unacceptableValue, "member \(name) is not in 0...2^53-1")
        }
        return value
    }

    /// An integer as ``integer(_:)`` takes it, or nil without the member.
    package mutating func optionalInteger(_ name: String) throws(JSONError) -> Int64? {
        rest[name] == nil ? nil : try integer(name)
    }

    /// `true` or `false`.
    package mutating func bool(_ name: String) throws(JSONError) -> Bool {
        guard case .bool(let value) = try value(name) else { throw wrongType(name, "a boolean") }
        return value
    }

    /// `true` or `false`, or nil without the member.
    package mutating func optionalBool(_ name: String) throws(JSONError) -> Bool? {
        rest[name] == nil ? nil : try bool(name)
    }

    /// An object.
    package mutating func object(_ name: String) throws(JSONError) -> JSONObject {
        guard case .object(let value) = try value(name) else { throw wrongType(name, "an object") }
        return value
    }

    /// An array.
    package mutating func array(_ name: String) throws(JSONError) -> [JSONValue] {
        guard case .array(let values) = try value(name) else { throw wrongType(name, "an array") }
        return values
    }

    /// An array, or nil without the member.
    package mutating func optionalArray(_ name: String) throws(JSONError) -> [JSONValue]? {
        rest[name] == nil ? nil : try array(name)
    }

    /// Ends the reading: every member must have been taken.
    ///
    /// - Throws: ``JSONError/Code/unknownMember`` when one is left.
    package consuming func finish() throws(JSONError) {
        guard rest.isEmpty else { throw JSONError(.unknownMember, "a member that does not belong there") }
    }

    private func wrongType(_ name: String, _ expected: StaticString) -> JSONError {
        JSONError(.wrongType, "member \(name) is not \(expected)")
    }
}
