// SPDX-License-Identifier: EUPL-1.2

import Crypto

/// One of the two valid forms of an ECDSA signature on P-256: with (r, s) also (r, n − s) is valid. Key hardware returns either form.
enum SignatureForm: CaseIterable {
    case lowS, highS

    /// The order n of the curve's base point (SEC 2 §2.4.2).
    private static let order: [UInt8] = [
        0xFF, 0xFF, 0xFF, 0xFF, 0x00, 0x00, 0x00, 0x00, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
        0xBC, 0xE6, 0xFA, 0xAD, 0xA7, 0x17, 0x9E, 0x84, 0xF3, 0xB9, 0xCA, 0xC2, 0xFC, 0x63, 0x25, 0x51,
    ]

    /// Returns a signature in DER in this form; no bytes if it cannot be read.
    func of(_ signature: [UInt8]) -> [UInt8] {
        guard let raw = (try? P256.Signing.ECDSASignature(derRepresentation: signature)).map({ Array($0.rawRepresentation) }) else {
            return []
        }
        let s = Array(raw.suffix(32))
        let other = Self.difference(Self.order, s)
        let isHigh = other.lexicographicallyPrecedes(s)
        let wanted = isHigh == (self == .highS) ? s : other
        let formed = try? P256.Signing.ECDSASignature(rawRepresentation: Array(raw.prefix(32)) + wanted)
        return formed.map { Array($0.derRepresentation) } ?? []
    }

    /// Subtracts two numbers of equal length, the most significant byte first.
    private static func difference(_ left: [UInt8], _ right: [UInt8]) -> [UInt8] {
        var result = left
        var borrow = 0
        for index in left.indices.reversed() {
            let digit = Int(left[index]) - Int(right[index]) - borrow
            borrow = digit < 0 ? 1 : 0
            result[index] = UInt8(truncatingIfNeeded: digit)
        }
        return result
    }
}
