// SPDX-License-Identifier: EUPL-1.2

/// A JSON value (RFC 8259 §3).
///
/// Equality is exact: strings code point by code point, objects with the same members in the same order, and an integer never equals a
/// decimal.
package enum JSONValue: Sendable {
    /// `null`
    case null
    /// `true` or `false`
    case bool(Bool)
    /// A number written without fraction and exponent.
    case integer(Int64)
    /// A number written with a fraction or an exponent. Always finite when it was parsed; must be finite to be encoded.
    case decimal(Double)
    /// A string; may hold any code point, U+0000 included.
    case string(String)
    /// An array.
    case array([JSONValue])
    /// An object.
    case object(JSONObject)

    /// The value that `bytes` hold, with nothing but whitespace around it.
    ///
    /// Strict RFC 8259: UTF-8 without a byte order mark, no member twice, no lone surrogate, no comment, no trailing comma, nothing after
    /// the value. A number with a fraction or an exponent is a ``decimal(_:)``, any other an ``integer(_:)``; the integer `-0` is refused,
    /// for it would come back as another text.
    ///
    /// - Throws: ``JSONError`` with `tooLarge`, `tooDeep`, `malformed`, `trailingData`, `notUTF8`, `loneSurrogate`, `duplicateMember` or
    ///   `numberOutOfRange`.
    package init(parsing bytes: [UInt8], limits: JSONLimits = .default) throws(JSONError) {
        var parser = try JSONParser(bytes, limits: limits)
        self = try parser.document()
    }

    /// Compact UTF-8: no whitespace, members in their order, nothing escaped that need not be. A ``decimal(_:)`` must be finite.
    package func encode() -> [UInt8] {
        var writer = JSONWriter()
        writer.write(self)
        return writer.bytes
    }
}

extension JSONValue: Hashable {
    /// True for the same value of the same kind; strings are compared code point by code point.
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
    /// A string.
    package init(stringLiteral value: String) { self = .string(value) }
    /// An integer.
    package init(integerLiteral value: Int64) { self = .integer(value) }
    /// `true` or `false`.
    package init(booleanLiteral value: Bool) { self = .bool(value) }
    /// `null`.
    package init(nilLiteral: ()) { self = .null }
    /// An array.
    package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    /// An object, members in the literal's order; a name written twice is a programming error and stops the program.
    package init(dictionaryLiteral elements: (String, JSONValue)...) { self = .object(JSONObject(elements)) }
}
