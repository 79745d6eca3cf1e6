// SPDX-License-Identifier: EUPL-1.2

package import Crypto

/// A user's key pair as it leaves the HSM: the public key in the clear, the private key so that only this HSM can use it.
package struct WrappedKey: Sendable {
    /// The public key.
    package let publicKey: P256.Signing.PublicKey
    /// The private key, for `sign(_:withWrapped:boundTo:)`; fit to be stored anywhere. One byte for the format first; the rest and its
    /// length (61…255 bytes) differ from one kind of HSM to another.
    package let wrapped: [UInt8]

    /// A key pair with its private half wrapped.
    package init(publicKey: P256.Signing.PublicKey, wrapped: [UInt8]) {
        self.publicKey = publicKey
        self.wrapped = wrapped
    }
}
