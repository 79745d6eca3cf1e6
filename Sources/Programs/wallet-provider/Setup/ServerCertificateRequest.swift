// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import SwiftASN1
import X509

/// A new TLS key (P-256), the request to certify it for a host, and a self-signed certificate for use until the key is certified. All are
/// PEM.
struct ServerCertificateRequest {
    let key: String
    let request: String
    let selfSigned: String

    /// Validity of the self-signed certificate: short, so that `serve` warns of its end at each start.
    private static let lifetime: TimeInterval = 7 * 86_400

    /// - Throws: errors of the certificate library.
    init(host: String, now: Date) throws {
        let privateKey = P256.Signing.PrivateKey()
        let name = try DistinguishedName { CommonName(host) }
        let names = SubjectAlternativeNames([.dnsName(host)])
        let wanted = try Certificate.Extensions { names }
        let csr = try CertificateSigningRequest(
            version: .v1, subject: name, privateKey: .init(privateKey),
            attributes: .init([.init(ExtensionRequest(extensions: wanted))]), signatureAlgorithm: .ecdsaWithSHA256)
        let certificate = try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: .init(privateKey.publicKey), notValidBefore: now - 3600,
            notValidAfter: now + Self.lifetime, issuer: name, subject: name, signatureAlgorithm: .ecdsaWithSHA256,
            extensions: Certificate.Extensions {
                Critical(BasicConstraints.notCertificateAuthority)
                Critical(KeyUsage(digitalSignature: true))
                try ExtendedKeyUsage([.serverAuth])
                names
            }, issuerPrivateKey: .init(privateKey))
        key = privateKey.pemRepresentation + "\n"
        request = try csr.serializeAsPEM().pemString + "\n"
        selfSigned = try certificate.serializeAsPEM().pemString + "\n"
    }
}
