// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import NIOSSL
import SwiftASN1
import X509

/// The certificate authority of one ``ConformanceServer``. Its keys are never stored.
struct ConformanceAuthority {
    private let now: Date
    private let key = P256.Signing.PrivateKey()
    private let certificate: Certificate
    private let name: DistinguishedName

    /// - Throws: the error of X509 when the certificate cannot be made.
    init(at now: Date) throws {
        self.now = now
        name = try DistinguishedName { CommonName("Conformance suite") }
        certificate = try Self.certificate(
            name, key, by: key, name, at: now,
            Certificate.Extensions {
                Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
                Critical(KeyUsage(keyCertSign: true))
            })
    }

    /// The root in DER.
    func root() throws -> [UInt8] {
        var serializer = DER.Serializer()
        try certificate.serialize(into: &serializer)
        return serializer.serializedBytes
    }

    /// TLS 1.3 with a new key and a certificate for a name or an IPv4 address.
    func identity(for host: String) throws -> TLSConfiguration {
        let serverKey = P256.Signing.PrivateKey()
        let bytes = host.split(separator: ".").compactMap { UInt8($0) }
        let alternative: GeneralName = bytes.count == 4 ? .ipAddress(ASN1OctetString(contentBytes: bytes[...])) : .dnsName(host)
        let made = try Self.certificate(
            DistinguishedName { CommonName("Conformance server") }, serverKey, by: key, name, at: now,
            Certificate.Extensions {
                try ExtendedKeyUsage([.serverAuth])
                SubjectAlternativeNames([alternative])
            })
        var serializer = DER.Serializer()
        try made.serialize(into: &serializer)
        var tls = TLSConfiguration.makeServerConfiguration(
            certificateChain: [.certificate(try NIOSSLCertificate(bytes: serializer.serializedBytes, format: .der))],
            privateKey: .privateKey(try NIOSSLPrivateKey(bytes: Array(serverKey.pemRepresentation.utf8), format: .pem)))
        tls.minimumTLSVersion = .tlsv13
        return tls
    }

    private static func certificate(
        _ subject: DistinguishedName, _ key: P256.Signing.PrivateKey, by issuerKey: P256.Signing.PrivateKey, _ issuer: DistinguishedName,
        at now: Date, _ extensions: Certificate.Extensions
    ) throws -> Certificate {
        var generator = SystemRandomNumberGenerator()
        let day: TimeInterval = 86_400
        return try Certificate(
            version: .v3, serialNumber: .random(using: &generator), publicKey: .init(key.publicKey),
            notValidBefore: now.addingTimeInterval(-day), notValidAfter: now.addingTimeInterval(90 * day), issuer: issuer,
            subject: subject, signatureAlgorithm: .ecdsaWithSHA256, extensions: extensions,
            issuerPrivateKey: .init(issuerKey))
    }
}
