// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import SwiftASN1
import X509

/// The parties of the targets. Their keys are made from fixed bytes, so that an input has the same outcome in every process.
enum FuzzParties {
    /// The time of every target, in seconds since 1970.
    static let now: Int64 = 1_767_225_600
    static let time = Date(timeIntervalSince1970: 1_767_225_600)

    /// The only trusted root.
    static let rootKey = key(0x11)
    static let root = certificate("root", rootKey, issuer: "root", signedBy: rootKey, extensions: authority)
    /// An authority below the root.
    static let authorityKey = key(0x12)
    static let authorityCertificate = certificate("authority", authorityKey, issuer: "root", signedBy: rootKey, extensions: authority)
    /// A signer of data below the authority, and the same signer directly below the root.
    static let signerKey = key(0x13)
    static let signerCertificate = certificate("signer", signerKey, issuer: "authority", signedBy: authorityKey, extensions: signer)
    static let signerBelowRoot = certificate("signer", signerKey, issuer: "root", signedBy: rootKey, extensions: signer)
    /// A root that is not trusted.
    static let otherRoot = certificate("root", key(0x14), issuer: "root", signedBy: key(0x14), extensions: authority)

    static func key(_ number: UInt8) -> P256.Signing.PrivateKey {
        made { try P256.Signing.PrivateKey(rawRepresentation: [UInt8](repeating: number, count: 32)) }
    }

    /// Signs with ES256: r ‖ s.
    static func sign(_ input: [UInt8], with key: P256.Signing.PrivateKey) throws -> [UInt8] {
        Array(try key.signature(for: input).rawRepresentation)
    }

    static func certificate(
        _ name: String, _ key: P256.Signing.PrivateKey, issuer: String, signedBy issuerKey: P256.Signing.PrivateKey,
        extensions: Certificate.Extensions
    ) -> Certificate {
        made {
            try Certificate(
                version: .v3, serialNumber: Certificate.SerialNumber(17), publicKey: .init(key.publicKey),
                notValidBefore: time.addingTimeInterval(-86_400), notValidAfter: time.addingTimeInterval(86_400),
                issuer: DistinguishedName { CommonName(issuer) }, subject: DistinguishedName { CommonName(name) },
                signatureAlgorithm: .ecdsaWithSHA256, extensions: extensions, issuerPrivateKey: .init(issuerKey))
        }
    }

    /// The bytes of a certificate.
    static func der(_ certificate: Certificate) -> [UInt8] { made { try certificate.serializeAsPEM().derBytes } }

    /// A value that is made from constants, which therefore cannot fail.
    static func made<Value>(_ body: () throws -> Value) -> Value {
        do { return try body() } catch { preconditionFailure("a seed cannot be made: \(error)") }
    }

    private static let authority = made {
        try Certificate.Extensions {
            Critical(BasicConstraints.isCertificateAuthority(maxPathLength: nil))
            Critical(KeyUsage(keyCertSign: true))
        }
    }
    private static let signer = made {
        try Certificate.Extensions {
            Critical(BasicConstraints.notCertificateAuthority)
            Critical(KeyUsage(digitalSignature: true))
        }
    }
}
