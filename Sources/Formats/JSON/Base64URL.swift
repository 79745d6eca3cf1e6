// SPDX-License-Identifier: EUPL-1.2

/// Base64 with the URL-safe alphabet, without padding, in canonical form (RFC 4648 §5, RFC 7515 §2).
public enum Base64URL {
    /// Encodes bytes as ⌈n · 4 / 3⌉ characters out of A–Z, a–z, 0–9, `-`, `_`.
    public static func encode(_ bytes: some Sequence<UInt8>) -> String { encode(Array(bytes)) }

    /// Encodes an array of bytes without copying it.
    public static func encode(_ bytes: [UInt8]) -> String {
        let count = (bytes.count * 4 + 2) / 3
        let alphabet = Self.alphabet
        return unsafe String(unsafeUninitializedCapacity: count) { output in
            unsafe alphabet.withUnsafeBufferPointer { alphabet in
                unsafe bytes.withUnsafeBufferPointer { bytes in
                    var written = 0
                    func write(_ sextet: UInt32) {
                        unsafe output[written] = alphabet[Int(sextet & 0x3F)]
                        written += 1
                    }
                    // Three bytes become four characters.
                    var index = 0
                    while index + 3 <= bytes.count {
                        let group = unsafe UInt32(bytes[index]) << 16 | UInt32(bytes[index + 1]) << 8 | UInt32(bytes[index + 2])
                        write(group >> 18)
                        write(group >> 12)
                        write(group >> 6)
                        write(group)
                        index += 3
                    }
                    // One remaining byte becomes two characters, two bytes become three. The unused bits are zero.
                    if index < bytes.count {
                        let isLonger = index + 2 == bytes.count
                        let group = unsafe UInt32(bytes[index]) << 16 | (isLonger ? UInt32(bytes[index + 1]) << 8 : 0)
                        write(group >> 18)
                        write(group >> 12)
                        if isLonger { write(group >> 6) }
                    }
                    return written
                }
            }
        }
    }

    /// Decodes a text; different texts never give the same bytes.
    ///
    /// - Throws: ``JSONErrorCode/notBase64URL`` for padding, whitespace, a character outside the alphabet, an impossible length (one
    ///   character left over), or trailing bits that are not zero (RFC 4648 §3.5).
    public static func decode(_ text: some StringProtocol) throws(JSONError) -> [UInt8] {
        // Nearly every text is contiguous in memory and needs no copy.
        let result = text.utf8.withContiguousStorageIfAvailable { unsafe read($0) } ?? read(Array(text.utf8)[...])
        return try checked(result)
    }

    /// Decodes an ASCII text given as bytes.
    public static func decode(_ text: ArraySlice<UInt8>) throws(JSONError) -> [UInt8] { try checked(read(text)) }

    private static func checked(_ result: (bytes: [UInt8], fault: Fault)) throws(JSONError) -> [UInt8] {
        switch result.fault {
        case .none: return result.bytes
        case .character: throw JSONError(.notBase64URL, "a character outside the base64url alphabet")
        case .length: throw JSONError(.notBase64URL, "a length that base64url cannot have")
        case .bits: throw JSONError(.notBase64URL, "the last bits are not zero")
        }
    }

    /// The error in a text.
    private enum Fault { case none, character, length, bits }

    private static func read(_ text: ArraySlice<UInt8>) -> (bytes: [UInt8], fault: Fault) {
        unsafe text.withUnsafeBufferPointer { unsafe read($0) }
    }

    private static func read(_ text: UnsafeBufferPointer<UInt8>) -> (bytes: [UInt8], fault: Fault) {
        let values = Self.values
        guard text.count % 4 != 1 else { return ([], unsafe text.allSatisfy { values[Int($0)] < 64 } ? .length : .character) }
        var fault = Fault.none
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: text.count * 3 / 4) { output, written in
            unsafe values.withUnsafeBufferPointer { values in
                // An invalid character sets a bit that no valid sextet has.
                var seen: UInt32 = 0
                func value(_ index: Int) -> UInt32 {
                    let value = UInt32(unsafe values[Int(text[index])])
                    seen |= value
                    return value
                }
                // Four characters become three bytes.
                var index = 0
                written = 0
                while index + 4 <= text.count {
                    let group = value(index) << 18 | value(index + 1) << 12 | value(index + 2) << 6 | value(index + 3)
                    unsafe output[written] = UInt8(truncatingIfNeeded: group >> 16)
                    unsafe output[written + 1] = UInt8(truncatingIfNeeded: group >> 8)
                    unsafe output[written + 2] = UInt8(truncatingIfNeeded: group)
                    index += 4
                    written += 3
                }
                // Two remaining characters encode one byte and four unused bits; three characters encode two bytes and two unused bits.
                var rest: UInt32 = 0
                if index + 2 <= text.count {
                    let isLonger = index + 3 == text.count
                    let group = value(index) << 12 | value(index + 1) << 6 | (isLonger ? value(index + 2) : 0)
                    unsafe output[written] = UInt8(truncatingIfNeeded: group >> 10)
                    written += 1
                    if isLonger {
                        unsafe output[written] = UInt8(truncatingIfNeeded: group >> 2)
                        written += 1
                    }
                    rest = group & (isLonger ? 0x3 : 0x3FF)
                }
                if seen > 63 {
                    fault = .character
                } else if rest != 0 {
                    fault = .bits
                }
            }
        }
        return (fault == .none ? bytes : [], fault)
    }

    /// The value in 0...63 of each character; 255 for characters outside the alphabet.
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 255, count: 256)
        for (value, character) in alphabet.enumerated() { values[Int(character)] = UInt8(value) }
        return values
    }()

    /// The characters for the values 0...63.
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
}
