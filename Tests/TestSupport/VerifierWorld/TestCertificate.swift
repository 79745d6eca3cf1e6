// SPDX-License-Identifier: EUPL-1.2

package import Crypto
package import Foundation
package import SwiftASN1
package import X509

/// The contents of a certificate: by default those of a signer of data, valid from a day before to a year after the world's time.
package struct TestCertificate: Sendable {
    /// The subject: attribute types and values, in this order.
    package var subject: [(type: ASN1ObjectIdentifier, value: String)]
    /// The key of the subject.
    package var key = P256.Signing.PrivateKey()
    /// The key to certify instead of the subject's own; nil for none.
    package var otherKey: Certificate.PublicKey?
    package var isAuthority = false
    /// The key usage; nil for the usual one of a signer or an authority.
    package var usage: KeyUsage?
    package var dnsNames: [String] = []
    /// The extended key usages; not critical unless ``isPurposeCritical``.
    package var purposes: [ASN1ObjectIdentifier] = []
    package var isPurposeCritical = false
    package var further: [Certificate.Extension] = []
    /// The validity, in seconds from the world's time.
    package var from: TimeInterval = -86_400
    package var until: TimeInterval = 365 * 86_400

    /// `organizationIdentifier` of a subject (ETSI EN 319 412-1).
    package static let organizationIdentifier: ASN1ObjectIdentifier = [2, 5, 4, 97]
    /// The extended key usage of access certificates (ETSI TS 119 411-8).
    package static let accessPurpose: ASN1ObjectIdentifier = [0, 4, 0, 19411, 8, 1]
    /// The extended key usage of document signers (ISO/IEC 18013-5 annex B.1.4).
    package static let documentPurpose: ASN1ObjectIdentifier = [1, 0, 18013, 5, 1, 2]

    package init(_ subject: [(type: ASN1ObjectIdentifier, value: String)]) { self.subject = subject }

    /// A subject with a country and a common name.
    package init(name: String) {
        self.init([(.RDNAttributeType.countryName, "NL"), (.RDNAttributeType.commonName, name)])
    }

    /// The certificate, signed by the issuer; by its own key without one.
    func made(by issuer: TestSigner?) throws -> Certificate {
        let publicKey = otherKey ?? Certificate.PublicKey(key.publicKey)
        let ownKeyID = SubjectKeyIdentifier(hash: publicKey)
        let issuerKeyID = issuer.map { SubjectKeyIdentifier(hash: $0.certificate.publicKey) } ?? ownKeyID
        let usual = isAuthority ? KeyUsage(keyCertSign: true, cRLSign: true) : KeyUsage(digitalSignature: true)
        let constraints: BasicConstraints = isAuthority ? .isCertificateAuthority(maxPathLength: nil) : .notCertificateAuthority
        var extensions = [
            try Certificate.Extension(constraints, critical: true), try Certificate.Extension(usage ?? usual, critical: true),
            try Certificate.Extension(ownKeyID, critical: false),
            try Certificate.Extension(AuthorityKeyIdentifier(keyIdentifier: issuerKeyID.keyIdentifier), critical: false),
        ]
        if !dnsNames.isEmpty {
            let names = SubjectAlternativeNames(dnsNames.map { GeneralName.dnsName($0) })
            extensions.append(try Certificate.Extension(names, critical: false))
        }
        if !purposes.isEmpty {
            let usages = try ExtendedKeyUsage(purposes.map { ExtendedKeyUsage.Usage(oid: $0) })
            extensions.append(try Certificate.Extension(usages, critical: isPurposeCritical))
        }
        let name = DistinguishedName(
            subject.map { attribute in
                RelativeDistinguishedName(
                    RelativeDistinguishedName.Attribute(type: attribute.type, value: .init(utf8String: attribute.value)))
            })
        return try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: publicKey,
            notValidBefore: VerifierWorld.time.addingTimeInterval(from), notValidAfter: VerifierWorld.time.addingTimeInterval(until),
            issuer: issuer?.certificate.subject ?? name, subject: name, extensions: Certificate.Extensions(extensions + further),
            issuerPrivateKey: Certificate.PrivateKey(issuer?.key ?? key))
    }
}
