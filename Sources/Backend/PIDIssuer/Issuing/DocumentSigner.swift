// SPDX-License-Identifier: EUPL-1.2

package import Crypto
package import HSM

/// A signer of credentials and status lists: a key that leaves its HSM only wrapped, with certificates that lead to the issuer's root.
///
/// The key has two certificates, because ISO/IEC 18013-5 annex B.1.4 requires a critical extended key usage that JWT verifiers do not know.
package struct DocumentSigner: Sendable {
    /// The chain for `x5c`, in DER: the signer's own certificate first, without the root.
    package let certificates: [[UInt8]]
    /// The chain for `x5chain`, in the same order.
    package let mdocCertificates: [[UInt8]]
    package let publicKey: P256.Signing.PublicKey
    private let hsm: any HSM
    private let wrapped: [UInt8]

    /// The associated data of document signers' keys in the HSM.
    static let binding = Array("pid-issuer/document-signer/1".utf8)

    /// - Parameters:
    ///   - hsm: the HSM that created the key.
    ///   - key: from ``makeKey(in:)``.
    ///   - certificates, mdocCertificates: 1 to 3 each, in DER, the signer's own certificate first, without the root.
    package init(hsm: any HSM, key: WrappedKey, certificates: [[UInt8]], mdocCertificates: [[UInt8]]) {
        self.hsm = hsm
        wrapped = key.wrapped
        publicKey = key.publicKey
        self.certificates = certificates
        self.mdocCertificates = mdocCertificates
    }

    /// Creates a key for a document signer.
    ///
    /// - Throws: `HSMError`.
    package static func makeKey(in hsm: any HSM) async throws(HSMError) -> WrappedKey { try await hsm.makeWalletKey(boundTo: binding) }

    /// Returns an ES256 signature, r ‖ s.
    ///
    /// - Throws: `HSMError`.
    func sign(_ bytes: [UInt8]) async throws(HSMError) -> [UInt8] {
        try await hsm.sign(bytes, withWrapped: wrapped, boundTo: Self.binding)
    }
}
