// SPDX-License-Identifier: EUPL-1.2

/// Lowercase hexadecimal digits of a fixed number, as ids have.
enum HexadecimalDigits {
    /// Returns 16 digits, or 32 digits for two numbers.
    static func text(_ first: UInt64, _ second: UInt64? = nil) -> String {
        let count = second == nil ? 16 : 32
        return unsafe String(unsafeUninitializedCapacity: count) { digits in
            for index in 0..<count {
                let number = index < 16 ? first : second ?? 0
                let digit = UInt8(truncatingIfNeeded: number >> (60 - index % 16 * 4)) & 0xF
                unsafe digits[index] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
            }
            return count
        }
    }

    /// Returns the number of at most 16 digits; nil for any other character, also for capital letters.
    static func number(_ digits: ArraySlice<UInt8>) -> UInt64? {
        var number: UInt64 = 0
        for digit in digits {
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): number = number << 4 | UInt64(digit - UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "f"): number = number << 4 | UInt64(digit - UInt8(ascii: "a") + 10)
            default: return nil
            }
        }
        return number
    }
}
