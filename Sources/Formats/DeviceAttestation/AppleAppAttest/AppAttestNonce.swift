// SPDX-License-Identifier: EUPL-1.2

import Crypto
import SwiftASN1
public import X509

/// The 32-byte nonce with which Apple binds a proof to its data: SHA-256 of the authenticator data followed by the client data hash.
///
/// An attestation contains it in an extension of the credential certificate. An assertion is an ECDSA signature with the nonce as its
/// message; the signature algorithm hashes the nonce again.
public struct AppAttestNonce: Hashable, Sendable {
    /// The nonce, 32 bytes.
    public let bytes: [UInt8]

    /// Computes the nonce.
    ///
    /// - Parameters:
    ///   - authenticatorData: exactly as received.
    ///   - clientDataHash: SHA-256 of the challenge or message, 32 bytes. Other lengths are accepted, because Apple's published sample uses
    ///     a bare challenge.
    public init(authenticatorData: [UInt8], clientDataHash: [UInt8]) {
        bytes = Array(SHA256.hash(data: authenticatorData + clientDataHash))
    }

    /// Reads the nonce from extension 1.2.840.113635.100.8.2 of a credential certificate: in strict DER
    /// `SEQUENCE { [1] EXPLICIT OCTET STRING }` with 32 bytes.
    ///
    /// - Throws: `AttestationRejection` with `nonce` if the extension is missing or malformed.
    public init(in certificate: Certificate) throws(AttestationRejection) {
        guard let value = certificate.extensions[oid: Self.extensionID]?.value, let octets = try? Self.octets(in: value), octets.count == 32
        else { throw AttestationRejection(.nonce) }
        bytes = octets
    }

    /// Makes the extension with the nonce; not critical, as in Apple's certificates.
    ///
    /// - Throws: `AttestationRejection` with `nonce` if the bytes have no encoding; never for 32 bytes.
    public func makeExtension() throws(AttestationRejection) -> Certificate.Extension {
        var serializer = DER.Serializer()
        do {
            try serializer.appendConstructedNode(identifier: .sequence) { sequence in
                try sequence.serialize(
                    ASN1OctetString(contentBytes: bytes[...]), explicitlyTaggedWithTagNumber: 1, tagClass: .contextSpecific)
            }
        } catch {
            throw AttestationRejection(.nonce)
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
