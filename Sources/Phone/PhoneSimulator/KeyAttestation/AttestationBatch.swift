// SPDX-License-Identifier: EUPL-1.2

import Crypto
import DeviceAttestation
import Foundation
import SwiftASN1
package import X509

/// The attestation key that a batch of phones received in the factory, with its certificates. A real batch has at least 100,000 devices.
package struct AttestationBatch: Sendable {
    /// The certificate of the attestation key; it issues each device key's certificate.
    package let certificate: Certificate
    /// The issuer of `certificate`, signed by the root.
    package let intermediate: Certificate
    let key: P256.Signing.PrivateKey

    /// The X.520 attribute types of the subjects.
    private static let serialNumber: ASN1ObjectIdentifier = [2, 5, 4, 5]
    private static let title: ASN1ObjectIdentifier = [2, 5, 4, 12]

    init(certificate: Certificate, intermediate: Certificate, key: P256.Signing.PrivateKey) {
        self.certificate = certificate
        self.intermediate = intermediate
        self.key = key
    }

    /// Creates a new batch.
    ///
    /// - Parameters:
    ///   - title: `TEE` or `StrongBox`.
    ///   - rootName: the root's subject.
    ///   - rootKey: signs the intermediate.
    ///   - validity: the validity of both certificates.
    ///   - generator: supplies the serial numbers, and the names, which are serial numbers too.
    init(
        title: String, rootName: DistinguishedName, rootKey: P384.Signing.PrivateKey, validity: (from: Date, to: Date),
        using generator: inout some RandomNumberGenerator
    ) throws {
        let intermediateKey = P384.Signing.PrivateKey()
        key = P256.Signing.PrivateKey()
        let intermediateName = try Self.name(title: title, using: &generator)
        intermediate = try Self.authority(
            intermediateName, key: Certificate.PublicKey(intermediateKey.publicKey), issuer: rootName,
            issuerKey: Certificate.PrivateKey(rootKey), validity: validity, using: &generator)
        certificate = try Self.authority(
            Self.name(title: title, using: &generator), key: Certificate.PublicKey(key.publicKey), issuer: intermediateName,
            issuerKey: Certificate.PrivateKey(intermediateKey), validity: validity, using: &generator)
    }

    /// Makes a name in Google's form: 16 hexadecimal digits and, below the root, a title. It adds the mark of development.
    static func name(title: String?, using generator: inout some RandomNumberGenerator) throws -> DistinguishedName {
        let digits = String(UInt64.random(in: .min ... .max, using: &generator), radix: 16)
        let number = String(repeating: "0", count: 16 - digits.count) + digits
        var attributes = [RelativeDistinguishedName.Attribute(type: serialNumber, utf8String: number)]
        if let title { attributes.append(RelativeDistinguishedName.Attribute(type: self.title, utf8String: title)) }
        attributes.append(
            RelativeDistinguishedName.Attribute(
                type: .RDNAttributeType.organizationName, utf8String: DevelopmentMark.organization))
        return DistinguishedName(attributes.map { RelativeDistinguishedName($0) })
    }

    /// Makes an authority's certificate with the extensions that Google's have.
    static func authority(
        _ subject: DistinguishedName, key: Certificate.PublicKey, issuer: DistinguishedName, issuerKey: Certificate.PrivateKey,
        validity: (from: Date, to: Date), using generator: inout some RandomNumberGenerator
    ) throws -> Certificate {
        try Certificate(
            version: .v3,
            serialNumber: .random(using: &generator),
            publicKey: key,
            notValidBefore: validity.from,
            notValidAfter: validity.to,
            issuer: issuer,
            subject: subject,
            extensions: Certificate.Extensions {
                Critical(BasicConstraints.isCertificateAuthority(maxPathLength: nil))
                AuthorityKeyIdentifier(keyIdentifier: SubjectKeyIdentifier(hash: issuerKey.publicKey).keyIdentifier)
                SubjectKeyIdentifier(hash: key)
                Critical(KeyUsage(keyCertSign: true))
            },
            issuerPrivateKey: issuerKey)
    }

    /// Returns true if the certificates and the key belong together under a root.
    func belongs(under root: Certificate) -> Bool {
        root.subject == intermediate.issuer && root.publicKey.isValidSignature(intermediate.signature, for: intermediate)
            && intermediate.subject == certificate.issuer
            && intermediate.publicKey.isValidSignature(certificate.signature, for: certificate)
            && certificate.publicKey == Certificate.PublicKey(key.publicKey)
    }
}
