// SPDX-License-Identifier: EUPL-1.2

/// Base64 with the URL-safe alphabet and without padding (RFC 4648 §5, RFC 7515 §2), in its one canonical form.
package enum Base64URL {
    /// The text of `bytes`: ⌈n · 4 / 3⌉ characters out of A–Z, a–z, 0–9, `-`, `_`; empty for no bytes.
    package static func encode(_ bytes: some Sequence<UInt8>) -> String { encode(Array(bytes)) }

    /// The text of bytes that lie in an array, as above.
    package static func encode(_ bytes: [UInt8]) -> String {
        let count = (bytes.count * 4 + 2) / 3
        return unsafe String(unsafeUninitializedCapacity: count) { output in
            var written = 0
            var buffer: UInt32 = 0
            var bits: UInt32 = 0
            for byte in bytes {
                buffer = buffer << 8 | UInt32(byte)
                bits += 8
                while bits >= 6 {
                    bits -= 6
                    unsafe output[written] = character(UInt8(truncatingIfNeeded: buffer >> bits & 0x3F))
                    written += 1
                }
            }
            if bits > 0 {
                unsafe output[written] = character(UInt8(truncatingIfNeeded: buffer << (6 - bits) & 0x3F))
                written += 1
            }
            return written
        }
    }

    /// The bytes of `text`; none for the empty text. No two texts give the same bytes.
    ///
    /// - Throws: ``JOSEError/Code/notBase64URL`` for padding, whitespace, any character outside the alphabet, a length that no bytes have
    ///   (one character too many), and last bits that are not zero (RFC 4648 §3.5).
    package static func decode(_ text: some StringProtocol) throws(JOSEError) -> [UInt8] { try decode(Array(text.utf8)[...]) }

    /// The bytes of a text in ASCII, as above.
    package static func decode(_ text: ArraySlice<UInt8>) throws(JOSEError) -> [UInt8] {
        let (bytes, rest) = read(text)
        switch rest {
        case .none: return bytes
        case .character: throw JOSEError(.notBase64URL, "a character outside the base64url alphabet")
        case .length: throw JOSEError(.notBase64URL, "a length that base64url cannot have")
        case .bits: throw JOSEError(.notBase64URL, "the last bits are not zero")
        }
    }

    /// What is wrong with a text.
    private enum Fault { case none, character, length, bits }

    private static func read(_ text: ArraySlice<UInt8>) -> (bytes: [UInt8], fault: Fault) {
        let values = Self.values
        guard text.count % 4 != 1 else { return ([], text.allSatisfy { values[Int($0)] < 64 } ? .length : .character) }
        var fault = Fault.none
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: text.count * 3 / 4) { output, written in
            written = 0
            // One bit that no value has stays in here when a character is none.
            var seen: UInt8 = 0
            var buffer: UInt32 = 0
            var bits: UInt32 = 0
            for character in text {
                let value = values[Int(character)]
                seen |= value
                buffer = buffer << 6 | UInt32(value & 0x3F)
                bits += 6
                if bits >= 8 {
                    bits -= 8
                    unsafe output[written] = UInt8(truncatingIfNeeded: buffer >> bits)
                    written += 1
                }
            }
            if seen > 63 {
                fault = .character
            } else if buffer & ((1 << bits) - 1) != 0 {
                fault = .bits
            }
        }
        return (fault == .none ? bytes : [], fault)
    }

    /// The value in 0...63 of each character, 255 outside the alphabet.
    private static let values: [UInt8] = (0...UInt8.max).map { value($0) ?? 255 }

    /// The character of a value in 0...63.
    private static func character(_ value: UInt8) -> UInt8 {
        switch value {
        case 0..<26: UInt8(ascii: "A") + value
        case 26..<52: UInt8(ascii: "a") + value - 26
        case 52..<62: UInt8(ascii: "0") + value - 52
        case 62: UInt8(ascii: "-")
        default: UInt8(ascii: "_")
        }
    }

    /// The value in 0...63 of a character, nil outside the alphabet.
    private static func value(_ character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): character - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): character - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0") + 52
        case UInt8(ascii: "-"): 62
        case UInt8(ascii: "_"): 63
        default: nil
        }
    }
}
