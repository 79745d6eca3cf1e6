// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import WalletInterface

/// The key that proves that the user typed the PIN. It is derived for each use and never kept.
///
/// HKDF-SHA-256 (RFC 5869) with the 32-byte salt as input key material, an empty salt and the six ASCII digits as info gives 40 bytes, which
/// ``ScalarReduction`` turns into a scalar of P-256.
///
/// - SeeAlso: provider-protocol.md, *Keys*.
enum PINKey {
    /// The number of random bytes of a PIN's salt.
    static let saltLength = 32

    /// Derives the key.
    ///
    /// - Parameters:
    ///   - pin: what the user typed.
    ///   - salt: 32 random bytes, drawn when the PIN was chosen.
    /// - Throws: what the crypto library throws for a scalar that is out of range; it never is.
    static func derive(from pin: PIN, salt: [UInt8]) throws -> P256.Signing.PrivateKey {
        var scalar = scalar(from: pin, salt: salt)
        defer { scalar.overwrite() }
        return try P256.Signing.PrivateKey(rawRepresentation: scalar)
    }

    /// The private scalar: 32 bytes, big-endian, in [1, n − 1].
    ///
    /// - Warning: overwrite it as soon as the key is made.
    static func scalar(from pin: PIN, salt: [UInt8]) -> [UInt8] {
        let output = pin.withDigits { digits in
            HKDF<SHA256>.deriveKey(inputKeyMaterial: SymmetricKey(data: salt), info: digits, outputByteCount: 40)
        }
        return unsafe output.withUnsafeBytes { buffer in
            var number = unsafe Array(buffer)
            defer { number.overwrite() }
            return ScalarReduction.scalar(of: number)
        }
    }
}
