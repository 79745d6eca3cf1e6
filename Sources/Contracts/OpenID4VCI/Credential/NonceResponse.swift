// SPDX-License-Identifier: EUPL-1.2

package import JOSE

/// A nonce for key proofs (OpenID4VCI §7.2).
package struct NonceResponse: JSONMessage {
    /// `c_nonce`.
    package let nonce: String

    /// A nonce.
    package init(nonce: String) { self.nonce = nonce }

    /// The answer that an object holds.
    ///
    /// - Throws: ``MalformedMessage``.
    package init(_ object: JSONObject) throws(MalformedMessage) { nonce = try Members(object).token("c_nonce", maximum: 512) }

    /// The object to send.
    package var json: JSONObject { ["c_nonce": .string(nonce)] }
}

/// A challenge for proofs of attestations (draft-ietf-oauth-attestation-based-client-auth §8).
package struct ChallengeResponse: JSONMessage {
    /// `attestation_challenge`.
    package let challenge: String

    /// A challenge.
    package init(challenge: String) { self.challenge = challenge }

    /// The answer that an object holds.
    ///
    /// - Throws: ``MalformedMessage``.
    package init(_ object: JSONObject) throws(MalformedMessage) {
        challenge = try Members(object).token("attestation_challenge", maximum: 512)
    }

    /// The object to send.
    package var json: JSONObject { ["attestation_challenge": .string(challenge)] }
}
