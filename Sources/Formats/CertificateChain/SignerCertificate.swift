// SPDX-License-Identifier: EUPL-1.2

public import Crypto
public import Foundation
public import SwiftASN1
@_spi(FixedExpiryValidationTime) public import X509

/// A chain of certificates that is not accepted. The error does not identify the faulty certificate, because it belongs to another party.
public struct UntrustedChain: Error, Hashable, Sendable {
    package init() {}
}

/// The verified certificate of a signer: the chain sent with it leads to a trusted root (RFC 5280 §6).
public struct SignerCertificate: Sendable {
    /// The signer's certificate: version 3, not a certificate authority.
    public let certificate: Certificate
    /// The trusted root at the end of the chain.
    public let root: Certificate
    /// The certificate's P-256 key.
    public let key: P256.Signing.PublicKey

    /// Maximum number of certificates below the root. Small, because the library tries every order of similar certificates.
    public static let maximumCount = 4
    /// Maximum size of a certificate in bytes of DER.
    public static let maximumBytes = 16 * 1024
    /// The times at which a chain can be verified, in seconds since 1970: the years 1 to 9999, which a certificate can write
    /// (RFC 5280 §4.1.2.5). With any other time the X.509 library would end the program.
    package static let times: ClosedRange<TimeInterval> = -62_135_596_800...253_402_300_799

    private static let known = KnownChains(capacity: 16)

    /// Verifies a chain against the roots. Each certificate sent must be used exactly once, in its place, and all of them and the root must
    /// be valid at `time`. The root may be sent at the end or left out (HAIP 1.0 and ISO/IEC 18013-5 leave it out).
    ///
    /// - Parameters:
    ///   - chain: DER certificates, the signer's first.
    ///   - roots: the trusted roots.
    ///   - time: the time at which all certificates must be valid.
    ///   - extendedKeyUsage: the usage that the signer's certificate must have; an intermediate certificate that lists usages must list it
    ///     too. Nil requires none; an extended key usage may then be present if it is not critical.
    /// - Throws: ``UntrustedChain``, also for a time outside the years 1 to 9999.
    public init(
        chain: [[UInt8]], roots: [Certificate], at time: Date, extendedKeyUsage: ASN1ObjectIdentifier? = nil
    ) async throws(UntrustedChain) {
        // Before anything is hashed or parsed. The root may be sent too.
        guard chain.count <= Self.maximumCount + 1, chain.allSatisfy({ $0.count <= Self.maximumBytes }),
            Self.times.contains(time.timeIntervalSince1970)
        else { throw UntrustedChain() }
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

    /// - Returns: the signer, and all verified certificates including the root.
    private static func verify(
        _ question: KnownChains.Question, at time: Date
    ) async throws(UntrustedChain) -> (SignerCertificate, found: [Certificate]) {
        var sent = question.chain.compactMap { Certificate(onlyForm: $0) }
        guard sent.count == question.chain.count, Set(sent).count == sent.count else { throw UntrustedChain() }
        var roots = question.roots
        if let last = sent.last, roots.contains(last) {
            // A root that was sent must be the root in which the chain ends.
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
        // The library accepts any valid chain; here the chain must consist of exactly the certificates sent and a root.
        guard case .validCertificate(let found) = result, let root = found.last, Array(found.dropLast()) == sent else {
            throw UntrustedChain()
        }
        return (SignerCertificate(leaf, root: root, key: key), Array(found))
    }
}

/// Declares the critical extended key usage as handled: it has already been checked.
private struct CheckedExtendedKeyUsage: VerifierPolicy {
    let verifyingCriticalExtensions: [ASN1ObjectIdentifier] = [.X509ExtensionID.extendedKeyUsage]

    mutating func chainMeetsPolicyRequirements(chain: UnverifiedCertificateChain) async -> PolicyEvaluationResult { .meetsPolicy }
}

extension Certificate {
    /// Parses a certificate whose signature has no unused bits. The library ignores unused bits, which would allow several encodings of the
    /// same certificate.
    fileprivate init?(onlyForm der: [UInt8]) {
        guard let node = try? DER.parse(der), case .constructed(let parts) = node.content, let last = Array(parts).last,
            let signature = try? ASN1BitString(derEncoded: last), signature.paddingBits == 0,
            let certificate = try? Certificate(derEncoded: node)
        else { return nil }
        self = certificate
    }

    /// True if the certificate has version 3 and a signature with a collision-resistant hash. Below version 3 the library does not check
    /// that issuers are certificate authorities.
    fileprivate var isStrong: Bool { version == .v3 && Self.strong.contains(signatureAlgorithm) }

    private static let strong: Set<SignatureAlgorithm> = [
        .ecdsaWithSHA256, .ecdsaWithSHA384, .ecdsaWithSHA512, .sha256WithRSAEncryption, .sha384WithRSAEncryption, .sha512WithRSAEncryption,
    ]

    /// True if the key may sign data: it is not a certificate authority's, and its key usage, if present, includes digital signatures.
    /// False if an extension cannot be parsed.
    package var maySign: Bool {
        guard case .success(let constraints) = Result(catching: { try extensions.basicConstraints }),
            case .success(let usage) = Result(catching: { try extensions.keyUsage })
        else { return false }
        if case .isCertificateAuthority? = constraints { return false }
        return usage?.digitalSignature ?? true
    }

    /// True if the key may sign certificates: it is a certificate authority's, and its key usage, if present, includes certificate signing.
    fileprivate var mayCertify: Bool {
        guard case .isCertificateAuthority? = try? extensions.basicConstraints,
            case .success(let usage) = Result(catching: { try extensions.keyUsage })
        else { return false }
        return usage?.keyCertSign ?? true
    }

    /// True if no usage is required or the certificate lists it; `orForAnything` also accepts a certificate without extended key usage.
    fileprivate func isMade(for usage: ASN1ObjectIdentifier?, orForAnything: Bool) -> Bool {
        guard let usage else { return true }
        guard case .success(let found) = Result(catching: { try extensions.extendedKeyUsage }) else { return false }
        return found?.contains(ExtendedKeyUsage.Usage(oid: usage)) ?? orForAnything
    }
}
