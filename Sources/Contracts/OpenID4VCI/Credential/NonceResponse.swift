// SPDX-License-Identifier: EUPL-1.2

package import JOSE

/// A nonce for key proofs (OpenID4VCI §7.2).
package struct NonceResponse: JSONMessage {
    /// `c_nonce`.
    package let nonce: String

    package init(nonce: String) { self.nonce = nonce }

    /// Reads an object.
    ///
    /// - Throws: ``MalformedMessage``.
    package init(_ object: JSONObject) throws(MalformedMessage) { nonce = try Members(object).token("c_nonce", maximum: 512) }

    package var json: JSONObject { ["c_nonce": .string(nonce)] }
}

/// A challenge for proofs of possession of an attestation's key (draft-ietf-oauth-attestation-based-client-auth §8).
package struct ChallengeResponse: JSONMessage {
    /// `attestation_challenge`.
    package let challenge: String

    package init(challenge: String) { self.challenge = challenge }

    /// Reads an object.
    ///
    /// - Throws: ``MalformedMessage``.
    package init(_ object: JSONObject) throws(MalformedMessage) {
        challenge = try Members(object).token("attestation_challenge", maximum: 512)
    }

    package var json: JSONObject { ["attestation_challenge": .string(challenge)] }
}
