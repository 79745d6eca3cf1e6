// SPDX-License-Identifier: EUPL-1.2

import Foundation
public import JSON

/// The value of the header member `x5c` (RFC 7515 §4.1.6): DER certificates, each in base64 with padding, the signer's first.
///
/// The bytes are not checked to be certificates, and trust is not evaluated.
public enum X5C {
    /// Maximum number of certificates.
    public static let maximumCount = 10
    /// Maximum size of a certificate in bytes of DER.
    public static let maximumBytes = 16 * 1024

    /// Decodes the certificates in DER, in their order.
    ///
    /// - Throws: ``JOSEError`` with `unacceptableHeader` if the value is not an array of strings, or an entry is empty or not canonical
    ///   base64 (RFC 4648 §4: other alphabet, no padding, whitespace, trailing bits that are not zero); with `tooLarge` above the maximum
    ///   number or size.
    public static func decode(_ value: JSONValue) throws(JOSEError) -> [[UInt8]] {
        guard case .array(let entries) = value, !entries.isEmpty else {
            throw JOSEError(.unacceptableHeader, "x5c is not an array with certificates")
        }
        guard entries.count <= maximumCount else { throw JOSEError(.tooLarge, "more certificates in x5c than allowed") }
        var certificates: [[UInt8]] = []
        for entry in entries {
            guard case .string(let text) = entry, !text.isEmpty else {
                throw JOSEError(.unacceptableHeader, "an entry of x5c that is no text")
            }
            guard text.utf8.count <= (maximumBytes + 2) / 3 * 4 else { throw JOSEError(.tooLarge, "a larger certificate than allowed") }
            // Decoders differ in leniency; a text that does not re-encode identically was not canonical.
            guard let data = Data(base64Encoded: text), data.base64EncodedString().utf8.elementsEqual(text.utf8) else {
                throw JOSEError(.unacceptableHeader, "an entry of x5c that is not base64")
            }
            // The length of a base64 text is known to three bytes only.
            guard data.count <= maximumBytes else { throw JOSEError(.tooLarge, "a larger certificate than allowed") }
            certificates.append(Array(data))
        }
        return certificates
    }

    /// Encodes DER certificates, the signer's first. Receivers here accept 1 to ``maximumCount``.
    public static func encode(_ certificates: [[UInt8]]) -> JSONValue {
        .array(certificates.map { .string(Data($0).base64EncodedString()) })
    }
}
