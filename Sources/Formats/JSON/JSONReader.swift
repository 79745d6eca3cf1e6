// SPDX-License-Identifier: EUPL-1.2

/// Reads an object's members one by one and refuses members that remain.
///
/// Each function removes the member, so it can be read only once. If the member is missing, the functions throw
/// ``JSONErrorCode/missingMember`` and the `optional…` ones return nil. A wrong JSON type throws ``JSONErrorCode/wrongType``; `null` is a
/// wrong type, not an absence.
package struct JSONReader {
    private var rest: JSONObject

    package init(_ object: JSONObject) { rest = object }

    /// Reads a member of any type, including `null`.
    package mutating func value(_ name: String) throws(JSONError) -> JSONValue {
        guard let value = rest.remove(name) else { throw JSONError(.missingMember, "no member \(name)") }
        return value
    }

    /// Reads a string, which may be empty.
    package mutating func string(_ name: String) throws(JSONError) -> String {
        guard case .string(let value) = try value(name) else { throw wrongType(name, "a string") }
        return value
    }

    /// Reads a string; nil if the member is missing.
    package mutating func optionalString(_ name: String) throws(JSONError) -> String? {
        rest[name] == nil ? nil : try string(name)
    }

    /// Reads the bytes of a base64url string without padding, which may be empty; ``JSONErrorCode/unacceptableValue`` for any other string.
    package mutating func bytes(_ name: String) throws(JSONError) -> [UInt8] {
        let text = try string(name)
        do throws(JSONError) {
            return try Base64URL.decode(text)
        } catch {
            throw JSONError(.unacceptableValue, "member \(name) is not base64url")
        }
    }

    /// Reads an integer in 0...2^53-1, the protocol's range, written without fraction and exponent; ``JSONErrorCode/unacceptableValue``
    /// outside the range.
    package mutating func integer(_ name: String) throws(JSONError) -> Int64 {
        guard case .integer(let value) = try value(name) else { throw wrongType(name, "an integer") }
        guard (0...0x1F_FFFF_FFFF_FFFF).contains(value) else {
            throw JSONError(.unacceptableValue, "member \(name) is not in 0...2^53-1")
        }
        return value
    }

    /// Reads an integer as ``integer(_:)``; nil if the member is missing.
    package mutating func optionalInteger(_ name: String) throws(JSONError) -> Int64? {
        rest[name] == nil ? nil : try integer(name)
    }

    /// Reads a time as ``NumericDate`` does, in seconds since 1970; ``JSONErrorCode/unacceptableValue`` for a number outside its range.
    package mutating func time(_ name: String) throws(JSONError) -> Int64 {
        let member = try value(name)
        switch member {
        case .integer, .decimal: break
        default: throw wrongType(name, "a number")
        }
        guard let date = NumericDate(member) else { throw JSONError(.unacceptableValue, "member \(name) is not in 0...2^53-1") }
        return date.seconds
    }

    /// Reads a time as ``time(_:)``; nil if the member is missing.
    package mutating func optionalTime(_ name: String) throws(JSONError) -> Int64? {
        rest[name] == nil ? nil : try time(name)
    }

    /// Reads a boolean.
    package mutating func bool(_ name: String) throws(JSONError) -> Bool {
        guard case .bool(let value) = try value(name) else { throw wrongType(name, "a boolean") }
        return value
    }

    /// Reads a boolean; nil if the member is missing.
    package mutating func optionalBool(_ name: String) throws(JSONError) -> Bool? {
        rest[name] == nil ? nil : try bool(name)
    }

    /// Reads an object.
    package mutating func object(_ name: String) throws(JSONError) -> JSONObject {
        guard case .object(let value) = try value(name) else { throw wrongType(name, "an object") }
        return value
    }

    /// Reads an array.
    package mutating func array(_ name: String) throws(JSONError) -> [JSONValue] {
        guard case .array(let values) = try value(name) else { throw wrongType(name, "an array") }
        return values
    }

    /// Reads an array; nil if the member is missing.
    package mutating func optionalArray(_ name: String) throws(JSONError) -> [JSONValue]? {
        rest[name] == nil ? nil : try array(name)
    }

    /// Checks that every member has been read.
    ///
    /// - Throws: ``JSONErrorCode/unknownMember`` if a member remains.
    package consuming func finish() throws(JSONError) {
        guard rest.isEmpty else { throw JSONError(.unknownMember, "a member that does not belong there") }
    }

    private func wrongType(_ name: String, _ expected: StaticString) -> JSONError {
        JSONError(.wrongType, "member \(name) is not \(expected)")
    }
}
