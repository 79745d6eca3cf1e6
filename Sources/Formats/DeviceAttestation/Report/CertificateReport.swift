// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import X509

/// A certificate in a report.
package struct CertificateReport: Codable, Hashable, Sendable {
    /// SHA-256 of the certificate in DER, hexadecimal.
    package let sha256: String
    /// Whether it can be read; if not, all that follows is nil.
    package let isReadable: Bool
    /// Whom it certifies.
    package let subject: String?
    /// Who certifies it.
    package let issuer: String?
    /// Its serial number, hexadecimal and without leading zeros, as lists of revoked certificates name it.
    package let serialNumber: String?
    /// From when on it is valid, in ISO 8601 and UTC.
    package let notValidBefore: String?
    /// Until when it is valid, in ISO 8601 and UTC.
    package let notValidAfter: String?
    /// The kind of its key, such as `P-256` or `RSA 4096`; nil also for a kind that is not known.
    package let publicKey: String?

    init(der: [UInt8]) {
        let certificate = AttestationCertificate(der: der)?.certificate
        sha256 = SHA256.hash(data: der).hexadecimal
        isReadable = certificate != nil
        subject = certificate?.subject.description
        issuer = certificate?.issuer.description
        serialNumber = certificate.map { String($0.serialNumber.bytes.hexadecimal.drop { $0 == "0" }) }
        notValidBefore = certificate?.notValidBefore.ISO8601Format()
        notValidAfter = certificate?.notValidAfter.ISO8601Format()
        publicKey = certificate.flatMap { Self.kind(of: $0.publicKey) }
    }

    private static func kind(of key: Certificate.PublicKey) -> String? {
        if P256.Signing.PublicKey(key) != nil { return "P-256" }
        if P384.Signing.PublicKey(key) != nil { return "P-384" }
        if P521.Signing.PublicKey(key) != nil { return "P-521" }
        return AttestationCertificate.rsaKeySize(key).map { "RSA \($0)" }
    }
}
