// SPDX-License-Identifier: EUPL-1.2

import Crypto
package import Foundation
import SwiftASN1
import X509

/// An installation's own certificate authority for development and the demo. Its only server is `localhost` (also `127.0.0.1` and `::1`).
///
/// It has four PEM files in one directory: `ca.pem`, `ca-key.pem`, `server.pem`, `server-key.pem`. Directory and keys are readable only by
/// their owner. The certificates are valid for ten years, so that a phone with an advanced clock also accepts them. The server certificate
/// is renewed when less than a year is left.
package struct DevelopmentCertificateAuthority: Sendable {
    /// The authority's certificate, which the wallet pins, in DER.
    package let rootCertificate: [UInt8]
    /// The server's certificate and key.
    package let identity: TLSIdentity

    /// Reads the files of a directory, and creates missing files.
    ///
    /// Completes an interrupted first start. An authority key without a certificate and without server files does not count as an authority
    /// yet. The server files are created again if any of them is missing or does not match the authority.
    ///
    /// - Parameters:
    ///   - directory: created if it does not exist.
    ///   - now: the current time, by which TLS libraries judge certificates.
    /// - Throws: `DevelopmentCertificateError` naming the file that cannot be read or written. Unreadable files are never overwritten.
    package init(directory: URL, now: Date) throws {
        let files = CertificateFiles(directory: directory)
        try files.makeDirectory()
        let authority: Issued
        let isUnfinished = !files.hasCertificate("ca") && !files.has("server")
        if let found = try files.load("ca", isReplaceable: isUnfinished) {
            authority = found
        } else {
            authority = try files.store(Issued.authority(at: now), as: "ca")
        }
        guard authority.certificate.notValidAfter > now, authority.certificate.notValidBefore <= now else {
            throw DevelopmentCertificateError("\(files.path("ca.pem")) is not valid now; remove the directory to make a new one")
        }
        let server: Issued
        if let found = try files.load("server", isReplaceable: true), found.isGood(under: authority, at: now) {
            server = found
        } else {
            server = try files.store(Issued.server(by: authority, at: now), as: "server")
        }
        do {
            var serializer = DER.Serializer()
            try authority.certificate.serialize(into: &serializer)
            rootCertificate = serializer.serializedBytes
            identity = try TLSIdentity(
                certificatePEM: server.certificate.serializeAsPEM().pemString, keyPEM: server.key.pemRepresentation)
        } catch {
            throw DevelopmentCertificateError("the development certificates in \(directory.path) cannot be used")
        }
    }
}

/// An error of the development certificates. The description names the file.
package struct DevelopmentCertificateError: Error, Sendable, CustomStringConvertible {
    package let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// A certificate and its key.
struct Issued {
    let certificate: Certificate
    let key: P256.Signing.PrivateKey

    static func authority(at now: Date) throws -> Issued {
        let key = P256.Signing.PrivateKey()
        return try issue(subject: "Wallet development CA", key: key, issuer: nil, at: now) {
            try Certificate.Extensions {
                Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
                Critical(KeyUsage(keyCertSign: true))
            }
        }
    }

    static func server(by authority: Issued, at now: Date) throws -> Issued {
        let key = P256.Signing.PrivateKey()
        return try issue(subject: "localhost", key: key, issuer: authority, at: now) {
            try Certificate.Extensions {
                Critical(BasicConstraints.notCertificateAuthority)
                Critical(KeyUsage(digitalSignature: true))
                try ExtendedKeyUsage([.serverAuth])
                SubjectAlternativeNames([
                    .dnsName("localhost"), .ipAddress(ASN1OctetString(contentBytes: [127, 0, 0, 1])),
                    .ipAddress(ASN1OctetString(contentBytes: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1])),
                ])
            }
        }
    }

    /// Returns true if the server certificate is from this authority and valid for at least another year.
    func isGood(under authority: Issued, at now: Date) -> Bool {
        certificate.notValidBefore <= now && certificate.notValidAfter >= now + Self.renewal
            && authority.certificate.publicKey.isValidSignature(certificate.signature, for: certificate)
    }

    private static let lifetime: TimeInterval = 10 * 365 * 86_400
    private static let renewal: TimeInterval = 365 * 86_400

    private static func issue(
        subject: String, key: P256.Signing.PrivateKey, issuer: Issued?, at now: Date, extensions: () throws -> Certificate.Extensions
    ) throws -> Issued {
        do {
            let name = try DistinguishedName { CommonName(subject) }
            let certificate = try Certificate(
                version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: .init(key.publicKey),
                notValidBefore: now - 86_400, notValidAfter: now + lifetime, issuer: issuer?.certificate.subject ?? name, subject: name,
                signatureAlgorithm: .ecdsaWithSHA256, extensions: extensions(), issuerPrivateKey: .init(issuer?.key ?? key))
            return Issued(certificate: certificate, key: key)
        } catch {
            throw DevelopmentCertificateError("a development certificate cannot be made")
        }
    }
}
