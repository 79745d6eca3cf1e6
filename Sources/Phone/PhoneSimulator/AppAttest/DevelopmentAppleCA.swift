// SPDX-License-Identifier: EUPL-1.2

import Crypto
import DeviceAttestation
package import Foundation
import SwiftASN1
package import X509

/// A development certificate authority in Apple's place. Its root and intermediate have the shape of Apple's for App Attest, both with
/// P-384 keys. Only a verifier that trusts this root accepts its certificates. For the demo and tests.
///
/// The root's key is discarded after it has signed the intermediate. The intermediate's key certifies every device key, so a stored
/// authority is a secret.
package struct DevelopmentAppleCA: Sendable {
    /// The self-signed root, for `AppAttestVerifier`.
    package let root: Certificate
    /// The intermediate, signed by the root; it issues each credential certificate.
    package let intermediate: Certificate
    let intermediateKey: P384.Signing.PrivateKey

    /// Validity of both certificates, in seconds: 25 years, as Apple's root.
    private static let lifetime: TimeInterval = 25 * 365 * 86_400
    /// The time from the start of the validity to `now`, in seconds: two days, so that the validity covers the backdated credential
    /// certificates.
    private static let headStart: TimeInterval = 2 * 86_400

    /// Creates a new authority. The keys use the crypto library's own randomness.
    ///
    /// - Parameters:
    ///   - now: the certificates are valid from two days before to 25 years after this time.
    ///   - generator: supplies the serial numbers.
    /// - Throws: the error of X509 when a certificate cannot be made, such as for a year over 9999.
    package init(now: Date, using generator: inout some RandomNumberGenerator) throws {
        let rootKey = P384.Signing.PrivateKey()
        let intermediateKey = P384.Signing.PrivateKey()
        let rootName = try DistinguishedName {
            CommonName("Development App Attestation Root CA")
            OrganizationName(DevelopmentMark.organization)
        }
        let intermediateName = try DistinguishedName {
            CommonName("Development App Attestation CA 1")
            OrganizationName(DevelopmentMark.organization)
        }
        let rootIdentifier = SubjectKeyIdentifier(hash: Certificate.PublicKey(rootKey.publicKey))
        root = try Certificate(
            version: .v3,
            serialNumber: .random(using: &generator),
            publicKey: Certificate.PublicKey(rootKey.publicKey),
            notValidBefore: now.addingTimeInterval(-Self.headStart),
            notValidAfter: now.addingTimeInterval(Self.lifetime),
            issuer: rootName,
            subject: rootName,
            extensions: Certificate.Extensions {
                Critical(BasicConstraints.isCertificateAuthority(maxPathLength: nil))
                rootIdentifier
                Critical(KeyUsage(keyCertSign: true, cRLSign: true))
            },
            issuerPrivateKey: Certificate.PrivateKey(rootKey))
        intermediate = try Certificate(
            version: .v3,
            serialNumber: .random(using: &generator),
            publicKey: Certificate.PublicKey(intermediateKey.publicKey),
            notValidBefore: now.addingTimeInterval(-Self.headStart),
            notValidAfter: now.addingTimeInterval(Self.lifetime),
            issuer: rootName,
            subject: intermediateName,
            extensions: Certificate.Extensions {
                Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
                AuthorityKeyIdentifier(keyIdentifier: rootIdentifier.keyIdentifier)
                SubjectKeyIdentifier(hash: Certificate.PublicKey(intermediateKey.publicKey))
                Critical(KeyUsage(keyCertSign: true, cRLSign: true))
            },
            issuerPrivateKey: Certificate.PrivateKey(rootKey))
        self.intermediateKey = intermediateKey
    }

    /// Reads a stored authority.
    ///
    /// - Parameter pemEncoded: the output of `pemEncoded()`.
    /// - Throws: `DevelopmentCAError` with `malformed` when the text does not have exactly that form, with `mismatch` when its three parts
    ///   do not belong together.
    package init(pemEncoded: String) throws(DevelopmentCAError) {
        guard let documents = try? PEMDocument.parseMultiple(pemString: pemEncoded), documents.count == 3,
            let root = try? Certificate(pemDocument: documents[0]),
            let intermediate = try? Certificate(pemDocument: documents[1]),
            let key = try? P384.Signing.PrivateKey(pemRepresentation: documents[2].pemString)
        else { throw DevelopmentCAError(.malformed, of: .iPhone) }
        guard root.publicKey.isValidSignature(root.signature, for: root), root.subject == intermediate.issuer,
            root.publicKey.isValidSignature(intermediate.signature, for: intermediate),
            intermediate.publicKey == Certificate.PublicKey(key.publicKey)
        else { throw DevelopmentCAError(.mismatch, of: .iPhone) }
        self.root = root
        self.intermediate = intermediate
        intermediateKey = key
    }

    /// Encodes the authority for storage: the root, the intermediate and the intermediate's private key, three PEM documents in this order.
    ///
    /// - Warning: contains the private key in the clear. A reader can certify devices that do not exist, under this root only.
    /// - Throws: the error of SwiftASN1; never for a valid authority.
    package func pemEncoded() throws -> String {
        [
            try root.serializeAsPEM().pemString,
            try intermediate.serializeAsPEM().pemString,
            intermediateKey.pemRepresentation,
        ].joined(separator: "\n") + "\n"
    }
}
