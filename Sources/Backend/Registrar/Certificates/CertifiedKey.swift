// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import SwiftASN1
package import X509

/// A key of the registrar with its certificate: one of the two roots, or the key that signs registrations.
package struct CertifiedKey: Sendable {
    /// The certificate.
    package let certificate: Certificate
    let key: P256.Signing.PrivateKey

    /// The validity of roots and of the registrar's own certificate: ten years, so that a phone with an advanced clock also accepts them.
    static let days = 3650

    private init(_ certificate: Certificate, _ key: P256.Signing.PrivateKey) { (self.certificate, self.key) = (certificate, key) }

    /// A new root.
    ///
    /// - Throws: errors of the certificate library.
    static func root(_ name: String, now: Date) throws -> CertifiedKey {
        let (key, subject) = (P256.Signing.PrivateKey(), try Self.name(name))
        let plan = CertificatePlan(subject: subject, isAuthority: true, days: days)
        return CertifiedKey(try plan.certificate(for: key.publicKey, by: (subject, key), now: now), key)
    }

    /// A new key that this root certifies for signatures.
    ///
    /// - Throws: errors of the certificate library.
    func signer(_ name: String, now: Date) throws -> CertifiedKey {
        let key = P256.Signing.PrivateKey()
        let plan = CertificatePlan(subject: try Self.name(name), isAuthority: false, days: Self.days)
        return CertifiedKey(try certify(key.publicKey, plan, now: now), key)
    }

    /// The certificate of another party's key.
    ///
    /// - Throws: errors of the certificate library.
    func certify(_ publicKey: P256.Signing.PublicKey, _ plan: CertificatePlan, now: Date) throws -> Certificate {
        try plan.certificate(for: publicKey, by: (certificate.subject, key), now: now)
    }

    private static func name(_ name: String) throws -> DistinguishedName {
        try DistinguishedName {
            OrganizationName("Wallet registrar")
            OrganizationalUnitName(TestMark.unit)
            CommonName(name)
        }
    }
}

extension CertifiedKey {
    /// Reads a stored key and its certificate.
    ///
    /// - Throws: `UnacceptableMember` naming a file.
    init(_ name: String, read: (String) throws -> String) throws {
        let (certificateName, keyName) = (name + ".pem", name + "-key.pem")
        guard let certificate = try? Certificate(pemEncoded: try read(certificateName)) else {
            throw UnacceptableMember(certificateName, "not a certificate in PEM")
        }
        guard let key = try? P256.Signing.PrivateKey(pemRepresentation: try read(keyName)) else {
            throw UnacceptableMember(keyName, "not a P-256 key in PEM")
        }
        guard P256.Signing.PublicKey(certificate.publicKey)?.rawRepresentation == key.publicKey.rawRepresentation else {
            throw UnacceptableMember(keyName, "not the key of \(certificateName)")
        }
        self.init(certificate, key)
    }

    /// The files of this key: names and PEM texts. One of them is secret.
    ///
    /// - Throws: errors of the certificate library.
    func files(_ name: String) throws -> [(name: String, text: String)] {
        [
            (name + ".pem", try certificate.serializeAsPEM().pemString + "\n"), (name + "-key.pem", key.pemRepresentation + "\n"),
        ]
    }

    /// The certificate in DER.
    ///
    /// - Throws: errors of the certificate library.
    package func der() throws -> [UInt8] { try certificate.serializeAsPEM().derBytes }
}
