// SPDX-License-Identifier: EUPL-1.2

package import JOSE

/// The `data` of `attest_wallet`: `{"key": <JWK>}`, the key of the wallet's instance that the attestation is to name. The wallet makes one for
/// each issuer, so that issuers cannot tell from it that two of their wallets are one.
package struct AttestationRequest: Sendable, Hashable {
    /// The public half of the instance's key.
    package let key: JWK

    /// Makes the data to send.
    package init(key: JWK) {
        self.key = key
    }

    /// Reads the claims' `data`.
    ///
    /// - Throws: `ProtocolViolation` on a missing, unknown or malformed member.
    package init(_ data: JSONObject) throws(ProtocolViolation) {
        self = try ProtocolViolation.catching {
            var reader = JSONReader(data)
            let key = try JWK(reader.object("key"))
            try reader.finish()
            return AttestationRequest(key: key)
        }
    }

    /// The claims' `data`.
    package var json: JSONObject { ["key": .object(key.json)] }
}

/// The `result` of `attest_wallet`: `{"attestation": "<JWT>"}`.
package struct AttestationResult: Sendable, Hashable {
    /// `oauth-client-attestation+jwt` (OpenID4VCI appendix E).
    package let attestation: String

    /// Makes a result.
    package init(attestation: String) {
        self.attestation = attestation
    }

    /// Reads a result.
    ///
    /// - Throws: `ProtocolViolation` on a missing, unknown or malformed member.
    package init(_ result: JSONObject) throws(ProtocolViolation) {
        self = try ProtocolViolation.catching {
            var reader = JSONReader(result)
            let attestation = try reader.string("attestation")
            try reader.finish()
            return AttestationResult(attestation: attestation)
        }
    }

    /// The `result`.
    package var json: JSONObject { ["attestation": .string(attestation)] }
}
