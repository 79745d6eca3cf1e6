// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import JOSE
import SwiftASN1
@_spi(FixedExpiryValidationTime) import X509

/// An issuer's certificate, once the chain that came with it is exactly what leads to a trusted root (RFC 5280 §6).
struct IssuerCertificate {
    let certificate: Certificate
    /// Its key, on P-256.
    let key: JWK

    /// The most certificates of a chain below its root. Few, for the library tries every order of certificates that are made alike.
    static let maximumCount = 4

    /// Reads a chain and finds that it leads to a root: each certificate that was sent is used once, in its place, and all of them, the root
    /// too, are valid at the time. The root may stand at the end or be left out (HAIP 1.0 leaves it out).
    ///
    /// - Parameter chain: certificates in DER, the issuer's own one first.
    /// - Throws: `SDJWTRejection` with `certificateChain`.
    init(chain: [[UInt8]], roots: [Certificate], at time: Date) async throws(SDJWTRejection) {
        var sent = chain.compactMap { try? Certificate(derEncoded: $0) }
        guard sent.count == chain.count, Set(sent).count == sent.count else { throw SDJWTRejection(.certificateChain) }
        var roots = roots
        if let last = sent.last, roots.contains(last) {
            // A root that was sent must be the one that the others lead to.
            roots = [last]
            sent.removeLast()
        }
        guard sent.count <= Self.maximumCount, let leaf = sent.first, leaf.mayIssue, sent.dropFirst().allSatisfy(\.mayCertify),
            sent.allSatisfy(\.isStrong),
            let key = P256.Signing.PublicKey(leaf.publicKey)
        else { throw SDJWTRejection(.certificateChain) }

        var verifier = Verifier(rootCertificates: CertificateStore(roots)) {
            RFC5280Policy(fixedExpiryValidationTime: time)
        }
        let result = await verifier.validate(leaf: leaf, intermediates: CertificateStore(sent.dropFirst()))
        // The library looks for any chain; here it must be the one that was sent, all of it, and a root.
        guard case .validCertificate(let found) = result, Array(found.dropLast()) == sent else { throw SDJWTRejection(.certificateChain) }
        certificate = leaf
        self.key = JWK(key)
    }
}

extension Certificate {
    /// Whether the certificate is of version 3 and signed with a hash that nobody can find collisions for. Without a version 3 the library
    /// asks no certificate whether it is an authority's.
    fileprivate var isStrong: Bool { version == .v3 && Self.strong.contains(signatureAlgorithm) }

    private static let strong: Set<SignatureAlgorithm> = [
        .ecdsaWithSHA256, .ecdsaWithSHA384, .ecdsaWithSHA512, .sha256WithRSAEncryption, .sha384WithRSAEncryption, .sha512WithRSAEncryption,
    ]

    /// Whether the key may sign credentials: it is no authority's, and if it says what it is for, it says digital signatures. What cannot be
    /// read does not help.
    fileprivate var mayIssue: Bool {
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
}
