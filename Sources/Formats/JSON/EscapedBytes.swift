// SPDX-License-Identifier: EUPL-1.2

/// The bytes that a JSON string must escape: quotation mark, reverse solidus, U+0000 to U+001F (RFC 8259 §7).
enum EscapedBytes {
    /// Returns the index of the first such byte from `start` on; the number of bytes if there is none.
    static func first(in bytes: UnsafeBufferPointer<UInt8>, from start: Int = 0) -> Int {
        var index = start
        // Nearly every text has none, so eight bytes are tested together.
        let memory = UnsafeRawBufferPointer(bytes)
        while index + 8 <= memory.count {
            guard unsafe !contains(memory.loadUnaligned(fromByteOffset: index, as: UInt64.self)) else { break }
            index += 8
        }
        while index < bytes.count, unsafe !contains(bytes[index]) { index += 1 }
        return index
    }

    private static func contains(_ byte: UInt8) -> Bool { byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") }

    /// True if one of eight bytes must be escaped. Subtraction sets the top bit of a byte that is smaller; bytes that had it before do not
    /// count.
    private static func contains(_ eight: UInt64) -> Bool {
        let quotationMarks = eight ^ (ones &* 0x22)
        let solidi = eight ^ (ones &* 0x5C)
        let isFound =
            (eight &- ones &* 0x20) & ~eight | (quotationMarks &- ones) & ~quotationMarks | (solidi &- ones) & ~solidi
        return isFound & (ones &* 0x80) != 0
    }

    private static let ones: UInt64 = 0x0101_0101_0101_0101
}
