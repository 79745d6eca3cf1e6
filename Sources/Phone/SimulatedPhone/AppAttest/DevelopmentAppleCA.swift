// SPDX-License-Identifier: EUPL-1.2

import Crypto
import DeviceAttestation
package import Foundation
import SwiftASN1
package import X509

/// A certificate authority in Apple's place: a root and an intermediate of the same shape as Apple's for App Attest, both with P-384 keys. Only a
/// verifier that is configured with this root accepts what it certifies, so its place is the demo and tests.
///
/// The root's key is thrown away once it has signed the intermediate. The intermediate's key certifies every device key, so whoever stores the
/// authority stores a secret.
package struct DevelopmentAppleCA: Sendable {
    /// The root, self-signed, to be given to `AppAttestVerifier`.
    package let root: Certificate
    /// The intermediate, signed by the root; it stands behind each credential's certificate.
    package let intermediate: Certificate
    let intermediateKey: P384.Signing.PrivateKey

    /// How long both certificates are valid: 25 years, as Apple's root.
    private static let lifetime: TimeInterval = 25 * 365 * 86_400
    /// How long before `now` both are valid already: two days, so that a credential's certificate, which is dated back one day, lies within.
    private static let headStart: TimeInterval = 2 * 86_400

    /// A fresh authority. The keys come from the crypto library's own randomness.
    ///
    /// - Parameters:
    ///   - now: the certificates are valid from two days before to 25 years after it.
    ///   - generator: gives the serial numbers.
    /// - Throws: what X509 throws when a certificate cannot be made, such as for a year over 9999.
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

    /// An authority that was stored.
    ///
    /// - Parameter pemEncoded: what `pemEncoded()` gave.
    /// - Throws: `DevelopmentCAError` with `malformed` when the text has not exactly that form, with `mismatch` when its three parts do not
    ///   belong together.
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

    /// The authority for storing: the root, the intermediate and the intermediate's private key, three PEM documents in this order.
    ///
    /// - Warning: holds the private key in the clear. Who reads it can certify devices that do not exist, under this root only.
    /// - Throws: what SwiftASN1 throws; for an authority that could be made it does not.
    package func pemEncoded() throws -> String {
        [
            try root.serializeAsPEM().pemString,
            try intermediate.serializeAsPEM().pemString,
            intermediateKey.pemRepresentation,
        ].joined(separator: "\n") + "\n"
    }
}
