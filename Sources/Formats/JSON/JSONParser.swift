// SPDX-License-Identifier: EUPL-1.2

/// A strict parser of one JSON value (RFC 8259). Strings are in `JSONParser+String.swift`, numbers in `JSONParser+Number.swift`.
struct JSONParser {
    let bytes: [UInt8]
    let limits: JSONLimits
    /// The index of the next byte, at most `bytes.count`.
    var position = 0
    private var depth = 0

    init(_ bytes: [UInt8], limits: JSONLimits) throws(JSONError) {
        guard bytes.count <= limits.maximumBytes else { throw JSONError(.tooLarge, "more bytes than allowed") }
        self.bytes = bytes
        self.limits = limits
    }

    /// The next byte; nil at the end.
    var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    /// Parses all bytes as one value.
    mutating func document() throws(JSONError) -> JSONValue {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { throw JSONError(.notUTF8, "a byte order mark") }
        skipWhitespace()
        let value = try value()
        skipWhitespace()
        guard next == nil else { throw JSONError(.trailingData, "more after the value") }
        return value
    }

    /// Consumes `character` if it comes next; returns whether it did.
    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private mutating func value() throws(JSONError) -> JSONValue {
        switch next {
        case UInt8(ascii: "{"): return .object(try object())
        case UInt8(ascii: "["): return .array(try array())
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "-"), .some(UInt8(ascii: "0")...UInt8(ascii: "9")): return try number()
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case nil: throw JSONError(.malformed, "the text ends where a value must be")
        default: throw JSONError(.malformed, "no value begins like this")
        }
    }

    private mutating func object() throws(JSONError) -> JSONObject {
        try enter()
        var object = JSONObject()
        var names = NamesSeen()
        if take("}") {
            leave()
            return object
        }
        repeat {
            skipWhitespace()
            guard next == UInt8(ascii: "\"") else { throw JSONError(.malformed, "a member without a name") }
            let name = try string()
            guard names.insert(name, into: object) else { throw JSONError(.duplicateMember, "an object with a name twice") }
            skipWhitespace()
            guard take(":") else { throw JSONError(.malformed, "a member without a colon") }
            skipWhitespace()
            object.append(unique: name, try value())
            skipWhitespace()
        } while take(",")
        guard take("}") else { throw JSONError(.malformed, "an object that is not closed") }
        leave()
        return object
    }

    private mutating func array() throws(JSONError) -> [JSONValue] {
        try enter()
        var values: [JSONValue] = []
        if take("]") {
            leave()
            return values
        }
        repeat {
            skipWhitespace()
            values.append(try value())
            skipWhitespace()
        } while take(",")
        guard take("]") else { throw JSONError(.malformed, "an array that is not closed") }
        leave()
        return values
    }

    /// Consumes the opening bracket and the whitespace after it.
    private mutating func enter() throws(JSONError) {
        guard depth < limits.maximumDepth else { throw JSONError(.tooDeep, "nested deeper than allowed") }
        depth += 1
        position += 1
        skipWhitespace()
    }

    private mutating func leave() { depth -= 1 }

    private mutating func word(_ text: StaticString, _ value: JSONValue) throws(JSONError) -> JSONValue {
        let expected = Array(text.description.utf8)
        guard bytes[position...].starts(with: expected) else { throw JSONError(.malformed, "no value begins like this") }
        position += expected.count
        return value
    }

    private mutating func skipWhitespace() {
        // Fast path: nearly always there is no whitespace.
        guard let byte = next, byte <= 0x20 else { return }
        while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { position += 1 }
    }
}

/// The member names of an object that the parser has read so far. A few names are compared one by one, which is faster than a set; more
/// names use a set, so that the time stays linear in the number of members.
private struct NamesSeen {
    private var many: Set<JSONName> = []

    /// Adds a name; returns false if the object already has it.
    ///
    /// - Parameter object: the earlier members, whose names have been inserted.
    mutating func insert(_ name: String, into object: JSONObject) -> Bool {
        if object.count <= 16 { return !object.has(name) }
        if many.isEmpty { many = Set(object.members.map { JSONName($0.name) }) }
        return many.insert(JSONName(name)).inserted
    }
}
