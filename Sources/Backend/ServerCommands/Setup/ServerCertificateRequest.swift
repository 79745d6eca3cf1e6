// SPDX-License-Identifier: EUPL-1.2

import Crypto
package import Foundation
import SwiftASN1
import X509

/// A new TLS key (P-256), the request to certify it, and a self-signed certificate for use until the key is certified. All are PEM.
package struct ServerCertificateRequest: Sendable {
    package let key: String
    package let request: String
    package let selfSigned: String
    /// The self-signed certificate in DER.
    package let selfSignedDER: [UInt8]

    /// Validity of the self-signed certificate: short, so that `serve` warns of its end at each start.
    private static let lifetime: TimeInterval = 7 * 86_400

    /// - Parameter hosts: at least one name; the first is the certificate's common name.
    /// - Throws: errors of the certificate library.
    package init(hosts: [String], now: Date) throws {
        let privateKey = P256.Signing.PrivateKey()
        let name = try DistinguishedName { CommonName(hosts[0]) }
        let names = SubjectAlternativeNames(hosts.map { GeneralName.dnsName($0) })
        let wanted = try Certificate.Extensions { names }
        let csr = try CertificateSigningRequest(
            version: .v1, subject: name, privateKey: .init(privateKey),
            attributes: .init([.init(ExtensionRequest(extensions: wanted))]), signatureAlgorithm: .ecdsaWithSHA256)
        let certificate = try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: .init(privateKey.publicKey), notValidBefore: now - 3600,
            notValidAfter: now + Self.lifetime, issuer: name, subject: name, signatureAlgorithm: .ecdsaWithSHA256,
            extensions: Certificate.Extensions {
                Critical(BasicConstraints.notCertificateAuthority)
                // Without key usage: BoringSSL trusts a self-signed certificate only if its key may sign certificates.
                try ExtendedKeyUsage([.serverAuth])
                names
            }, issuerPrivateKey: .init(privateKey))
        let document = try certificate.serializeAsPEM()
        key = privateKey.pemRepresentation + "\n"
        request = try csr.serializeAsPEM().pemString + "\n"
        selfSigned = document.pemString + "\n"
        selfSignedDER = document.derBytes
    }

    /// True for a self-signed certificate that `init` may have made: of no authority, and valid for about a week.
    package static func isForTests(_ der: [UInt8]) -> Bool {
        guard let certificate = try? Certificate(derEncoded: der), certificate.issuer == certificate.subject,
            case .notCertificateAuthority? = try? certificate.extensions.basicConstraints
        else { return false }
        return certificate.notValidAfter.timeIntervalSince(certificate.notValidBefore) <= lifetime + 86_400
    }
}
