// SPDX-License-Identifier: EUPL-1.2

import Foundation
import SwiftASN1
import X509

/// A chain of attestation certificates that is exactly what leads from a key to a trusted root (RFC 5280, section 6): each certificate that was
/// sent is used once, in its place, and there is no search for another way.
///
/// The root may be sent as the last certificate or be left out, as chains under Google's root of 2026 do. Google has issued certificates for the
/// same root key several times; so a root is recognised by its name and its key.
struct AttestationCertificateChain {
    /// The certificates below the root, the leaf first.
    let certificates: [AttestationCertificate]
    /// The certificates as they were sent; the root is the last one when it was sent.
    let sent: [AttestationCertificate]
    /// The root that was configured.
    let root: Certificate

    /// How many certificates are read at most, the root included; real chains have up to five.
    static let maximumCount = 8

    /// Reads a chain and finds that it leads, signature by signature, to a root.
    ///
    /// - Throws: `AttestationRejection` with `certificate_chain`.
    init(_ chain: [[UInt8]], roots: [Certificate]) throws(AttestationRejection) {
        guard (2...Self.maximumCount).contains(chain.count), Set(chain).count == chain.count else { throw .certificateChain }
        let sent = chain.compactMap(AttestationCertificate.init(der:))
        guard sent.count == chain.count, let last = sent.last else { throw .certificateChain }

        if let root = roots.first(where: { last.isSameRoot(as: $0) }) {
            certificates = sent.dropLast()
            self.root = root
        } else if let root = roots.first(where: { last.isIssued(by: $0) }) {
            certificates = sent
            self.root = root
        } else {
            throw .certificateChain
        }
        self.sent = sent
        // The key's own certificate and at least that of the key which attests it.
        guard certificates.count >= 2 else { throw .certificateChain }
        try checkLinks()
    }

    /// The certificate of the key that is attested.
    var leaf: Certificate { certificates[0].certificate }

    /// The key that is attested; nil when its algorithm is not known here.
    var leafKey: Certificate.PublicKey? { certificates[0].publicKey }

    /// Whether the dates of the certificates that the rule names include the time.
    func isValid(at time: Date, rule: AndroidAttestationPolicy.CertificateValidity) -> Bool {
        let issuers = certificates.dropFirst().map(\.certificate)
        let judged: [Certificate] =
            switch rule {
            case .all: sent.map(\.certificate) + [root]
            case .issuers: issuers
            case .issuersUnlessFromFactory: issuers
            }
        let mayHaveEnded = rule == .issuersUnlessFromFactory && isFromFactory
        return judged.allSatisfy { $0.notValidBefore <= time && (mayHaveEnded || time <= $0.notValidAfter) }
    }

    /// Whether the device got its certificates in the factory.
    ///
    /// Google's rule since June 2026: the subject below the root has a serial number. Its title (`TEE`, `StrongBox`) is not looked at, for the
    /// oldest intermediates have none. Such a chain is always the leaf, the attestation key and one intermediate.
    var isFromFactory: Bool {
        guard certificates.count == 3 else { return false }
        return certificates[2].certificate.subject.contains { $0.contains { $0.type == Self.serialNumber } }
    }

    /// The X.520 attribute that names the attestation keys of factories.
    private static let serialNumber: ASN1ObjectIdentifier = [2, 5, 4, 5]

    // MARK: Links

    private func checkLinks() throws(AttestationRejection) {
        // Only what is not issued by itself counts for the length of a path (RFC 5280, section 4.2.1.9).
        var authoritiesBelow = 0
        for (index, certificate) in certificates.enumerated() {
            let issuer = index + 1 < certificates.count ? certificates[index + 1].certificate : root
            guard certificate.isUnderstood, certificate.constrainsNoName(of: certificates[..<index]) else { throw .certificateChain }
            if index == 0 {
                guard certificate.isAttested(by: issuer), !certificate.certificate.isAuthority(authoritiesBelow: nil) else {
                    throw .certificateChain
                }
            } else {
                let mayAttest = index == 1 && isFromFactory && certificate.certificate.isFactoryAttestationKey
                guard certificate.isIssued(by: issuer),
                    mayAttest || certificate.certificate.isAuthority(authoritiesBelow: authoritiesBelow)
                else { throw .certificateChain }
                if certificate.certificate.subject != certificate.certificate.issuer { authoritiesBelow += 1 }
            }
        }
        guard root.isAuthority(authoritiesBelow: authoritiesBelow) else { throw .certificateChain }
    }
}

extension AttestationRejection {
    static let certificateChain = AttestationRejection(.certificateChain)
}

extension AttestationCertificate {
    /// Whether an authority, with a key of an accepted kind, has signed this certificate.
    fileprivate func isIssued(by authority: Certificate) -> Bool {
        certificate.issuer == authority.subject && Self.isAccepted(authority.publicKey) && isSigned(by: authority.publicKey)
    }

    /// Whether an attestation key has signed this leaf, which the device made itself.
    ///
    /// The secure elements of some phones, such as the one in the StrongBox vector, name as the leaf's issuer not the subject of the attestation
    /// key's certificate but that certificate's own issuer. As the signature alone binds the two, and no other way is searched for, the
    /// one name is as good as the other.
    fileprivate func isAttested(by authority: Certificate) -> Bool {
        (certificate.issuer == authority.subject || certificate.issuer == authority.issuer) && Self.isAccepted(authority.publicKey)
            && isSigned(by: authority.publicKey)
    }

    /// Whether this is a certificate of the root's own key, under its name and by itself.
    fileprivate func isSameRoot(as root: Certificate) -> Bool {
        certificate.subject == root.subject && publicKey == root.publicKey && isIssued(by: root)
    }

    /// Whether nothing in the certificate asks for more than is judged here: a version 3 certificate, a serial number of a legal length, no
    /// critical extension but basic constraints, key usage, name constraints and the attestation.
    fileprivate var isUnderstood: Bool {
        certificate.version == .v3 && certificate.serialNumber.bytes.count <= 20
            && certificate.extensions.allSatisfy { !$0.critical || Self.understood.contains($0.oid) }
    }

    private static let understood: Set<ASN1ObjectIdentifier> = [
        .X509ExtensionID.basicConstraints, .X509ExtensionID.keyUsage, .X509ExtensionID.nameConstraints, AndroidKeyDescription.extensionID,
    ]
}

extension Certificate {
    /// Whether the certificate is an authority's that may stand above so many other ones; nil asks for any authority.
    fileprivate func isAuthority(authoritiesBelow: Int?) -> Bool {
        // What cannot be read is an authority when that would be bad, and none when it would be good.
        guard let constraints = try? extensions.basicConstraints, let usage = try? extensions.keyUsage ?? KeyUsage(keyCertSign: true) else {
            return authoritiesBelow == nil && extensions[oid: .X509ExtensionID.basicConstraints] != nil
        }
        guard case .isCertificateAuthority(let longest) = constraints else { return false }
        guard let authoritiesBelow else { return true }
        return usage.keyCertSign && authoritiesBelow <= longest ?? .max
    }

    /// Whether the certificate is of the kind that phones got in factories from 2016 on: the key that attests is said to sign data, and
    /// to be no authority's. Google's verifier accepts them, for it judges where the attestation stands and not these two extensions.
    fileprivate var isFactoryAttestationKey: Bool {
        guard let constraints = try? extensions.basicConstraints, case .notCertificateAuthority = constraints,
            let usage = try? extensions.keyUsage
        else { return false }
        return usage == KeyUsage(digitalSignature: true)
    }
}
