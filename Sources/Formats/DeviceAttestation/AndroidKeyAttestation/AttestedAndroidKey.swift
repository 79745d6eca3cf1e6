// SPDX-License-Identifier: EUPL-1.2

public import Crypto

/// An attested key in the hardware of an Android device; the genuine app created it, and it meets the policy.
public struct AttestedAndroidKey: Sendable {
    /// The public key; the private key cannot leave the hardware.
    public let publicKey: P256.Signing.PublicKey
    /// The device's complete description of the key.
    public let description: AndroidKeyDescription
}
