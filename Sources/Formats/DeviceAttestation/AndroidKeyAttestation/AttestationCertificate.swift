// SPDX-License-Identifier: EUPL-1.2

import Crypto
import SwiftASN1
import X509

/// A certificate of an attestation chain, with the bytes that were signed.
///
/// The secure elements of some phones name ECDSA's algorithm with an empty parameter (NULL) that RFC 5758, section 3.2, forbids. This one
/// departure is accepted: `certificate` is then read without it, while the signature is judged over the bytes as they came.
struct AttestationCertificate {
    /// What the certificate says.
    let certificate: Certificate
    /// The certificate as it came.
    let der: [UInt8]
    private let signedBytes: ArraySlice<UInt8>
    private let signature: ArraySlice<UInt8>

    /// The largest certificate that is read, in bytes.
    static let maximumSize = 1 << 14

    /// Reads a certificate; nil when it is none in DER.
    init?(der: [UInt8]) {
        guard der.count <= Self.maximumSize, let root = try? DER.parse(der), root.isEncoded(as: der), root.identifier == .sequence,
            case .constructed(let collection) = root.content
        else { return nil }
        let parts = Array(collection)
        // The algorithm stands inside and outside of what is signed, and must be the same (RFC 5280, section 4.1.1.2).
        guard parts.count == 3, Self.algorithm(in: parts[0]) == parts[1].encodedBytes,
            let signature = try? ASN1BitString(derEncoded: parts[2]), signature.paddingBits == 0,
            let certificate = (try? Certificate(derEncoded: root)) ?? Self.conforming(parts)
        else { return nil }
        self.certificate = certificate
        self.der = der
        self.signature = signature.bytes
        signedBytes = parts[0].encodedBytes
    }

    // MARK: Signatures and keys

    /// Whether the certificate's signature is by this key, with one of the algorithms that are accepted: RSA (PKCS #1 v1.5) with SHA-256, SHA-384
    /// or SHA-512, ECDSA with SHA-256, SHA-384 or SHA-512.
    func isSigned(by key: Certificate.PublicKey) -> Bool {
        Self.signatureAlgorithms.contains(certificate.signatureAlgorithm)
            && key.isValidSignature(signature, for: signedBytes, signatureAlgorithm: certificate.signatureAlgorithm)
    }

    /// Whether a key is of a kind that may sign certificates: RSA with 2,048 to 4,096 bits, P-256 or P-384.
    static func isAccepted(_ key: Certificate.PublicKey) -> Bool {
        if P256.Signing.PublicKey(key) != nil || P384.Signing.PublicKey(key) != nil { return true }
        guard let size = rsaKeySize(key) else { return false }
        return (2048...4096).contains(size)
    }

    /// The number of bits of an RSA key; nil for other keys.
    static func rsaKeySize(_ key: Certificate.PublicKey) -> Int? {
        // For RSA these bytes are PKCS #1's SEQUENCE of modulus and exponent, for other keys they are none.
        try? DER.sequence(DER.parse(key.subjectPublicKeyInfoBytes), identifier: .sequence) { numbers in
            let modulus = try ArraySlice<UInt8>(derEncoded: &numbers).drop { $0 == 0 }
            _ = try ArraySlice<UInt8>(derEncoded: &numbers)
            return modulus.count * 8 - (modulus.first?.leadingZeroBitCount ?? 0)
        }
    }

    private static let signatureAlgorithms: Set<Certificate.SignatureAlgorithm> = [
        .sha256WithRSAEncryption, .sha384WithRSAEncryption, .sha512WithRSAEncryption, .ecdsaWithSHA256, .ecdsaWithSHA384, .ecdsaWithSHA512,
    ]

    // MARK: The one departure

    /// `SEQUENCE { ecdsa-with-SHA256, NULL }`.
    private static let ecdsaWithNull: [UInt8] = [0x30, 0x0c, 0x06, 0x08, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02, 0x05, 0x00]
    /// `SEQUENCE { ecdsa-with-SHA256 }`.
    private static let ecdsa: [UInt8] = [0x30, 0x0a, 0x06, 0x08, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02]

    /// The algorithm within what is signed: the third field, behind version and serial number. Without a version it is the second, but then
    /// there are no extensions, and without extensions no certificate is of use here.
    private static func algorithm(in signed: ASN1Node) -> ArraySlice<UInt8>? {
        guard signed.identifier == .sequence, case .constructed(let fields) = signed.content else { return nil }
        return Array(fields.prefix(3)).last?.encodedBytes
    }

    /// The certificate without the forbidden NULL.
    private static func conforming(_ parts: [ASN1Node]) -> Certificate? {
        guard parts[1].encodedBytes == ecdsaWithNull[...], case .constructed(let fields) = parts[0].content else { return nil }
        var serializer = DER.Serializer()
        serializer.appendConstructedNode(identifier: .sequence) { outer in
            outer.appendConstructedNode(identifier: .sequence) { inner in
                for (index, field) in fields.enumerated() {
                    inner.serializeRawBytes(index == 2 ? ecdsa[...] : field.encodedBytes)
                }
            }
            outer.serializeRawBytes(ecdsa)
            outer.serializeRawBytes(parts[2].encodedBytes)
        }
        return try? Certificate(derEncoded: serializer.serializedBytes)
    }
}
