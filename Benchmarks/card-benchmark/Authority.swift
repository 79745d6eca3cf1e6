// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import SwiftASN1
import X509

/// A root and its document signer, with the extensions that ISO/IEC 18013-5 annex B requires.
struct Authority {
    let root: Certificate
    let signer: Certificate
    let signerKey = P256.Signing.PrivateKey()

    init(now: Date) throws {
        let rootKey = P256.Signing.PrivateKey()
        let (key, day) = (signerKey.publicKey, TimeInterval(86_400))
        func make(
            _ subject: String, _ key: P256.Signing.PublicKey, days: Double, _ extensions: [Certificate.Extension]
        ) throws -> Certificate {
            func name(_ text: String) throws -> DistinguishedName {
                try DistinguishedName {
                    CountryName("NL")
                    CommonName(text)
                }
            }
            return try Certificate(
                version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: .init(key), notValidBefore: now - day,
                notValidAfter: now + days * day, issuer: name("PID root"), subject: name(subject),
                extensions: Certificate.Extensions(extensions), issuerPrivateKey: .init(rootKey))
        }
        root = try make(
            "PID root", rootKey.publicKey, days: 3650,
            [
                .init(BasicConstraints.isCertificateAuthority(maxPathLength: 0), critical: true),
                .init(KeyUsage(keyCertSign: true, cRLSign: true), critical: true),
            ])
        signer = try make(
            "PID signer", key, days: 400,
            [
                .init(BasicConstraints.notCertificateAuthority, critical: true),
                .init(KeyUsage(digitalSignature: true), critical: true),
                .init(ExtendedKeyUsage([.init(oid: [1, 0, 18013, 5, 1, 2])]), critical: false),
            ])
    }

    static func der(_ certificate: Certificate) throws -> [UInt8] { try certificate.serializeAsPEM().derBytes }
}
