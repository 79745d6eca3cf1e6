// SPDX-License-Identifier: EUPL-1.2

import Foundation

/// A lenient reader of concatenated PEM certificates. It accepts lines of any length and ignores text between certificates, as RFC 7468,
/// section 2, allows. SwiftASN1's reader requires 64 characters a line, which Google's own files violate.
public enum CertificatesPEM {
    /// Maximum size of a text, or of a JSON array of texts, in bytes. Google's roots are 10 kB.
    public static let maximumSize = 1 << 20

    private static let begin = "-----BEGIN CERTIFICATE-----"
    private static let end = "-----END CERTIFICATE-----"

    /// Decodes the certificates to DER, in their order, without parsing them.
    ///
    /// - Throws: `AttestationRejection` with `certificate_chain` if there is no certificate, or a certificate has no end, no content, or
    ///   content that is not Base64, or the text has more than ``maximumSize`` bytes.
    public static func decode(_ text: String) throws(AttestationRejection) -> [[UInt8]] {
        guard text.utf8.count <= maximumSize else { throw AttestationRejection(.certificateChain) }
        var certificates: [[UInt8]] = []
        var content: String?
        for line in text.split(whereSeparator: \.isNewline).map({ $0.trimmingCharacters(in: .whitespaces) }) {
            switch (line, content) {
            case (begin, nil):
                content = ""
            case (end, let base64?):
                guard let data = Data(base64Encoded: base64), !data.isEmpty else { throw AttestationRejection(.certificateChain) }
                certificates.append(Array(data))
                content = nil
            case (begin, _), (end, nil):
                throw AttestationRejection(.certificateChain)
            default:
                content? += line
            }
        }
        guard content == nil, !certificates.isEmpty else { throw AttestationRejection(.certificateChain) }
        return certificates
    }

    /// Decodes a JSON array of PEM certificates to DER, in their order: the form of Google's `roots.json`
    /// (https://android.googleapis.com/attestation/root).
    ///
    /// - Throws: `AttestationRejection` with `certificate_chain` if the JSON does not have this form, or a text is not a PEM certificate,
    ///   or the JSON has more than ``maximumSize`` bytes.
    public static func decode(json: [UInt8]) throws(AttestationRejection) -> [[UInt8]] {
        guard json.count <= maximumSize, let texts = try? JSONDecoder().decode([String].self, from: Data(json)), !texts.isEmpty else {
            throw AttestationRejection(.certificateChain)
        }
        var certificates: [[UInt8]] = []
        for text in texts { certificates += try decode(text) }
        return certificates
    }
}
