// SPDX-License-Identifier: EUPL-1.2

import CertificateChain
public import Foundation
import SwiftASN1
public import X509

/// The authorities whose access certificates are accepted. A request never extends this set.
///
/// Revocation of access certificates is not checked.
public struct VerifierTrust: Sendable {
    /// The trusted roots.
    public let roots: [Certificate]

    /// Trust in these roots; without a root no verifier is accepted.
    public init(roots: [Certificate]) { self.roots = roots }

    /// Verifies the chain in a request's `x5c` and reads who asks.
    ///
    /// HAIP 1.0 §5 demands more than a valid chain: the first certificate is not self-signed, and the trust anchor is not sent. An extended
    /// key usage is not demanded; a critical one must list the purpose of access certificates.
    ///
    /// - Parameters:
    ///   - chain: DER certificates, the verifier's first: one to four, each of at most 16 KiB.
    ///   - now: the time at which all certificates must be valid.
    /// - Throws: ``RequestRefusal`` with `certificate_self_signed` if the verifier's certificate is signed by its own key, and
    ///   `certificate_chain` for every other fault. The verifier is then unknown, and nothing is sent to it.
    public func identity(of chain: [[UInt8]], at now: Date) async throws(RequestRefusal) -> VerifierIdentity {
        // Before anything is parsed.
        guard (1...SignerCertificate.maximumCount).contains(chain.count),
            chain.allSatisfy({ $0.count <= SignerCertificate.maximumBytes })
        else { throw Self.refusal }
        let certificates = chain.compactMap { try? Certificate(derEncoded: $0) }
        guard certificates.count == chain.count else { throw Self.refusal }
        guard !certificates[0].isSelfSigned else { throw RequestRefusal(.certificateSelfSigned, member: "x5c") }
        // A root that is known or any other: a self-signed certificate has no place between a leaf and its anchor.
        guard !certificates.contains(where: roots.contains), !certificates.dropFirst().contains(where: \.isSelfSigned)
        else { throw Self.refusal }
        do throws(UntrustedChain) {
            let purpose = certificates[0].criticalPurpose
            _ = try await SignerCertificate(chain: chain, roots: roots, at: now, extendedKeyUsage: purpose)
        } catch {
            throw Self.refusal
        }
        guard let identity = VerifierIdentity(certificates[0], der: chain[0]) else { throw Self.refusal }
        return identity
    }

    private static let refusal = RequestRefusal(.certificateChain, member: "x5c")
    /// The extended key usage of access certificates (ETSI TS 119 411-8).
    fileprivate static let accessPurpose: ASN1ObjectIdentifier = [0, 4, 0, 19411, 8, 1]
}

extension Certificate {
    /// True if the certificate's own key has signed it.
    fileprivate var isSelfSigned: Bool { publicKey.isValidSignature(signature, for: self) }

    /// The purpose of access certificates, if the certificate is critically limited to a list with it; nil demands no purpose, and then
    /// the chain's verification refuses every critical list.
    fileprivate var criticalPurpose: ASN1ObjectIdentifier? {
        guard extensions[oid: .X509ExtensionID.extendedKeyUsage]?.critical ?? false,
            case .success(let usage?) = Result(catching: { try extensions.extendedKeyUsage }),
            usage.contains(ExtendedKeyUsage.Usage(oid: VerifierTrust.accessPurpose))
        else { return nil }
        return VerifierTrust.accessPurpose
    }
}
