// SPDX-License-Identifier: EUPL-1.2

/// A JSON value (RFC 8259 §3).
///
/// Equality is exact: strings are compared code point by code point, objects including the order of members, and an integer never equals a
/// decimal.
package enum JSONValue: Sendable {
    case null
    case bool(Bool)
    /// A number written without fraction and exponent.
    case integer(Int64)
    /// A number written with a fraction or an exponent. Must be finite; parsed numbers always are.
    case decimal(Double)
    /// A string of any code points, including U+0000.
    case string(String)
    case array([JSONValue])
    case object(JSONObject)

    /// Parses `bytes`: one value, surrounded by nothing but whitespace.
    ///
    /// Strict RFC 8259: UTF-8 without a byte order mark, no duplicate member, lone surrogate, comment or trailing comma. A number with a fraction
    /// or an exponent becomes a ``decimal(_:)``, any other an ``integer(_:)``. The integer `-0` is refused, because it would encode as `0`.
    ///
    /// - Throws: ``JSONError`` with `tooLarge`, `tooDeep`, `malformed`, `trailingData`, `notUTF8`, `loneSurrogate`, `duplicateMember` or
    ///   `numberOutOfRange`.
    package init(parsing bytes: [UInt8], limits: JSONLimits = .default) throws(JSONError) {
        var parser = try JSONParser(bytes, limits: limits)
        self = try parser.document()
    }

    /// Encodes the value as compact UTF-8 with minimal escaping, members in their order. A ``decimal(_:)`` must be finite.
    package func encode() -> [UInt8] {
        var writer = JSONWriter()
        writer.write(self)
        return writer.bytes
    }
}

extension JSONValue: Hashable {
    /// True if both values have the same kind and content; strings are compared code point by code point.
    package static func == (left: JSONValue, right: JSONValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.integer(let left), .integer(let right)): left == right
        case (.decimal(let left), .decimal(let right)): left == right
        case (.string(let left), .string(let right)): JSONName(left) == JSONName(right)
        case (.array(let left), .array(let right)): left == right
        case (.object(let left), .object(let right)): left == right
        default: false
        }
    }

    /// Hashes what equality compares.
    package func hash(into hasher: inout Hasher) {
        switch self {
        case .null: hasher.combine(0)
        case .bool(let value): hasher.combine(value)
        case .integer(let value): hasher.combine(value)
        case .decimal(let value): hasher.combine(value)
        case .string(let value): hasher.combine(JSONName(value))
        case .array(let values): hasher.combine(values)
        case .object(let value): hasher.combine(value)
        }
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral, ExpressibleByNilLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    package init(stringLiteral value: String) { self = .string(value) }
    package init(integerLiteral value: Int64) { self = .integer(value) }
    package init(booleanLiteral value: Bool) { self = .bool(value) }
    package init(nilLiteral: ()) { self = .null }
    package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    /// An object with the literal's members in their order. A duplicate name is a programming error and traps.
    package init(dictionaryLiteral elements: (String, JSONValue)...) { self = .object(JSONObject(elements)) }
}
