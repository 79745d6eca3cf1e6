// SPDX-License-Identifier: EUPL-1.2

/// A CBOR floating-point number (RFC 8949, section 3.3): the bits of an IEEE 754 number of 16, 32 or 64 bits.
///
/// Equality compares the bits: a NaN equals itself, 0 and −0 differ, and 1.0 in 16 bits differs from 1.0 in 32 bits.
///
/// The cases are complete.
public enum CBORFloat: Hashable, Sendable {
    /// Binary16: 1 sign bit, 5 exponent bits, 10 fraction bits.
    case half(UInt16)
    /// Binary32.
    case single(UInt32)
    /// Binary64.
    case double(UInt64)

    /// A number in the shortest width that keeps its value (RFC 8949, section 4.1). A NaN keeps its payload bits.
    public init(_ value: Double) {
        self = CBORFloat.double(value.bitPattern).shortest
    }

    /// The number; every width converts without loss.
    public var value: Double {
        switch self {
        case .half(let bits): Double(Float(bitPattern: Self.widened(bits)))
        case .single(let bits): Double(Float(bitPattern: bits))
        case .double(let bits): Double(bitPattern: bits)
        }
    }

    /// The same number in the shortest width that keeps its value or, for a NaN, its payload (RFC 8949, sections 4.1 and 4.2.2).
    public var shortest: CBORFloat {
        switch self {
        case .half: self
        case .single(let bits): Self.narrowed(bits).map { .half($0) } ?? self
        case .double(let bits): Self.narrowed(bits).map { CBORFloat.single($0).shortest } ?? self
        }
    }

    /// The binary32 bits of a binary16 number. Bit operations, because `Float16` does not exist on every supported platform.
    private static func widened(_ half: UInt16) -> UInt32 {
        let sign = UInt32(half & 0x8000) << 16
        let exponent = UInt32(half >> 10) & 0x1f
        let fraction = UInt32(half & 0x03ff)
        switch exponent {
        case 0x1f: return sign | 0x7f80_0000 | fraction << 13
        case 0 where fraction == 0: return sign
        case 0:
            // A subnormal number is fraction · 2⁻²⁴, which is a normal number in binary32.
            return sign | (Float(fraction) * 0x1p-24).bitPattern
        default: return sign | (exponent + 112) << 23 | fraction << 13
        }
    }

    /// The binary16 with exactly the value of a binary32; nil if it does not exist.
    private static func narrowed(_ single: UInt32) -> UInt16? {
        let sign = UInt16(single >> 16) & 0x8000
        let exponent = Int(single >> 23 & 0xff)
        let fraction = single & 0x007f_ffff
        let candidate: UInt16
        switch exponent {
        case 0xff: candidate = sign | 0x7c00 | UInt16(fraction >> 13)
        case 113...142: candidate = sign | UInt16(exponent - 112) << 10 | UInt16(fraction >> 13)
        case 103...112: candidate = sign | UInt16((fraction | 0x0080_0000) >> UInt32(126 - exponent))
        case 0 where fraction == 0: candidate = sign
        default: return nil
        }
        return widened(candidate) == single ? candidate : nil
    }

    /// The binary32 with exactly the value of a binary64; nil if it does not exist.
    private static func narrowed(_ double: UInt64) -> UInt32? {
        let number = Double(bitPattern: double)
        guard number.isNaN else {
            let candidate = Float(number)
            return Double(candidate).bitPattern == double ? candidate.bitPattern : nil
        }
        // A conversion would turn a signalling NaN into a quiet NaN, so the payload bits are moved instead.
        guard double & 0x1fff_ffff == 0 else { return nil }
        return UInt32(double >> 32) & 0x8000_0000 | 0x7f80_0000 | UInt32(truncatingIfNeeded: double >> 29) & 0x007f_ffff
    }
}
