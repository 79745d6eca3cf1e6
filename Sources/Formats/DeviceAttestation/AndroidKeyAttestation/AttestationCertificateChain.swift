// SPDX-License-Identifier: EUPL-1.2

import Foundation
import SwiftASN1
import X509

/// A chain of attestation certificates from a key to a trusted root (RFC 5280, section 6). Each certificate sent is used once, in its
/// place; alternative paths are not searched.
///
/// The root may be sent last or left out, as in chains under Google's root of 2026. Google has issued several certificates for one root
/// key, so a root is identified by its name and key.
struct AttestationCertificateChain {
    /// The certificates below the root, the leaf first.
    let certificates: [AttestationCertificate]
    /// The certificates as sent; if the root was sent, it is the last.
    let sent: [AttestationCertificate]
    /// The configured root.
    let root: Certificate

    /// Parses a chain and verifies every signature up to a root.
    ///
    /// - Throws: `AttestationRejection` with `certificate_chain`.
    init(_ chain: [[UInt8]], roots: [Certificate]) throws(AttestationRejection) {
        guard (2...AndroidKeyAttestationVerifier.maximumCount).contains(chain.count), Set(chain).count == chain.count else {
            throw .certificateChain
        }
        let sent = chain.enumerated().compactMap { AttestationCertificate(der: $1, isMadeByPhone: $0 == 0) }
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
        // At least the attested key's certificate and the attesting key's certificate.
        guard certificates.count >= 2 else { throw .certificateChain }
        try checkLinks()
    }

    /// The attested key's certificate, which the phone made.
    var leaf: Certificate { certificates[0].certificate }

    /// The attested key; nil if its algorithm is unknown.
    var leafKey: Certificate.PublicKey? { certificates[0].publicKey }

    /// True if the certificates that the rule selects are valid at the time.
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

    /// True if the device received its certificates in the factory.
    ///
    /// Google's rule since June 2026: the subject below the root has a serial number. Its title (`TEE`, `StrongBox`) is ignored, because
    /// the oldest intermediates have none. Such a chain consists of the leaf, the attestation key and one intermediate.
    var isFromFactory: Bool {
        guard certificates.count == 3 else { return false }
        return certificates[2].certificate.subject.contains { $0.contains { $0.type == Self.serialNumber } }
    }

    /// The X.520 attribute in the names of factory attestation keys.
    private static let serialNumber: ASN1ObjectIdentifier = [2, 5, 4, 5]

    // MARK: Links

    private func checkLinks() throws(AttestationRejection) {
        // Self-issued certificates do not count towards the path length (RFC 5280, section 4.2.1.9).
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
    /// True if an authority with an accepted kind of key has signed this certificate.
    fileprivate func isIssued(by authority: Certificate) -> Bool {
        certificate.issuer == authority.subject && Self.isAccepted(authority.publicKey) && isSigned(by: authority.publicKey)
    }

    /// True if an attestation key has signed this leaf, which the device made itself.
    ///
    /// Secure elements of some phones, such as the StrongBox test vector, write the wrong issuer into the leaf: the issuer of the
    /// attestation key's certificate instead of its subject. Both names are accepted, because the signature alone links the two
    /// certificates and no other path is searched.
    fileprivate func isAttested(by authority: Certificate) -> Bool {
        (certificate.issuer == authority.subject || namesIssuer(of: authority)) && Self.isAccepted(authority.publicKey)
            && isSigned(by: authority.publicKey)
    }

    /// True if this certificate names the authority's issuer as its own issuer, instead of the authority.
    func namesIssuer(of authority: Certificate) -> Bool {
        certificate.issuer != authority.subject && certificate.issuer == authority.issuer
    }

    /// True if this is a self-signed certificate of the root's key under the root's name.
    fileprivate func isSameRoot(as root: Certificate) -> Bool {
        certificate.subject == root.subject && publicKey == root.publicKey && isIssued(by: root)
    }

    /// True if the certificate has only features that are checked here: version 3, a serial number of legal length, and no critical
    /// extension other than basic constraints, key usage, name constraints and the attestation.
    fileprivate var isUnderstood: Bool {
        certificate.version == .v3 && certificate.serialNumber.bytes.count <= 20
            && certificate.extensions.allSatisfy { !$0.critical || Self.understood.contains($0.oid) }
    }

    private static let understood: Set<ASN1ObjectIdentifier> = [
        .X509ExtensionID.basicConstraints, .X509ExtensionID.keyUsage, .X509ExtensionID.nameConstraints, AndroidKeyDescription.extensionID,
    ]
}

extension Certificate {
    /// True if the certificate is an authority that may have this number of authorities below it; nil skips the path length.
    fileprivate func isAuthority(authoritiesBelow: Int?) -> Bool {
        // An unreadable extension counts as the worse case: as an authority for a leaf, as no authority for an issuer.
        guard let constraints = try? extensions.basicConstraints, let usage = try? extensions.keyUsage ?? KeyUsage(keyCertSign: true) else {
            return authoritiesBelow == nil && extensions[oid: .X509ExtensionID.basicConstraints] != nil
        }
        guard case .isCertificateAuthority(let longest) = constraints else { return false }
        guard let authoritiesBelow else { return true }
        return usage.keyCertSign && authoritiesBelow <= longest ?? .max
    }

    /// True for the kind of certificate installed in factories since 2016: the attesting key may sign data and is not an authority.
    /// Google's verifier accepts them, because it checks the attestation's position and not these two extensions.
    fileprivate var isFactoryAttestationKey: Bool {
        guard let constraints = try? extensions.basicConstraints, case .notCertificateAuthority = constraints,
            let usage = try? extensions.keyUsage
        else { return false }
        return usage == KeyUsage(digitalSignature: true)
    }
}
