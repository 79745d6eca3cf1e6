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
    /// HAIP 1.0 §5 demands more than a valid chain: the first certificate is not self-signed, and the trust anchor is not sent.
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
        guard !certificates.contains(where: { roots.contains($0) || $0.isSelfSigned }) else { throw Self.refusal }
        do throws(UntrustedChain) {
            _ = try await SignerCertificate(chain: chain, roots: roots, at: now)
        } catch {
            throw Self.refusal
        }
        guard let identity = VerifierIdentity(certificates[0], der: chain[0]) else { throw Self.refusal }
        return identity
    }

    private static let refusal = RequestRefusal(.certificateChain, member: "x5c")
}

extension Certificate {
    /// True if the certificate's own key has signed it.
    fileprivate var isSelfSigned: Bool { publicKey.isValidSignature(signature, for: self) }
}
