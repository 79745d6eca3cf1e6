// SPDX-License-Identifier: EUPL-1.2

package import JOSE
package import JSON

/// The `data` of `attest_wallet`: `{"key": <JWK>}`, the public key to attest. The wallet makes a new key for each attestation and uses an
/// attestation with a single issuer, so that issuers cannot link its attestations.
package struct AttestationRequest: Sendable, Hashable {
    /// The public key to attest.
    package let key: JWK

    package init(key: JWK) {
        self.key = key
    }

    /// Reads the claims' `data`.
    ///
    /// - Throws: `ProtocolViolation` if a member is missing, unknown or malformed.
    package init(_ data: JSONObject) throws(ProtocolViolation) {
        self = try ProtocolViolation.catching {
            var reader = JSONReader(data)
            let key = try JWK(reader.object("key"))
            try reader.finish()
            return AttestationRequest(key: key)
        }
    }

    package var json: JSONObject { ["key": .object(key.json)] }
}

/// The `result` of `attest_wallet`: `{"attestation": "<JWT>"}`.
package struct AttestationResult: Sendable, Hashable {
    /// The attestation, an `oauth-client-attestation+jwt` (OpenID4VCI appendix E).
    package let attestation: String

    package init(attestation: String) {
        self.attestation = attestation
    }

    /// Reads a result.
    ///
    /// - Throws: `ProtocolViolation` if a member is missing, unknown or malformed.
    package init(_ result: JSONObject) throws(ProtocolViolation) {
        self = try ProtocolViolation.catching {
            var reader = JSONReader(result)
            let attestation = try reader.string("attestation")
            try reader.finish()
            return AttestationResult(attestation: attestation)
        }
    }

    package var json: JSONObject { ["attestation": .string(attestation)] }
}
