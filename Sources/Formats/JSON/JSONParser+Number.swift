// SPDX-License-Identifier: EUPL-1.2

extension JSONParser {
    /// Parses the number that begins at `position` (RFC 8259 §6).
    mutating func number() throws(JSONError) -> JSONValue {
        let start = position
        let isNegative = take("-")
        let startsWithZero = next == UInt8(ascii: "0")
        let wholeDigits = digits()
        guard wholeDigits > 0 else { throw JSONError(.malformed, "a number without digits") }
        guard !startsWithZero || wholeDigits == 1 else { throw JSONError(.malformed, "a number with a zero in front") }

        var isInteger = true
        if take(".") {
            isInteger = false
            guard digits() > 0 else { throw JSONError(.malformed, "a fraction without digits") }
        }
        if take("e") || take("E") {
            isInteger = false
            _ = take("+") || take("-")
            guard digits() > 0 else { throw JSONError(.malformed, "an exponent without digits") }
        }

        guard position - start <= limits.maximumNumberLength else {
            throw JSONError(.numberOutOfRange, "a number with too many characters")
        }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        if isInteger {
            guard let value = Int64(text) else { throw JSONError(.numberOutOfRange, "an integer that is too large or too small") }
            guard value != 0 || !isNegative else { throw JSONError(.numberOutOfRange, "an integer zero with a sign") }
            return .integer(value)
        }
        guard let value = Double(text), value.isFinite else { throw JSONError(.numberOutOfRange, "a number without a finite value") }
        return .decimal(value)
    }

    /// Skips decimal digits and returns their count.
    private mutating func digits() -> Int {
        let start = position
        while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
        return position - start
    }
}
