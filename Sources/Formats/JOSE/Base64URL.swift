// SPDX-License-Identifier: EUPL-1.2

/// Base64 with the URL-safe alphabet and without padding (RFC 4648 §5, RFC 7515 §2), in its one canonical form.
package enum Base64URL {
    /// The text of `bytes`: ⌈n · 4 / 3⌉ characters out of A–Z, a–z, 0–9, `-`, `_`; empty for no bytes.
    package static func encode(_ bytes: some Sequence<UInt8>) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.underestimatedCount * 4 + 2) / 3)
        var buffer: UInt32 = 0
        var bits = 0
        for byte in bytes {
            buffer = buffer << 8 | UInt32(byte)
            bits += 8
            while bits >= 6 {
                bits -= 6
                text.append(character(UInt8(buffer >> UInt32(bits) & 0x3F)))
            }
            buffer &= (1 << UInt32(bits)) - 1
        }
        if bits > 0 {
            text.append(character(UInt8(buffer << UInt32(6 - bits) & 0x3F)))
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The bytes of `text`; none for the empty text. No two texts give the same bytes.
    ///
    /// - Throws: ``JOSEError/Code/notBase64URL`` for padding, whitespace, any character outside the alphabet, a length that no bytes have
    ///   (one character too many), and last bits that are not zero (RFC 4648 §3.5).
    package static func decode(_ text: some StringProtocol) throws(JOSEError) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count * 3 / 4)
        var buffer: UInt32 = 0
        var bits = 0
        for character in text.utf8 {
            guard let value = value(character) else {
                throw JOSEError(.notBase64URL, "a character outside the base64url alphabet")
            }
            buffer = buffer << 6 | UInt32(value)
            bits += 6
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(buffer >> UInt32(bits) & 0xFF))
            }
            buffer &= (1 << UInt32(bits)) - 1
        }
        guard bits < 6 else { throw JOSEError(.notBase64URL, "a length that base64url cannot have") }
        guard buffer == 0 else { throw JOSEError(.notBase64URL, "the last bits are not zero") }
        return bytes
    }

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
