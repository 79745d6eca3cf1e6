// SPDX-License-Identifier: EUPL-1.2

import UTF8Text

extension JSONParser {
    /// Parses and unescapes the string whose opening quotation mark is at `position` (RFC 8259 §7).
    mutating func string() throws(JSONError) -> String {
        position += 1
        let start = position
        position = plainEnd(from: start)
        // Fast path: nearly every string has no escapes.
        if next == UInt8(ascii: "\"") {
            position += 1
            return try Self.string(bytes[start..<position - 1])
        }
        var text = Array(bytes[start..<position])
        while let byte = next {
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return try Self.string(text[...])
            case UInt8(ascii: "\\"): try escape(into: &text)
            case 0x00..<0x20: throw JSONError(.malformed, "a control character inside a string")
            default: text.append(byte)
            }
        }
        throw JSONError(.malformed, "a string that is not closed")
    }

    /// The index at which the unescaped characters end.
    private mutating func plainEnd(from start: Int) -> Int {
        unsafe bytes.withUnsafeBufferPointer { unsafe EscapedBytes.first(in: $0, from: start) }
    }

    private static func string(_ text: ArraySlice<UInt8>) throws(JSONError) -> String {
        guard let string = String(utf8: text) else { throw JSONError(.notUTF8, "a string that is not UTF-8") }
        return string
    }

    /// Parses an escape sequence after its reverse solidus and appends the character.
    private mutating func escape(into text: inout [UInt8]) throws(JSONError) {
        guard let byte = next else { throw JSONError(.malformed, "a string that is not closed") }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"): text += String(Character(try escapedScalar())).utf8
        default: throw JSONError(.malformed, "an escape that JSON does not have")
        }
    }

    /// The code point of a `\u` escape, including the second escape of a surrogate pair.
    private mutating func escapedScalar() throws(JSONError) -> Unicode.Scalar {
        let first = try fourHexadecimalDigits()
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard (0xD800...0xDBFF).contains(first), take("\\"), take("u") else {
            throw JSONError(.loneSurrogate, "half of a surrogate pair")
        }
        let second = try fourHexadecimalDigits()
        guard (0xDC00...0xDFFF).contains(second), let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)) else {
            throw JSONError(.loneSurrogate, "half of a surrogate pair")
        }
        return scalar
    }

    /// A number in 0...0xFFFF; digits in either case.
    private mutating func fourHexadecimalDigits() throws(JSONError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            let digit: UInt8
            switch next {
            case .some(let byte) where (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte): digit = byte - UInt8(ascii: "0")
            case .some(let byte) where (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte): digit = byte - UInt8(ascii: "a") + 10
            case .some(let byte) where (UInt8(ascii: "A")...UInt8(ascii: "F")).contains(byte): digit = byte - UInt8(ascii: "A") + 10
            default: throw JSONError(.malformed, "an escape without its four hexadecimal digits")
            }
            value = value << 4 | UInt32(digit)
            position += 1
        }
        return value
    }
}
