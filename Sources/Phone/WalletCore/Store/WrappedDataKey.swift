// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation

/// The store's data key, encrypted by the phone's hardware, as the store's file contains it: the ciphertext and its SHA-256.
///
/// The digest protects nothing. If the hardware cannot decrypt the bytes, the digest distinguishes a damaged file from the undamaged file
/// of another phone, so that the user gets the right error.
struct WrappedDataKey: Sendable {
    private static let digestLength = 32

    let ciphertext: [UInt8]
    /// True if the digest matches. False for changed bytes, and for a store that was begun before stores had the digest.
    let isIntact: Bool

    /// - Parameter ciphertext: what the hardware has just encrypted.
    init(ciphertext: [UInt8]) {
        self.ciphertext = ciphertext
        isIntact = true
    }

    /// - Parameter stored: the bytes in the store's file. Without a matching digest, all of them are the ciphertext.
    init(stored: Data) {
        let bytes = Array(stored)
        let body = Array(bytes.dropLast(Self.digestLength))
        isIntact = !body.isEmpty && bytes.suffix(Self.digestLength).elementsEqual(SHA256.hash(data: body))
        ciphertext = isIntact ? body : bytes
    }

    /// The bytes for the store's file.
    var stored: Data { Data(ciphertext + Array(SHA256.hash(data: ciphertext))) }
}
