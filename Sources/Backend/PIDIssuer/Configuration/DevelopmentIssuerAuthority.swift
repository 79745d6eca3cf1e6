// SPDX-License-Identifier: EUPL-1.2

package import Crypto
package import Foundation
import SwiftASN1
package import X509

/// An issuer's root for development and the demo. It certifies document signers whose keys are elsewhere.
///
/// Its certificates are valid for ten years, so that a phone with an advanced clock also accepts them. Annex B of ISO/IEC 18013-5 allows
/// 457 days for a document signer.
package struct DevelopmentIssuerAuthority: Sendable {
    package let root: Certificate
    private let key: P256.Signing.PrivateKey

    private static let year: TimeInterval = 365 * 86_400
    /// The time before now at which the certificates begin. A credential begins with its day, which is up to 25 hours ago on the day on
    /// which the clock is set back.
    private static let headStart: TimeInterval = 2 * 86_400

    /// Creates a new authority.
    ///
    /// - Parameters:
    ///   - name: the name of the root.
    ///   - now: the current time.
    /// - Throws: errors of the certificate library.
    package init(name: String, now: Date) throws {
        key = P256.Signing.PrivateKey()
        let subject = try Self.name(name)
        root = try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: .init(key.publicKey), notValidBefore: now - Self.headStart,
            notValidAfter: now + 20 * Self.year, issuer: subject, subject: subject, signatureAlgorithm: .ecdsaWithSHA256,
            extensions: Certificate.Extensions {
                Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
                Critical(KeyUsage(keyCertSign: true, cRLSign: true))
            }, issuerPrivateKey: .init(key))
    }

    /// Loads a stored authority: its key and its certificate.
    ///
    /// - Throws: `IssuerConfigurationError` or errors of the libraries for an invalid file.
    package init(pemEncoded text: String) throws {
        let documents = try PEMDocument.parseMultiple(pemString: text)
        guard documents.count == 2 else { throw IssuerConfigurationError("an authority's file holds a key and a certificate") }
        key = try P256.Signing.PrivateKey(pemRepresentation: documents[0].pemString)
        root = try Certificate(pemDocument: documents[1])
    }

    /// Returns key and certificate for storage. Contains a secret.
    ///
    /// - Throws: errors of the certificate library.
    package func pemEncoded() throws -> String { key.pemRepresentation + "\n" + (try root.serializeAsPEM().pemString) + "\n" }

    /// The purpose of a certificate.
    package enum Use: Sendable {
        /// Signs JWTs: credentials, status lists, wallet attestations.
        case tokens
        /// Signs mdocs: extended key usage of ISO/IEC 18013-5 annex B.1.4.
        case mdocs
    }

    /// Issues a certificate for a public key, in DER.
    ///
    /// - Throws: errors of the certificate library.
    package func certify(_ publicKey: P256.Signing.PublicKey, as name: String, for use: Use, now: Date) throws -> [UInt8] {
        let certificate = try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: .init(publicKey), notValidBefore: now - Self.headStart + 1,
            notValidAfter: now + 10 * Self.year, issuer: root.subject, subject: Self.name(name), signatureAlgorithm: .ecdsaWithSHA256,
            extensions: Certificate.Extensions {
                Critical(BasicConstraints.notCertificateAuthority)
                Critical(KeyUsage(digitalSignature: true))
                if case .mdocs = use { Critical(try ExtendedKeyUsage([.init(oid: [1, 0, 18013, 5, 1, 2])])) }
            }, issuerPrivateKey: .init(key))
        return try Self.der(certificate)
    }

    /// Returns the root certificate in DER.
    ///
    /// - Throws: errors of the certificate library.
    package func rootCertificate() throws -> [UInt8] { try Self.der(root) }

    private static func der(_ certificate: Certificate) throws -> [UInt8] {
        var serializer = DER.Serializer()
        try serializer.serialize(certificate)
        return serializer.serializedBytes
    }

    private static func name(_ name: String) throws -> DistinguishedName {
        try DistinguishedName {
            CountryName("NL")
            OrganizationName("Wallet development")
            CommonName(name)
        }
    }
}
