// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import SwiftASN1
import X509

/// A certificate in a report.
public struct CertificateReport: Codable, Hashable, Sendable {
    /// SHA-256 of the DER certificate, in hexadecimal.
    public let sha256: String
    /// True if the certificate can be parsed; if false, all following properties are nil.
    public let isReadable: Bool
    /// The subject's name.
    public let subject: String?
    /// The issuer's name.
    public let issuer: String?
    /// The serial number in hexadecimal without leading zeros, as in revocation lists.
    public let serialNumber: String?
    /// Start of validity, in ISO 8601 and UTC.
    public let notValidBefore: String?
    /// End of validity, in ISO 8601 and UTC.
    public let notValidAfter: String?
    /// The kind of key, such as `P-256`, `RSA 4096` or `ML-DSA-65`; the object identifier of an unknown algorithm.
    public let publicKey: String?

    init(der: [UInt8], isMadeByPhone: Bool) {
        let read = AttestationCertificate(der: der, isMadeByPhone: isMadeByPhone)
        let certificate = read?.certificate
        sha256 = SHA256.hash(data: der).hexadecimal
        isReadable = certificate != nil
        subject = certificate?.subject.description
        issuer = certificate?.issuer.description
        serialNumber = certificate.map { String($0.serialNumber.bytes.hexadecimal.drop { $0 == "0" }) }
        notValidBefore = certificate?.notValidBefore.ISO8601Format()
        notValidAfter = certificate?.notValidAfter.ISO8601Format()
        publicKey = read.flatMap { $0.publicKey.flatMap(Self.kind) ?? Self.algorithm(of: $0.publicKeyInfo) }
    }

    private static func algorithm(of key: [UInt8]) -> String? {
        guard let node = try? DER.parse(key), let algorithm = CertificateFields.keyAlgorithm(in: node) else { return nil }
        return names[algorithm] ?? algorithm.description
    }

    /// Signature algorithms of FIPS 204, and Ed25519 (RFC 8410).
    private static let names: [ASN1ObjectIdentifier: String] = [
        [2, 16, 840, 1, 101, 3, 4, 3, 17]: "ML-DSA-44", [2, 16, 840, 1, 101, 3, 4, 3, 18]: "ML-DSA-65",
        [2, 16, 840, 1, 101, 3, 4, 3, 19]: "ML-DSA-87", [1, 3, 101, 112]: "Ed25519",
    ]

    private static func kind(of key: Certificate.PublicKey) -> String? {
        if P256.Signing.PublicKey(key) != nil { return "P-256" }
        if P384.Signing.PublicKey(key) != nil { return "P-384" }
        if P521.Signing.PublicKey(key) != nil { return "P-521" }
        return AttestationCertificate.rsaKeySize(key).map { "RSA \($0)" }
    }
}
