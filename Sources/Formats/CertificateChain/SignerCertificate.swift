// SPDX-License-Identifier: EUPL-1.2

package import Crypto
package import Foundation
package import SwiftASN1
@_spi(FixedExpiryValidationTime) package import X509

/// A chain of certificates that is not accepted. Which certificate is at fault is not said: it is another party's.
package struct UntrustedChain: Error, Hashable, Sendable {
    /// The error; there is only one.
    package init() {}
}

/// The certificate of someone who signs, once the chain that came with it is exactly what leads to a trusted root (RFC 5280 §6).
package struct SignerCertificate: Sendable {
    /// The certificate, of version 3 and no authority's.
    package let certificate: Certificate
    /// The trusted root that it leads to.
    package let root: Certificate
    /// The certificate's key, on P-256.
    package let key: P256.Signing.PublicKey

    /// The most certificates of a chain below its root. Few, for the library tries every order of certificates that are made alike.
    package static let maximumCount = 4

    private static let known = KnownChains(capacity: 16)

    /// Reads a chain and finds that it leads to a root: each certificate that was sent is used once, in its place, and all of them, the root
    /// too, are valid at the time. The root may stand at the end or be left out (HAIP 1.0 and ISO/IEC 18013-5 leave it out).
    ///
    /// - Parameters:
    ///   - chain: certificates in DER, the signer's own one first.
    ///   - roots: whom to trust.
    ///   - time: when all of them must be valid.
    ///   - extendedKeyUsage: what the signer's certificate must be for; an intermediate one that says what it is for must say it too. Nil
    ///     asks for nothing, and then an extended key usage may be there but not be critical.
    /// - Throws: ``UntrustedChain``.
    package init(
        chain: [[UInt8]], roots: [Certificate], at time: Date, extendedKeyUsage: ASN1ObjectIdentifier? = nil
    ) async throws(UntrustedChain) {
        let question = KnownChains.Question(chain: chain, roots: roots, extendedKeyUsage: extendedKeyUsage)
        if let known = Self.known.signer(question, at: time) {
            self = known
            return
        }
        let (signer, found) = try await Self.verify(question, at: time)
        self = signer
        Self.known.keep(signer, for: question, whose: found)
    }

    private init(_ certificate: Certificate, root: Certificate, key: P256.Signing.PublicKey) {
        (self.certificate, self.root, self.key) = (certificate, root, key)
    }

    /// - Returns: the signer, and all certificates that were looked at, the root's included.
    private static func verify(
        _ question: KnownChains.Question, at time: Date
    ) async throws(UntrustedChain) -> (SignerCertificate, found: [Certificate]) {
        var sent = question.chain.compactMap { Certificate(onlyForm: $0) }
        guard sent.count == question.chain.count, Set(sent).count == sent.count else { throw UntrustedChain() }
        var roots = question.roots
        if let last = sent.last, roots.contains(last) {
            // A root that was sent must be the one that the others lead to.
            roots = [last]
            sent.removeLast()
        }
        let extendedKeyUsage = question.extendedKeyUsage
        guard sent.count <= maximumCount, let leaf = sent.first, leaf.maySign, sent.dropFirst().allSatisfy(\.mayCertify),
            sent.allSatisfy(\.isStrong), leaf.isMade(for: extendedKeyUsage, orForAnything: false),
            sent.dropFirst().allSatisfy({ $0.isMade(for: extendedKeyUsage, orForAnything: true) }),
            let key = P256.Signing.PublicKey(leaf.publicKey), NameComparisons.upperBound(sent, roots: roots) <= NameComparisons.maximum
        else { throw UntrustedChain() }

        var verifier = Verifier(rootCertificates: CertificateStore(roots)) {
            RFC5280Policy(fixedExpiryValidationTime: time)
            if extendedKeyUsage != nil { CheckedExtendedKeyUsage() }
        }
        let result = await verifier.validate(leaf: leaf, intermediates: CertificateStore(sent.dropFirst()))
        // The library looks for any chain; here it must be the one that was sent, all of it, and a root.
        guard case .validCertificate(let found) = result, let root = found.last, Array(found.dropLast()) == sent else {
            throw UntrustedChain()
        }
        return (SignerCertificate(leaf, root: root, key: key), Array(found))
    }
}

/// Tells the library that a critical extended key usage is understood: it was looked at before.
private struct CheckedExtendedKeyUsage: VerifierPolicy {
    let verifyingCriticalExtensions: [ASN1ObjectIdentifier] = [.X509ExtensionID.extendedKeyUsage]

    mutating func chainMeetsPolicyRequirements(chain: UnverifiedCertificateChain) async -> PolicyEvaluationResult { .meetsPolicy }
}

extension Certificate {
    /// A certificate of whose signature every bit is used; the library would pass over unused ones, and the same certificate could be written
    /// in several ways.
    fileprivate init?(onlyForm der: [UInt8]) {
        guard let node = try? DER.parse(der), case .constructed(let parts) = node.content, let last = Array(parts).last,
            let signature = try? ASN1BitString(derEncoded: last), signature.paddingBits == 0,
            let certificate = try? Certificate(derEncoded: node)
        else { return nil }
        self = certificate
    }

    /// Whether the certificate is of version 3 and signed with a hash that nobody can find collisions for. Without a version 3 the library
    /// asks no certificate whether it is an authority's.
    fileprivate var isStrong: Bool { version == .v3 && Self.strong.contains(signatureAlgorithm) }

    private static let strong: Set<SignatureAlgorithm> = [
        .ecdsaWithSHA256, .ecdsaWithSHA384, .ecdsaWithSHA512, .sha256WithRSAEncryption, .sha384WithRSAEncryption, .sha512WithRSAEncryption,
    ]

    /// Whether the key may sign data: it is no authority's, and if it says what it is for, it says digital signatures. What cannot be
    /// read does not help.
    fileprivate var maySign: Bool {
        guard case .success(let constraints) = Result(catching: { try extensions.basicConstraints }),
            case .success(let usage) = Result(catching: { try extensions.keyUsage })
        else { return false }
        if case .isCertificateAuthority? = constraints { return false }
        return usage?.digitalSignature ?? true
    }

    /// Whether the key may sign certificates: it is an authority's, and if it says what it is for, it says certificates.
    fileprivate var mayCertify: Bool {
        guard case .isCertificateAuthority? = try? extensions.basicConstraints,
            case .success(let usage) = Result(catching: { try extensions.keyUsage })
        else { return false }
        return usage?.keyCertSign ?? true
    }

    /// Whether the extended key usage, if one is asked for, names it; `orForAnything` lets a certificate pass that has none.
    fileprivate func isMade(for usage: ASN1ObjectIdentifier?, orForAnything: Bool) -> Bool {
        guard let usage else { return true }
        guard case .success(let found) = Result(catching: { try extensions.extendedKeyUsage }) else { return false }
        return found?.contains(ExtendedKeyUsage.Usage(oid: usage)) ?? orForAnything
    }
}
