// SPDX-License-Identifier: EUPL-1.2

package import Crypto
package import HSM

/// Signs credentials and status lists: a key that is made in an HSM and leaves it only wrapped, and the certificates that lead to the issuer's
/// root.
///
/// The key has two certificates: ISO/IEC 18013-5 annex B.1.4 wants a critical extended key usage that verifiers of JWTs do not know.
package struct DocumentSigner: Sendable {
    /// For `x5c`: the signer's own certificate first, without the root, DER.
    package let certificates: [[UInt8]]
    /// For `x5chain`, in the same way.
    package let mdocCertificates: [[UInt8]]
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
    ///   - certificates, mdocCertificates: 1 to 3 each, DER, the signer's own one first; the root is not among them.
    package init(hsm: any HSM, key: WrappedKey, certificates: [[UInt8]], mdocCertificates: [[UInt8]]) {
        self.hsm = hsm
        wrapped = key.wrapped
        publicKey = key.publicKey
        self.certificates = certificates
        self.mdocCertificates = mdocCertificates
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
