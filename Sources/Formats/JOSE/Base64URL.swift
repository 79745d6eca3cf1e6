// SPDX-License-Identifier: EUPL-1.2

/// Base64 with the URL-safe alphabet and without padding (RFC 4648 §5, RFC 7515 §2), in its one canonical form.
package enum Base64URL {
    /// The text of `bytes`: ⌈n · 4 / 3⌉ characters out of A–Z, a–z, 0–9, `-`, `_`; empty for no bytes.
    package static func encode(_ bytes: some Sequence<UInt8>) -> String { encode(Array(bytes)) }

    /// The text of bytes that lie in an array, as above.
    package static func encode(_ bytes: [UInt8]) -> String {
        let count = (bytes.count * 4 + 2) / 3
        let alphabet = Self.alphabet
        return unsafe String(unsafeUninitializedCapacity: count) { output in
            var written = 0
            var index = 0
            while index < bytes.count {
                // Three bytes are four characters; those that are missing at the end are zeros, and what they would make is left out.
                let second = index + 1 < bytes.count ? UInt32(bytes[index + 1]) : 0
                let third = index + 2 < bytes.count ? UInt32(bytes[index + 2]) : 0
                let group = UInt32(bytes[index]) << 16 | second << 8 | third
                let end = min(written + 4, count)
                var shift: UInt32 = 18
                while written < end {
                    unsafe output[written] = alphabet[Int(group >> shift & 0x3F)]
                    written += 1
                    shift &-= 6
                }
                index += 3
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
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 255, count: 256)
        for (value, character) in alphabet.enumerated() { values[Int(character)] = UInt8(value) }
        return values
    }()

    /// The characters of the values in 0...63.
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
}
