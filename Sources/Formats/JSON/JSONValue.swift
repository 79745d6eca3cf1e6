// SPDX-License-Identifier: EUPL-1.2

/// A JSON value (RFC 8259 §3).
///
/// Equality is exact: strings are compared code point by code point, objects including the order of members, and an integer never equals a
/// decimal.
///
/// The cases are complete.
public enum JSONValue: Sendable {
    case null
    /// `true` or `false`.
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
    /// Strict RFC 8259: UTF-8 without a byte order mark, no duplicate member, lone surrogate, comment or trailing comma. A number with a
    /// fraction or an exponent becomes a ``decimal(_:)``, any other an ``integer(_:)``. The integer `-0` is refused, because it would
    /// encode as `0`.
    ///
    /// - Throws: ``JSONError`` with `tooLarge`, `tooDeep`, `malformed`, `trailingData`, `notUTF8`, `loneSurrogate`, `duplicateMember` or
    ///   `numberOutOfRange`.
    public init(parsing bytes: [UInt8], limits: JSONLimits = .default) throws(JSONError) {
        var parser = try JSONParser(bytes, limits: limits)
        self = try parser.document()
    }

    /// Encodes the value as compact UTF-8 with minimal escaping, members in their order. A ``decimal(_:)`` must be finite.
    public func encode() -> [UInt8] {
        var writer = JSONWriter()
        writer.write(self)
        return writer.bytes
    }
}

extension JSONValue: Hashable {
    /// True if both values have the same kind and content; strings are compared code point by code point.
    public static func == (left: JSONValue, right: JSONValue) -> Bool {
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

    /// Hashes the same parts that equality compares.
    public func hash(into hasher: inout Hasher) {
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
    public init(stringLiteral value: String) { self = .string(value) }
    public init(integerLiteral value: Int64) { self = .integer(value) }
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// `null`.
    public init(nilLiteral: ()) { self = .null }
    /// An array of the literal's elements.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    /// An object with the literal's members in their order. A duplicate name is a programming error and traps.
    public init(dictionaryLiteral elements: (String, JSONValue)...) { self = .object(JSONObject(elements)) }
}
