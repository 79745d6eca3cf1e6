// SPDX-License-Identifier: EUPL-1.2

package import Crypto

/// A device key that Apple has attested: it lives in the Secure Enclave of a genuine device and was made by the genuine app.
package struct AttestedAppleKey: Sendable {
    /// The public key; the private one cannot leave the device.
    package let publicKey: P256.Signing.PublicKey
    /// Apple's name for the key: SHA-256 of the public key as an uncompressed point (X9.63), 32 bytes.
    package let keyID: [UInt8]
    /// How often the key has signed when it was attested: 0. The first assertion must have more.
    package let counter: UInt32
}

extension P256.Signing.PublicKey {
    /// Apple's name for a key: SHA-256 of its 65 bytes as an uncompressed point.
    package var appAttestKeyID: [UInt8] {
        Array(SHA256.hash(data: x963Representation))
    }
}
