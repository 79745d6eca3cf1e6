// SPDX-License-Identifier: EUPL-1.2

import Crypto
package import DeviceAttestation
package import Foundation
import SwiftASN1
package import X509

/// A development certificate authority in Google's place: a root and one batch of phones each for the TEE and the StrongBox. Chains have
/// the shape of factory chains: root, intermediate (P-384), attestation key (P-256), device key. Only a verifier that trusts this root
/// accepts its certificates. For the demo and tests.
///
/// The keys of the root and the intermediates are discarded after they have signed. The attestation keys certify every device key, so a
/// stored authority is a secret.
package struct DevelopmentGoogleCA: Sendable {
    /// The self-signed root, for `AndroidKeyAttestationVerifier`.
    package let root: Certificate
    /// Attests keys in the trusted execution environment.
    package let trustedEnvironment: AttestationBatch
    /// Attests keys in the secure element.
    package let strongBox: AttestationBatch

    /// Validity of the root, in seconds: 20 years, as Google's.
    private static let rootLifetime: TimeInterval = 20 * 365 * 86_400
    /// Validity of the other certificates, in seconds: ten years, as Google's factory certificates.
    private static let lifetime: TimeInterval = 10 * 365 * 86_400
    /// Start of the validity before `now`, in seconds: two days, to allow for clock differences.
    private static let headStart: TimeInterval = 2 * 86_400

    /// Creates a new authority. The keys use the crypto library's own randomness.
    ///
    /// - Parameters:
    ///   - now: the certificates are valid from two days before this time to ten years after it; the root is valid to 20 years after it.
    ///   - generator: supplies the serial numbers and the names.
    /// - Throws: the error of X509 when a certificate cannot be made, such as for a year over 9999.
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

    /// Reads a stored authority.
    ///
    /// - Parameter pemEncoded: the output of `pemEncoded()`.
    /// - Throws: `DevelopmentCAError` with `malformed` when the text does not have exactly that form, with `mismatch` when its parts do not
    ///   belong together.
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

    /// Encodes the authority for storage as seven PEM documents: the root and then, for the TEE and the StrongBox, the intermediate, the
    /// attestation key's certificate and the attestation key.
    ///
    /// - Warning: contains private keys in the clear. A reader can certify devices that do not exist, under this root only.
    /// - Throws: the error of SwiftASN1; never for a valid authority.
    package func pemEncoded() throws -> String {
        var documents = [try root.serializeAsPEM().pemString]
        for batch in [trustedEnvironment, strongBox] {
            documents.append(try batch.intermediate.serializeAsPEM().pemString)
            documents.append(try batch.certificate.serializeAsPEM().pemString)
            documents.append(batch.key.pemRepresentation)
        }
        return documents.joined(separator: "\n") + "\n"
    }

    /// The authority's list of revoked certificates in Google's format; it is empty.
    package static let revocations = #"{"entries":{}}"#

    /// Returns the authority's list of revoked certificates at a time; it is empty.
    ///
    /// - Throws: `AttestationRejection`; never for this list.
    package static func revocationList(at now: Date) throws(AttestationRejection) -> AndroidRevocationList {
        try AndroidRevocationList(json: Array(revocations.utf8), fetchedAt: now)
    }

    private static func batch(_ documents: ArraySlice<PEMDocument>) -> AttestationBatch? {
        let documents = Array(documents)
        guard let intermediate = try? Certificate(pemDocument: documents[0]), let certificate = try? Certificate(pemDocument: documents[1]),
            let key = try? P256.Signing.PrivateKey(pemRepresentation: documents[2].pemString)
        else { return nil }
        return AttestationBatch(certificate: certificate, intermediate: intermediate, key: key)
    }
}
