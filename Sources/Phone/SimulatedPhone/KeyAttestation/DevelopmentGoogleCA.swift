// SPDX-License-Identifier: EUPL-1.2

import Crypto
package import DeviceAttestation
package import Foundation
import SwiftASN1
package import X509

/// A certificate authority in Google's place: a root and, for the TEE and for the StrongBox, a batch of phones whose chains have the shape of those
/// that come from the factory: root, intermediate (P-384), attestation key (P-256), device key. Only a verifier that is configured with this
/// root accepts what it certifies, so its place is the demo and tests.
///
/// The root's and the intermediates' keys are thrown away once they have signed. The attestation keys certify every device key, so whoever stores
/// the authority stores a secret.
package struct DevelopmentGoogleCA: Sendable {
    /// The root, self-signed, to be given to `AndroidKeyAttestationVerifier`.
    package let root: Certificate
    /// What attests keys in the trusted execution environment.
    package let trustedEnvironment: AttestationBatch
    /// What attests keys in the secure element.
    package let strongBox: AttestationBatch

    /// How long the root is valid: 20 years, as Google's.
    private static let rootLifetime: TimeInterval = 20 * 365 * 86_400
    /// How long everything else is valid: ten years, as what Google gave to factories.
    private static let lifetime: TimeInterval = 10 * 365 * 86_400
    /// How long before `now` all are valid already: two days, for clocks that differ.
    private static let headStart: TimeInterval = 2 * 86_400

    /// A fresh authority. The keys come from the crypto library's own randomness.
    ///
    /// - Parameters:
    ///   - now: the certificates are valid from two days before to ten years after it, the root to 20 years.
    ///   - generator: gives the serial numbers and the names.
    /// - Throws: what X509 throws when a certificate cannot be made, such as for a year over 9999.
    package init(now: Date, using generator: inout some RandomNumberGenerator) throws {
        let rootKey = P384.Signing.PrivateKey()
        let rootName = try AttestationBatch.name(title: nil, using: &generator)
        let start = now.addingTimeInterval(-Self.headStart)
        root = try AttestationBatch.authority(
            rootName, key: Certificate.PublicKey(rootKey.publicKey), issuer: rootName, issuerKey: Certificate.PrivateKey(rootKey),
            validity: (start, now.addingTimeInterval(Self.rootLifetime)), using: &generator)
        let validity = (start, now.addingTimeInterval(Self.lifetime))
        trustedEnvironment = try AttestationBatch(
            title: "TEE", rootName: rootName, rootKey: rootKey, validity: validity, using: &generator)
        strongBox = try AttestationBatch(
            title: "StrongBox", rootName: rootName, rootKey: rootKey, validity: validity, using: &generator)
    }

    /// An authority that was stored.
    ///
    /// - Parameter pemEncoded: what `pemEncoded()` gave.
    /// - Throws: `DevelopmentCAError` with `malformed` when the text has not exactly that form, with `mismatch` when its parts do not belong
    ///   together.
    package init(pemEncoded: String) throws(DevelopmentCAError) {
        guard let documents = try? PEMDocument.parseMultiple(pemString: pemEncoded), documents.count == 7,
            let root = try? Certificate(pemDocument: documents[0]),
            let trustedEnvironment = Self.batch(documents[1...3]), let strongBox = Self.batch(documents[4...6])
        else { throw DevelopmentCAError(.malformed, of: .android) }
        guard root.issuer == root.subject, root.publicKey.isValidSignature(root.signature, for: root),
            trustedEnvironment.belongs(under: root), strongBox.belongs(under: root),
            trustedEnvironment.certificate != strongBox.certificate
        else { throw DevelopmentCAError(.mismatch, of: .android) }
        self.root = root
        self.trustedEnvironment = trustedEnvironment
        self.strongBox = strongBox
    }

    /// The authority for storing: seven PEM documents, the root and then, for the TEE and for the StrongBox, the intermediate, the attestation
    /// key's certificate and the attestation key.
    ///
    /// - Warning: holds private keys in the clear. Who reads them can certify devices that do not exist, under this root only.
    /// - Throws: what SwiftASN1 throws; for an authority that could be made it does not.
    package func pemEncoded() throws -> String {
        var documents = [try root.serializeAsPEM().pemString]
        for batch in [trustedEnvironment, strongBox] {
            documents.append(try batch.intermediate.serializeAsPEM().pemString)
            documents.append(try batch.certificate.serializeAsPEM().pemString)
            documents.append(batch.key.pemRepresentation)
        }
        return documents.joined(separator: "\n") + "\n"
    }

    /// The authority's list of revoked certificates at a time: it has revoked none.
    ///
    /// - Throws: `AttestationRejection`; for this list it does not.
    package static func revocationList(at now: Date) throws(AttestationRejection) -> AndroidRevocationList {
        try AndroidRevocationList(json: Array(#"{"entries":{}}"#.utf8), fetchedAt: now)
    }

    private static func batch(_ documents: ArraySlice<PEMDocument>) -> AttestationBatch? {
        let documents = Array(documents)
        guard let intermediate = try? Certificate(pemDocument: documents[0]), let certificate = try? Certificate(pemDocument: documents[1]),
            let key = try? P256.Signing.PrivateKey(pemRepresentation: documents[2].pemString)
        else { return nil }
        return AttestationBatch(certificate: certificate, intermediate: intermediate, key: key)
    }
}
