// SPDX-License-Identifier: EUPL-1.2

import Foundation

/// The value of the header's `x5c` (RFC 7515 §4.1.6): certificates in DER, each in base64 with padding, the signer's own one first.
///
/// Nothing is said about the certificates themselves: whether they are any, and whether someone trusts them, is for others to find out.
package enum X5C {
    /// The most certificates that are read.
    package static let maximumCount = 10
    /// The most bytes that one of them may have in DER.
    package static let maximumBytes = 16 * 1024

    /// The certificates in DER, in their order.
    ///
    /// - Throws: ``JOSEError`` with `unacceptableHeader` when the value is not an array of 1 to ``maximumCount`` strings, or one of them is
    ///   empty or not canonical base64 (RFC 4648 §4: other alphabet, no padding, whitespace, last bits that are not zero); with `tooLarge`
    ///   for more certificates or bytes than that.
    package static func decode(_ value: JSONValue) throws(JOSEError) -> [[UInt8]] {
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
            // Decoders differ in what they forgive; what comes back as another text was not canonical.
            guard let data = Data(base64Encoded: text), data.base64EncodedString().utf8.elementsEqual(text.utf8) else {
                throw JOSEError(.unacceptableHeader, "an entry of x5c that is not base64")
            }
            certificates.append(Array(data))
        }
        return certificates
    }

    /// The member's value for certificates in DER, the signer's own one first. There should be 1 to ``maximumCount``, else nobody here
    /// accepts it.
    package static func encode(_ certificates: [[UInt8]]) -> JSONValue {
        .array(certificates.map { .string(Data($0).base64EncodedString()) })
    }
}
