// SPDX-License-Identifier: EUPL-1.2

/// An encoder of compact JSON (RFC 8259); each value has exactly one encoding.
struct JSONWriter {
    private(set) var bytes: [UInt8] = []

    /// A writer with memory for most tokens and messages of a protocol, so that it seldom has to be enlarged.
    init() { bytes.reserveCapacity(512) }

    mutating func write(_ value: JSONValue) {
        switch value {
        case .null: bytes += "null".utf8
        case .bool(let value): bytes += (value ? "true" : "false").utf8
        case .integer(let value): bytes += String(value).utf8
        case .decimal(let value):
            precondition(value.isFinite, "JSON has no number for infinity and NaN")
            // Swift writes the shortest digits that parse to the same number, always with a point or an exponent.
            bytes += value.description.utf8
        case .string(let value): write(value)
        case .array(let values): write(values)
        case .object(let value): write(value)
        }
    }

    private mutating func write(_ values: [JSONValue]) {
        bytes.append(UInt8(ascii: "["))
        for (index, value) in values.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            write(value)
        }
        bytes.append(UInt8(ascii: "]"))
    }

    private mutating func write(_ object: JSONObject) {
        bytes.append(UInt8(ascii: "{"))
        for (index, member) in object.members.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            write(member.name)
            bytes.append(UInt8(ascii: ":"))
            write(member.value)
        }
        bytes.append(UInt8(ascii: "}"))
    }

    /// Escapes only the characters that §7 requires: quotation mark, reverse solidus, U+0000 to U+001F.
    private mutating func write(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        defer { bytes.append(UInt8(ascii: "\"")) }
        // Fast path: nearly every string needs no escapes.
        guard Self.hasEscapes(text) else {
            bytes += text.utf8
            return
        }
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case 0x08: bytes += "\\b".utf8
            case 0x09: bytes += "\\t".utf8
            case 0x0A: bytes += "\\n".utf8
            case 0x0C: bytes += "\\f".utf8
            case 0x0D: bytes += "\\r".utf8
            case 0x00..<0x20: bytes += ((byte < 0x10 ? "\\u000" : "\\u00") + String(byte, radix: 16)).utf8
            default: bytes.append(byte)
            }
        }
    }

    private static func hasEscapes(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { unsafe EscapedBytes.first(in: $0) < $0.count }
    }
}
