// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import WalletInterface

/// The key that proves knowledge of the PIN. It is derived for each use and never stored.
///
/// HKDF-SHA-256 (RFC 5869) derives 40 bytes from the 32-byte salt as input key material, an empty salt and the six ASCII digits as info.
/// ``ScalarReduction`` reduces them to a scalar of P-256.
///
/// - SeeAlso: provider-protocol.md, *Keys*.
enum PINKey {
    static let saltLength = 32

    /// Derives the key.
    ///
    /// - Parameters:
    ///   - pin: the typed PIN.
    ///   - salt: 32 random bytes, generated when the PIN was chosen.
    /// - Throws: an error of the crypto library for a scalar out of range, which never occurs.
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

extension PIN {
    /// Derives the PIN's key for one use.
    ///
    /// - Throws: `unexpected`; never for a salt of the right length.
    func signingKey(salt: Data) throws(WalletCoreError) -> P256.Signing.PrivateKey {
        guard let key = try? PINKey.derive(from: self, salt: Array(salt)) else {
            throw WalletCoreError(.unexpected, "the PIN key cannot be derived")
        }
        return key
    }
}
