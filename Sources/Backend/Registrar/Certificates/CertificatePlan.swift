// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import SwiftASN1
import X509

/// The contents of a certificate to be made.
struct CertificatePlan {
    let subject: DistinguishedName
    let isAuthority: Bool
    /// The validity from now, in days.
    let days: Int
    var dnsNames: [String] = []
    /// The extended key usages; not critical.
    var purposes: [ASN1ObjectIdentifier] = []

    /// The time before now at which certificates begin, so that a phone whose clock is behind accepts them.
    private static let headStart: TimeInterval = 86_400

    /// The certificate of a key.
    ///
    /// - Parameters:
    ///   - publicKey: the key of the subject.
    ///   - issuer: signs the certificate; for a root its own key and name.
    /// - Throws: errors of the certificate library.
    func certificate(
        for publicKey: P256.Signing.PublicKey, by issuer: (name: DistinguishedName, key: P256.Signing.PrivateKey), now: Date
    ) throws -> Certificate {
        let key = Certificate.PublicKey(publicKey)
        let issuerID = SubjectKeyIdentifier(hash: Certificate.PublicKey(issuer.key.publicKey)).keyIdentifier
        let constraints: BasicConstraints = isAuthority ? .isCertificateAuthority(maxPathLength: 0) : .notCertificateAuthority
        let usage = isAuthority ? KeyUsage(keyCertSign: true, cRLSign: true) : KeyUsage(digitalSignature: true)
        var extensions = [
            try Certificate.Extension(constraints, critical: true), try Certificate.Extension(usage, critical: true),
            try Certificate.Extension(SubjectKeyIdentifier(hash: key), critical: false),
            try Certificate.Extension(AuthorityKeyIdentifier(keyIdentifier: issuerID), critical: false),
        ]
        if !dnsNames.isEmpty {
            let names = SubjectAlternativeNames(dnsNames.map { GeneralName.dnsName($0) })
            extensions.append(try Certificate.Extension(names, critical: false))
        }
        if !purposes.isEmpty {
            let usages = try ExtendedKeyUsage(purposes.map { ExtendedKeyUsage.Usage(oid: $0) })
            extensions.append(try Certificate.Extension(usages, critical: false))
        }
        return try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: key, notValidBefore: now - Self.headStart,
            notValidAfter: now + TimeInterval(days) * 86_400, issuer: issuer.name, subject: subject, signatureAlgorithm: .ecdsaWithSHA256,
            extensions: Certificate.Extensions(extensions), issuerPrivateKey: Certificate.PrivateKey(issuer.key))
    }
}
