// SPDX-License-Identifier: EUPL-1.2

import Crypto
import SwiftASN1
package import X509

/// The 32 bytes by which Apple binds a proof to its data: SHA-256 over the authenticator data and, behind it, the hash of the client's data.
///
/// An attestation carries it in an extension of the credential's certificate. An assertion is an ECDSA signature *of the nonce as a message*:
/// the signature's own SHA-256 is taken over the nonce, so what is signed has been hashed twice.
package struct AppAttestNonce: Hashable, Sendable {
    /// The nonce, 32 bytes.
    package let bytes: [UInt8]

    /// The nonce for data.
    ///
    /// - Parameters:
    ///   - authenticatorData: exactly as on the wire.
    ///   - clientDataHash: what the app gave to the system, by Apple's rule SHA-256 of the challenge or of the message, 32 bytes. Other lengths
    ///     are taken as well, because Apple's published sample was made with a bare challenge.
    package init(authenticatorData: [UInt8], clientDataHash: [UInt8]) {
        bytes = Array(SHA256.hash(data: authenticatorData + clientDataHash))
    }

    /// The nonce that a credential's certificate carries in extension 1.2.840.113635.100.8.2, whose value is strictly in DER
    /// `SEQUENCE { [1] EXPLICIT OCTET STRING }` with 32 bytes.
    ///
    /// - Throws: `AttestationRejection` with `nonce` when there is no such extension or its value has another form.
    package init(in certificate: Certificate) throws(AttestationRejection) {
        guard let value = certificate.extensions[oid: Self.extensionID]?.value, let octets = try? Self.octets(in: value), octets.count == 32
        else { throw AttestationRejection(.nonce) }
        bytes = octets
    }

    /// The extension that carries the nonce, not critical, as in Apple's certificates.
    ///
    /// - Throws: what SwiftASN1 throws; for 32 bytes it does not.
    package func makeExtension() throws -> Certificate.Extension {
        var serializer = DER.Serializer()
        try serializer.appendConstructedNode(identifier: .sequence) { sequence in
            try sequence.serialize(
                ASN1OctetString(contentBytes: bytes[...]), explicitlyTaggedWithTagNumber: 1, tagClass: .contextSpecific)
        }
        return Certificate.Extension(oid: Self.extensionID, critical: false, value: serializer.serializedBytes[...])
    }

    private static let extensionID: ASN1ObjectIdentifier = [1, 2, 840, 113635, 100, 8, 2]

    private static func octets(in value: ArraySlice<UInt8>) throws -> [UInt8] {
        try DER.sequence(try DER.parse(value), identifier: .sequence) { nodes in
            try DER.explicitlyTagged(&nodes, tagNumber: 1, tagClass: .contextSpecific) { node in
                Array(try ASN1OctetString(derEncoded: node, withIdentifier: .octetString).bytes)
            }
        }
    }
}
