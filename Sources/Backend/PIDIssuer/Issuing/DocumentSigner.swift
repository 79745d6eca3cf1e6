// SPDX-License-Identifier: EUPL-1.2

package import Crypto
package import HSM

/// Signs credentials and status lists: a key that is made in an HSM and leaves it only wrapped, and the certificates that lead to the issuer's
/// root.
package struct DocumentSigner: Sendable {
    /// The signer's own certificate first, without the root, DER: what goes into `x5c` and `x5chain`.
    package let certificates: [[UInt8]]
    /// The public key.
    package let publicKey: P256.Signing.PublicKey
    private let hsm: any HSM
    private let wrapped: [UInt8]

    /// What keys of document signers are bound to in the HSM.
    static let binding = Array("pid-issuer/document-signer/1".utf8)

    /// A signer.
    ///
    /// - Parameters:
    ///   - hsm: the one that made the key.
    ///   - key: from ``makeKey(in:)``.
    ///   - certificates: 1 to 3, DER, the signer's own one first; the root is not among them.
    package init(hsm: any HSM, key: WrappedKey, certificates: [[UInt8]]) {
        self.hsm = hsm
        wrapped = key.wrapped
        publicKey = key.publicKey
        self.certificates = certificates
    }

    /// A new key for a document signer.
    ///
    /// - Throws: `HSMError`.
    package static func makeKey(in hsm: any HSM) async throws(HSMError) -> WrappedKey { try await hsm.makeWalletKey(boundTo: binding) }

    /// An ES256 signature, r ‖ s.
    ///
    /// - Throws: `HSMError`.
    func sign(_ bytes: [UInt8]) async throws(HSMError) -> [UInt8] {
        try await hsm.sign(bytes, withWrapped: wrapped, boundTo: Self.binding)
    }
}
