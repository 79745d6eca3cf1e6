// SPDX-License-Identifier: EUPL-1.2

package import Crypto

/// A user's key pair outside the HSM: the plain public key and the wrapped private key.
package struct WrappedKey: Sendable {
    package let publicKey: P256.Signing.PublicKey
    /// The private key for `sign(digest:withWrapped:boundTo:)`; safe to store anywhere. The first byte is the format; the rest and its
    /// length (61…255 bytes) depend on the HSM.
    package let wrapped: [UInt8]

    package init(publicKey: P256.Signing.PublicKey, wrapped: [UInt8]) {
        self.publicKey = publicKey
        self.wrapped = wrapped
    }
}
