// SPDX-License-Identifier: EUPL-1.2

/// The reduction of 40 uniformly distributed bytes to a private scalar of P-256, in constant time.
///
/// The scalar is (i mod (n − 1)) + 1, where i is the big-endian number of the 40 bytes and n the order of P-256, so it is in [1, n − 1].
/// The 64 extra bits keep the bias below 2⁻⁶⁴ (FIPS 186-5, appendix A.2.1).
struct ScalarReduction {
    /// Four 64-bit limbs, the least significant first.
    private var limbs: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)

    /// n − 1, the least significant limb first (SEC 2, section 2.4.2).
    private static let modulus: (UInt64, UInt64, UInt64, UInt64) = (
        0xF3B9_CAC2_FC63_2550, 0xBCE6_FAAD_A717_9E84, 0xFFFF_FFFF_FFFF_FFFF, 0xFFFF_FFFF_0000_0000
    )

    /// Returns the scalar of a number.
    ///
    /// - Parameter number: 40 bytes, big-endian.
    /// - Returns: 32 bytes, big-endian, in [1, n − 1].
    static func scalar(of number: [UInt8]) -> [UInt8] {
        var remainder = ScalarReduction()
        for byte in number {
            for bit in 0..<8 {
                remainder.doubleAndReduce(adding: UInt64(byte >> UInt8(7 - bit) & 1))
            }
        }
        remainder.increment()
        return remainder.bytes
    }

    /// Computes 2r + bit, minus n − 1 if not smaller; r stays below n − 1.
    private mutating func doubleAndReduce(adding bit: UInt64) {
        let carry = limbs.3 >> 63
        limbs = (
            limbs.0 << 1 | bit, limbs.1 << 1 | limbs.0 >> 63, limbs.2 << 1 | limbs.1 >> 63, limbs.3 << 1 | limbs.2 >> 63
        )
        let (d0, b0) = Self.subtract(limbs.0, Self.modulus.0, borrow: 0)
        let (d1, b1) = Self.subtract(limbs.1, Self.modulus.1, borrow: b0)
        let (d2, b2) = Self.subtract(limbs.2, Self.modulus.2, borrow: b1)
        let (d3, b3) = Self.subtract(limbs.3, Self.modulus.3, borrow: b2)
        // The difference applies when the 257-bit number was not smaller: it carried, or nothing was borrowed.
        let mask = 0 &- (carry | (1 ^ b3))
        limbs = (
            Self.select(d0, limbs.0, mask), Self.select(d1, limbs.1, mask), Self.select(d2, limbs.2, mask), Self.select(d3, limbs.3, mask)
        )
    }

    /// Computes r + 1, which cannot overflow because r is below n − 1.
    private mutating func increment() {
        var carry: UInt64 = 1
        (limbs.0, carry) = Self.add(limbs.0, carry)
        (limbs.1, carry) = Self.add(limbs.1, carry)
        (limbs.2, carry) = Self.add(limbs.2, carry)
        (limbs.3, carry) = Self.add(limbs.3, carry)
    }

    private var bytes: [UInt8] {
        [limbs.3, limbs.2, limbs.1, limbs.0].flatMap { limb in (0..<8).map { UInt8(truncatingIfNeeded: limb >> UInt64(56 - 8 * $0)) } }
    }

    /// Computes left − right − borrow and the new borrow, without a branch.
    private static func subtract(_ left: UInt64, _ right: UInt64, borrow: UInt64) -> (difference: UInt64, borrow: UInt64) {
        let difference = left &- right &- borrow
        return (difference, ((~left & right) | (~(left ^ right) & difference)) >> 63)
    }

    /// Computes left + carry and the new carry, without a branch.
    private static func add(_ left: UInt64, _ carry: UInt64) -> (sum: UInt64, carry: UInt64) {
        let sum = left &+ carry
        return (sum, (left & ~sum) >> 63)
    }

    /// Returns `one` for a mask of ones, `other` for a mask of zeros, without a branch.
    private static func select(_ one: UInt64, _ other: UInt64, _ mask: UInt64) -> UInt64 {
        (one & mask) | (other & ~mask)
    }
}
