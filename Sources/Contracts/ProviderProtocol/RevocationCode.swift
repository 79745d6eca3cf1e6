// SPDX-License-Identifier: EUPL-1.2

/// The deletion code: 18 characters of Crockford base32; the last is a check character.
///
/// The check character makes the weighted sum of all characters zero; the weights are successive powers of a generator of GF(32). All 18
/// weights are different and not zero, so one wrong character or two swapped characters are detected before anything is sent.
///
/// - SeeAlso: provider-protocol.md, *Revocation*. Screens call it *deletion code* (UC2.1/1.6, UC9.12).
package struct RevocationCode: Sendable, Hashable, CustomStringConvertible {
    /// The 18 characters in upper case, without dashes.
    package let text: String

    /// Redacted, so that a code is never logged by accident.
    package var description: String { "RevocationCode(hidden)" }

    /// The code for display: groups of 4, 4, 4, 4 and 2 characters.
    package var groups: [String] {
        let characters = Array(text)
        return stride(from: 0, to: characters.count, by: 4).map { start in
            String(characters[start..<min(start + 4, characters.count)])
        }
    }

    /// Makes a code from the first 85 bits of a message authentication code.
    ///
    /// - Parameter bytes: at least 11 bytes; the provider derives them in its HSM from the wallet id.
    package init(derivedFrom bytes: [UInt8]) {
        precondition(bytes.count >= 11, "a code takes 85 bits")
        var values: [UInt8] = []
        var buffer: UInt32 = 0
        var bits = 0
        for byte in bytes where values.count < Self.dataCount {
            buffer = buffer << 8 | UInt32(byte)
            bits += 8
            while bits >= 5, values.count < Self.dataCount {
                bits -= 5
                values.append(UInt8(buffer >> UInt32(bits) & 31))
            }
        }
        values.append(GF32.weightedSum(of: values))
        text = String(values.map { Self.alphabet[Int($0)] })
    }

    /// Reads a typed or received code. Case, dashes and spaces are ignored; I and L count as 1, O as 0.
    ///
    /// - Throws: `ProtocolViolation` if it does not have 18 characters of the alphabet or the check character is wrong.
    package init(parsing typed: String) throws(ProtocolViolation) {
        var values: [UInt8] = []
        for character in Self.read(typed) {
            guard let value = Self.alphabet.firstIndex(of: character) else { throw ProtocolViolation("not a character of a code") }
            values.append(UInt8(value))
            guard values.count <= Self.dataCount + 1 else { throw ProtocolViolation("a code has 18 characters") }
        }
        guard values.count == Self.dataCount + 1 else { throw ProtocolViolation("a code has 18 characters") }
        guard GF32.weightedSum(of: values.dropLast()) == values[Self.dataCount] else {
            throw ProtocolViolation("the check character does not fit")
        }
        text = String(values.map { Self.alphabet[Int($0)] })
    }

    /// True if a typed text is one group of the code, with the same leniency as a whole code.
    ///
    /// - Parameter index: the group, from 0; false for an index after the last group.
    package func hasGroup(_ typed: String, at index: Int) -> Bool {
        groups.indices.contains(index) && Self.read(typed) == Array(groups[index])
    }

    /// Upper case, without dashes and spaces; I and L become 1, O becomes 0.
    private static func read(_ typed: String) -> [Character] {
        typed.uppercased().filter { $0 != "-" && $0 != " " }.map { character in
            switch character {
            case "I", "L": "1"
            case "O": "0"
            default: character
            }
        }
    }

    /// Number of characters before the check character.
    static let dataCount = 17
    /// Crockford's alphabet.
    static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")
}

/// Arithmetic in the field of 32 elements, modulo x⁵ + x² + 1.
enum GF32 {
    /// Σ 2ⁱ⁺¹ · vᵢ: the value that, added with weight 1, makes the sum zero.
    static func weightedSum(of values: some Collection<UInt8>) -> UInt8 {
        var weight: UInt8 = 1
        var sum: UInt8 = 0
        for value in values {
            weight = times(weight, 2)
            sum ^= times(weight, value)
        }
        return sum
    }

    /// The product of two elements, each 0…31.
    static func times(_ left: UInt8, _ right: UInt8) -> UInt8 {
        var product: UInt8 = 0
        var shifted = left
        for bit in 0..<5 {
            if right >> bit & 1 == 1 { product ^= shifted }
            shifted <<= 1
            if shifted & 32 != 0 { shifted ^= 0b10_0101 }
        }
        return product
    }
}
