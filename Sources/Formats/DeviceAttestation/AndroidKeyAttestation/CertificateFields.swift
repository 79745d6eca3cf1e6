// SPDX-License-Identifier: EUPL-1.2

import Crypto
import SwiftASN1
import X509

/// The fields of a version 3 certificate's signed part (`TBSCertificate`) that may need replacing before X509 can parse it.
struct CertificateFields {
    private let fields: [ASN1Node]
    /// The extensions of a phone's own certificate; nil in other certificates, which must be strict DER.
    private let extensions: PhoneMadeExtensions?
    /// The algorithm of the issuer's signature.
    let algorithm: ASN1Node
    /// `SubjectPublicKeyInfo`.
    let key: ASN1Node

    /// Takes the fields in their order; nil below version 3, because every usable certificate here has extensions.
    ///
    /// - Parameter isMadeByPhone: true for the first certificate of a chain, which the phone made: `PhoneMadeExtensions` then rewrites its
    ///   extensions.
    init?(_ fields: [ASN1Node], isMadeByPhone: Bool) {
        guard fields.count >= 7, fields[0].identifier == ASN1Identifier(tagWithNumber: 0, tagClass: .contextSpecific) else { return nil }
        self.fields = fields
        algorithm = fields[2]
        key = fields[6]
        extensions = isMadeByPhone ? fields.last.flatMap { PhoneMadeExtensions($0) } : nil
    }

    /// True if X509 can parse all fields.
    var isReadable: Bool { deviations.isEmpty && hasKnownKey }

    /// The accepted deviations, each as often as it occurs; `ecdsa_null` once, though a certificate writes the algorithm twice.
    var deviations: [AttestationDeviation] { (hasForbiddenNull ? [.ecdsaNull] : []) + (extensions?.deviations ?? []) }

    /// True if X509 supports the algorithm of the certified key.
    var hasKnownKey: Bool { Self.keyAlgorithm(in: key).map(Self.knownKeys.contains) ?? true }

    /// The certificate without deviations, and with a supported key in place of a key that X509 cannot parse.
    ///
    /// - Parameter signature: the issuer's signature; it is not valid over these bytes.
    func readable(signature: ASN1Node) throws -> ASN1Node {
        let algorithm = hasForbiddenNull ? Self.ecdsa[...] : algorithm.encodedBytes
        let key = hasKnownKey ? key.encodedBytes : Self.nobodysKey[...]
        var replaced = [2: algorithm, 6: key]
        if let extensions { replaced[fields.count - 1] = extensions.bytes[...] }
        var serializer = DER.Serializer()
        serializer.appendConstructedNode(identifier: .sequence) { outer in
            outer.appendConstructedNode(identifier: .sequence) { inner in
                for (index, field) in fields.enumerated() {
                    inner.serializeRawBytes(replaced[index] ?? field.encodedBytes)
                }
            }
            outer.serializeRawBytes(algorithm)
            outer.serializeRawBytes(signature.encodedBytes)
        }
        return try DER.parse(serializer.serializedBytes)
    }

    /// The algorithm of a key; nil if the field is not a `SubjectPublicKeyInfo`.
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
    /// A P-256 public key whose private key was discarded, so that no signature can be valid.
    private static let nobodysKey = Array(P256.Signing.PrivateKey().publicKey.derRepresentation)
}
