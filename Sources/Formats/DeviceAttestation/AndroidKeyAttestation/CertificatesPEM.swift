// SPDX-License-Identifier: EUPL-1.2

import Foundation

/// Certificates in PEM as people store them, one behind the other: lines of any length and text between the certificates are passed over, as RFC
/// 7468, section 2, allows to readers (SwiftASN1's reader insists on 64 characters a line, which Google's own files have not).
package enum CertificatesPEM {
    private static let begin = "-----BEGIN CERTIFICATE-----"
    private static let end = "-----END CERTIFICATE-----"

    /// The certificates in DER, in their order. What is between the lines is not looked into.
    ///
    /// - Throws: `AttestationRejection` with `certificate_chain` when there is none, when one has no end or no content, or when the content is not
    ///   Base64.
    package static func decode(_ text: String) throws(AttestationRejection) -> [[UInt8]] {
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

    /// The certificates of a JSON array of texts in PEM, in DER and in their order: the form of Google's `roots.json`
    /// (https://android.googleapis.com/attestation/root).
    ///
    /// - Throws: `AttestationRejection` with `certificate_chain` when it is not such an array, or a text is not a certificate in PEM.
    package static func decode(json: [UInt8]) throws(AttestationRejection) -> [[UInt8]] {
        guard let texts = try? JSONDecoder().decode([String].self, from: Data(json)), !texts.isEmpty else {
            throw AttestationRejection(.certificateChain)
        }
        var certificates: [[UInt8]] = []
        for text in texts { certificates += try decode(text) }
        return certificates
    }
}
