// SPDX-License-Identifier: EUPL-1.2

package import Crypto

/// An attested key in the hardware of an Android device; the genuine app created it, and it meets the policy.
package struct AttestedAndroidKey: Sendable {
    /// The public key; the private key cannot leave the hardware.
    package let publicKey: P256.Signing.PublicKey
    /// The device's complete description of the key.
    package let description: AndroidKeyDescription
}
