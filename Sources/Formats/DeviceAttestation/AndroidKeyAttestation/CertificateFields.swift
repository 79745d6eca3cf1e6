// SPDX-License-Identifier: EUPL-1.2

import Crypto
import SwiftASN1
import X509

/// The fields of a version 3 certificate's signed part (`TBSCertificate`), as far as they may have to be replaced before X509 can read them.
struct CertificateFields {
    private let fields: [ASN1Node]
    /// The algorithm of the issuer's signature.
    let algorithm: ASN1Node
    /// `SubjectPublicKeyInfo`.
    let key: ASN1Node

    /// The fields in their order; nil below version 3, for without extensions no certificate is of use here.
    init?(_ fields: [ASN1Node]) {
        guard fields.count >= 7, fields[0].identifier == ASN1Identifier(tagWithNumber: 0, tagClass: .contextSpecific) else { return nil }
        self.fields = fields
        algorithm = fields[2]
        key = fields[6]
    }

    /// Whether X509 can read the certificate as it is, as far as algorithms decide that.
    var isReadable: Bool { !hasForbiddenNull && hasKnownKey }

    /// Whether X509 knows the algorithm of the certified key.
    var hasKnownKey: Bool { Self.keyAlgorithm(in: key).map(Self.knownKeys.contains) ?? true }

    /// The certificate with a known algorithm and a known key in the place of those that X509 does not read.
    ///
    /// - Parameter signature: the issuer's signature, which is not the one over these bytes.
    func readable(signature: ASN1Node) throws -> ASN1Node {
        let algorithm = hasForbiddenNull ? Self.ecdsa[...] : algorithm.encodedBytes
        let key = hasKnownKey ? key.encodedBytes : Self.nobodysKey[...]
        var serializer = DER.Serializer()
        serializer.appendConstructedNode(identifier: .sequence) { outer in
            outer.appendConstructedNode(identifier: .sequence) { inner in
                for (index, field) in fields.enumerated() {
                    inner.serializeRawBytes(index == 2 ? algorithm : index == 6 ? key : field.encodedBytes)
                }
            }
            outer.serializeRawBytes(algorithm)
            outer.serializeRawBytes(signature.encodedBytes)
        }
        return try DER.parse(serializer.serializedBytes)
    }

    /// The algorithm of a key; nil when the field is not a `SubjectPublicKeyInfo`.
    static func keyAlgorithm(in key: ASN1Node) -> ASN1ObjectIdentifier? {
        guard key.identifier == .sequence, case .constructed(let parts) = key.content, let algorithm = Array(parts).first,
            algorithm.identifier == .sequence, case .constructed(let names) = algorithm.content, let name = Array(names).first
        else { return nil }
        return try? ASN1ObjectIdentifier(derEncoded: name)
    }

    // MARK: Known values

    private var hasForbiddenNull: Bool { algorithm.encodedBytes == Self.ecdsaWithNull[...] }

    /// `SEQUENCE { ecdsa-with-SHA256, NULL }`.
    private static let ecdsaWithNull: [UInt8] = [0x30, 0x0c, 0x06, 0x08, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02, 0x05, 0x00]
    /// `SEQUENCE { ecdsa-with-SHA256 }`.
    private static let ecdsa: [UInt8] = [0x30, 0x0a, 0x06, 0x08, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02]
    /// RSA, elliptic curves, Ed25519.
    private static let knownKeys: Set<ASN1ObjectIdentifier> = [[1, 2, 840, 113549, 1, 1, 1], [1, 2, 840, 10045, 2, 1], [1, 3, 101, 112]]
    /// A P-256 key whose private key was never kept, so that no signature is ever valid under it.
    private static let nobodysKey = Array(P256.Signing.PrivateKey().publicKey.derRepresentation)
}
