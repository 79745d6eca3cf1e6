// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import WalletInterface

@testable import WalletCore

/// A representation of a secret in memory or in a file.
struct Encoding: Sendable, Hashable {
    let name: String
    let bytes: [UInt8]
    /// Long enough to exclude a match by chance.
    let isCertain: Bool

    /// Returns the representations of six digits, and of values derived from them with these salts.
    static func all(of digits: String, salts: [[UInt8]] = []) throws -> [Encoding] {
        let ascii = Array(digits.utf8)
        let values = ascii.map { $0 - 0x30 }
        var encodings = [
            Encoding(name: "ASCII", bytes: ascii, isCertain: false),
            Encoding(name: "digits, a byte each", bytes: values, isCertain: false),
            Encoding(name: "UTF-16", bytes: ascii.flatMap { [$0, 0] }, isCertain: true),
            Encoding(name: "UTF-16 big-endian", bytes: ascii.flatMap { [0, $0] }, isCertain: true),
            Encoding(name: "scalars", bytes: ascii.flatMap { [$0, 0, 0, 0] }, isCertain: true),
            Encoding(name: "characters", bytes: ascii.flatMap { [$0] + [UInt8](repeating: 0, count: 14) + [0xE1] }, isCertain: true),
            Encoding(name: "Ints", bytes: values.flatMap { [$0] + [UInt8](repeating: 0, count: 7) }, isCertain: true),
            Encoding(name: "hex", bytes: hex(ascii), isCertain: true),
        ]
        for shift in 0..<3 {
            // The surrounding bytes are unknown, so only the characters that depend on the secret alone are searched.
            let text = Data([UInt8](repeating: 0, count: shift) + ascii).base64EncodedString()
            let piece = text.dropFirst(shift == 0 ? 0 : shift + 1).prefix { $0 != "=" }
            let end = (shift + ascii.count) % 3 == 0 ? piece : piece.dropLast()
            encodings.append(Encoding(name: "base64, shifted by \(shift)", bytes: Array(end.utf8), isCertain: false))
        }
        guard let pin = PIN(digits) else { return encodings }
        for salt in salts {
            let scalar = PINKey.scalar(from: pin, salt: salt)
            let output = HKDF<SHA256>.deriveKey(inputKeyMaterial: SymmetricKey(data: salt), info: ascii, outputByteCount: 40)
            encodings += [
                Encoding(name: "PIN key's scalar", bytes: scalar, isCertain: true),
                Encoding(name: "PIN key's scalar, little-endian", bytes: scalar.reversed(), isCertain: true),
                Encoding(name: "PIN key's HKDF output", bytes: unsafe output.withUnsafeBytes { unsafe Array($0) }, isCertain: true),
            ]
        }
        return encodings
    }

    /// Returns the textual representations of a key; in binary form it has its one permitted place.
    static func written(_ key: [UInt8]) -> [Encoding] {
        [
            Encoding(name: "hex", bytes: hex(key), isCertain: true),
            Encoding(name: "base64", bytes: Array(Data(key).base64EncodedString().utf8.prefix(42)), isCertain: true),
        ]
    }

    private static func hex(_ bytes: [UInt8]) -> [UInt8] {
        let digits = Array("0123456789abcdef".utf8)
        return bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    }
}
