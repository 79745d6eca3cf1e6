// SPDX-License-Identifier: EUPL-1.2

public import Crypto
public import Foundation
import SwiftASN1
public import X509

/// An issuer of credentials with a root of its own, for the examples.
public struct TestIssuer: Sendable {
    /// The time of all examples: 2027-01-15 08:00 UTC.
    public static let now = Date(timeIntervalSince1970: 1_800_000_000)

    /// The trusted root.
    public let root: Certificate
    /// The key that signs credentials.
    public let key = P256.Signing.PrivateKey()
    /// The certificate of the key.
    public let certificate: Certificate

    /// An issuer whose certificates are valid for a day around ``now``.
    ///
    /// - Parameter usage: the extended key usage of the issuer's certificate; nil to omit it.
    public init(usage: ExtendedKeyUsage.Usage? = nil) throws {
        let rootKey = P256.Signing.PrivateKey()
        let rootName = try DistinguishedName {
            CountryName("NL")
            CommonName("Root of the examples")
        }
        let name = try DistinguishedName {
            CountryName("NL")
            CommonName("Issuer of the examples")
        }
        root = try Self.certificate(
            rootName, .init(rootKey.publicKey), by: rootName, rootKey,
            Certificate.Extensions {
                Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
                Critical(KeyUsage(keyCertSign: true))
            })
        certificate = try Self.certificate(
            name, .init(key.publicKey), by: rootName, rootKey,
            Certificate.Extensions {
                Critical(KeyUsage(digitalSignature: true))
                if let usage { try ExtendedKeyUsage([usage]) }
            })
    }

    /// The certificate in DER.
    public var chain: [[UInt8]] {
        get throws {
            var serializer = DER.Serializer()
            try serializer.serialize(certificate)
            return [serializer.serializedBytes]
        }
    }

    /// Signs as an HSM would: r ‖ s.
    public func sign(_ bytes: [UInt8]) throws -> [UInt8] { Array(try key.signature(for: bytes).rawRepresentation) }

    private static func certificate(
        _ name: DistinguishedName, _ key: Certificate.PublicKey, by issuer: DistinguishedName, _ issuerKey: P256.Signing.PrivateKey,
        _ extensions: Certificate.Extensions
    ) throws -> Certificate {
        try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: key, notValidBefore: now.addingTimeInterval(-43_200),
            notValidAfter: now.addingTimeInterval(43_200), issuer: issuer, subject: name, extensions: extensions,
            issuerPrivateKey: .init(issuerKey))
    }
}
