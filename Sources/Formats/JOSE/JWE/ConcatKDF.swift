// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation

/// The key derivation of ECDH-ES: Concat KDF with SHA-256 (RFC 7518 §4.6.2, NIST SP 800-56A §5.8.2.1).
enum ConcatKDF {
    /// The content key of direct key agreement. One round is enough, because no content key is longer than a SHA-256 hash.
    ///
    /// - Parameters:
    ///   - secret: Z, what both keys agreed on.
    ///   - partyU: the bytes of `apu`; empty if it is absent.
    ///   - partyV: the bytes of `apv`; empty if it is absent.
    static func contentKey(
        from secret: SharedSecret, for method: ContentEncryption, partyU: [UInt8], partyV: [UInt8]
    ) -> SymmetricKey {
        var hash = SHA256()
        hash.update(data: bigEndian(1))
        unsafe secret.withUnsafeBytes { unsafe hash.update(bufferPointer: $0) }
        for value in [Array(method.rawValue.utf8), partyU, partyV] { hash.update(data: bigEndian(value.count) + value) }
        hash.update(data: bigEndian(method.keyBytes * 8))
        return unsafe hash.finalize().withUnsafeBytes { digest in
            unsafe SymmetricKey(data: UnsafeRawBufferPointer(rebasing: digest.prefix(method.keyBytes)))
        }
    }

    /// A number as 32 bits.
    private static func bigEndian(_ number: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) } }
}
