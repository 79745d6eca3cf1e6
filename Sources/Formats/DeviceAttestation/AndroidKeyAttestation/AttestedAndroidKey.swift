// SPDX-License-Identifier: EUPL-1.2

package import Crypto

/// A device key that the hardware of an Android device has attested: it was made by the genuine app and lives where the policy asks for.
package struct AttestedAndroidKey: Sendable {
    /// The public key; the private one cannot leave the hardware.
    package let publicKey: P256.Signing.PublicKey
    /// All that the device said of the key.
    package let description: AndroidKeyDescription
}
