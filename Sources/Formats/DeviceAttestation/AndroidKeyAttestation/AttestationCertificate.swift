// SPDX-License-Identifier: EUPL-1.2

import Crypto
import SwiftASN1
import X509

/// A certificate of an attestation chain, with its signed bytes.
///
/// X509 cannot parse three kinds of certificates; for these, a field is replaced before parsing, while the signature is verified over the
/// received bytes. First, secure elements of some phones add an empty parameter (NULL) to ECDSA's algorithm, which RFC 5758, section 3.2,
/// forbids. Second, a phone may attest a key whose algorithm X509 does not support, such as ML-DSA. Third, some phones write the BOOLEANs
/// of their own certificate in BER, see `PhoneMadeExtensions`.
struct AttestationCertificate {
    /// The parsed certificate. Its `publicKey` is a placeholder if the algorithm is unknown: use ``publicKey``.
    let certificate: Certificate
    /// The certified key; nil if its algorithm is unknown.
    let publicKey: Certificate.PublicKey?
    /// The certified key in DER, `SubjectPublicKeyInfo`, for every algorithm.
    let publicKeyInfo: [UInt8]
    /// The certificate as received.
    let der: [UInt8]
    /// The accepted deviations, each as often as it occurs; `ecdsa_null` once, though a certificate writes the algorithm twice.
    let deviations: [AttestationDeviation]
    private let signedBytes: ArraySlice<UInt8>
    private let signature: ArraySlice<UInt8>

    /// Parses a certificate; nil if it is not a DER certificate.
    ///
    /// - Parameters:
    ///   - der: the certificate as received.
    ///   - isMadeByPhone: true for the first certificate of a chain, that of the attested key: the phone itself makes it, and its owner
    ///     cannot have it corrected. The BOOLEANs of its extensions may then deviate from DER as `PhoneMadeExtensions` says. In any other
    ///     certificate the same deviations are refused.
    init?(der: [UInt8], isMadeByPhone: Bool = false) {
        guard der.count <= AndroidKeyAttestationVerifier.maximumCertificateSize, let root = try? DER.parse(der), root.isEncoded(as: der),
            root.identifier == .sequence,
            case .constructed(let collection) = root.content
        else { return nil }
        let parts = Array(collection)
        // The algorithm occurs inside and outside the signed part and must be the same (RFC 5280, section 4.1.1.2).
        guard parts.count == 3, case .constructed(let fields) = parts[0].content, parts[0].identifier == .sequence,
            let content = CertificateFields(Array(fields), isMadeByPhone: isMadeByPhone),
            content.algorithm.encodedBytes == parts[1].encodedBytes,
            let signature = try? ASN1BitString(derEncoded: parts[2]), signature.paddingBits == 0
        else { return nil }
        if let certificate = try? Certificate(derEncoded: content.isReadable ? root : content.readable(signature: parts[2])) {
            self.certificate = certificate
        } else {
            return nil
        }
        publicKey = content.hasKnownKey ? certificate.publicKey : nil
        publicKeyInfo = Array(content.key.encodedBytes)
        self.der = der
        deviations = content.deviations
        self.signature = signature.bytes
        signedBytes = parts[0].encodedBytes
    }

    // MARK: Signatures and keys

    /// True if this key made the certificate's signature with an accepted algorithm: RSA (PKCS #1 v1.5) or ECDSA, with SHA-256, SHA-384 or
    /// SHA-512.
    func isSigned(by key: Certificate.PublicKey) -> Bool {
        Self.signatureAlgorithms.contains(certificate.signatureAlgorithm)
            && key.isValidSignature(signature, for: signedBytes, signatureAlgorithm: certificate.signatureAlgorithm)
    }

    /// True if a key of this kind may sign certificates: RSA with 2,048 to 4,096 bits, P-256 or P-384.
    static func isAccepted(_ key: Certificate.PublicKey) -> Bool {
        if P256.Signing.PublicKey(key) != nil || P384.Signing.PublicKey(key) != nil { return true }
        guard let size = rsaKeySize(key) else { return false }
        return (2048...4096).contains(size)
    }

    /// The size of an RSA key in bits; nil for other keys.
    static func rsaKeySize(_ key: Certificate.PublicKey) -> Int? {
        // For RSA these bytes are PKCS #1's SEQUENCE of modulus and exponent; for other keys they do not parse.
        try? DER.sequence(DER.parse(key.subjectPublicKeyInfoBytes), identifier: .sequence) { numbers in
            let modulus = try ArraySlice<UInt8>(derEncoded: &numbers).drop { $0 == 0 }
            _ = try ArraySlice<UInt8>(derEncoded: &numbers)
            return modulus.count * 8 - (modulus.first?.leadingZeroBitCount ?? 0)
        }
    }

    private static let signatureAlgorithms: Set<Certificate.SignatureAlgorithm> = [
        .sha256WithRSAEncryption, .sha384WithRSAEncryption, .sha512WithRSAEncryption, .ecdsaWithSHA256, .ecdsaWithSHA384, .ecdsaWithSHA512,
    ]
}
