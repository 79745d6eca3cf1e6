// SPDX-License-Identifier: EUPL-1.2

public import Crypto

/// A key that Apple has attested: the genuine app created it in the Secure Enclave of a genuine device.
public struct AttestedAppleKey: Sendable {
    /// The public key; the private key cannot leave the device.
    public let publicKey: P256.Signing.PublicKey
    /// Apple's key id: SHA-256 of the public key as an uncompressed point (X9.63), 32 bytes.
    public let keyID: [UInt8]
    /// Number of signatures at the time of the attestation: 0. The first assertion must have a higher counter.
    public let counter: UInt32
}

extension P256.Signing.PublicKey {
    /// Apple's key id: SHA-256 of the 65 bytes of the uncompressed point.
    package var appAttestKeyID: [UInt8] {
        Array(SHA256.hash(data: x963Representation))
    }
}
