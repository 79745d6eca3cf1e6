// SPDX-License-Identifier: EUPL-1.2

package import JSON

/// The `result` of `change_pin_start` and `complete_pin_recovery`: `{"certificate": "<JWT>"}`.
package struct CertificateResult: Sendable, Hashable {
    /// The certificate for the new PIN's key.
    package let certificate: String

    package init(certificate: String) {
        self.certificate = certificate
    }

    /// Reads a result.
    ///
    /// - Throws: `ProtocolViolation` if a member is missing, unknown or malformed.
    package init(_ result: JSONObject) throws(ProtocolViolation) {
        self = try ProtocolViolation.catching {
            var reader = JSONReader(result)
            let certificate = try reader.string("certificate")
            try reader.finish()
            return CertificateResult(certificate: certificate)
        }
    }

    package var json: JSONObject { ["certificate": .string(certificate)] }
}
