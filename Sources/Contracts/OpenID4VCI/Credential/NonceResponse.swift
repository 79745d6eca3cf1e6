// SPDX-License-Identifier: EUPL-1.2

public import JSON

/// A nonce for key proofs (OpenID4VCI §7.2).
public struct NonceResponse: JSONMessage {
    /// `c_nonce`.
    public let nonce: String

    /// A response with a fresh nonce.
    public init(nonce: String) { self.nonce = nonce }

    /// Reads an object.
    ///
    /// - Throws: `MalformedMessage`.
    public init(_ object: JSONObject) throws(MalformedMessage) {
        nonce = try Members(object).token("c_nonce", maximum: Members.maximumNonceBytes)
    }

    public var json: JSONObject { ["c_nonce": .string(nonce)] }
}

/// A challenge for proofs of possession of an attestation's key (draft-ietf-oauth-attestation-based-client-auth §8).
public struct ChallengeResponse: JSONMessage {
    /// `attestation_challenge`.
    public let challenge: String

    /// A response with a fresh challenge.
    public init(challenge: String) { self.challenge = challenge }

    /// Reads an object.
    ///
    /// - Throws: `MalformedMessage`.
    public init(_ object: JSONObject) throws(MalformedMessage) {
        challenge = try Members(object).token("attestation_challenge", maximum: Members.maximumNonceBytes)
    }

    public var json: JSONObject { ["attestation_challenge": .string(challenge)] }
}
