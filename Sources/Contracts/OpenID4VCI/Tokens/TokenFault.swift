// SPDX-License-Identifier: EUPL-1.2

/// The reason why a DPoP proof, a wallet attestation, its proof, a key proof or a key attestation is not accepted.
///
/// Reports only the first fault found. It contains no part of the token, so it may be logged.
@nonexhaustive public enum TokenFault: String, Error, Hashable, Sendable, CaseIterable {
    /// The token is missing, or there are several.
    case missing
    /// Not a compact JWS with a strict JSON object, or too large.
    case malformed
    /// `alg` is not ES256.
    case algorithm
    /// Unexpected `typ`.
    case type
    /// A required header member is missing, or a member changes the interpretation of the token.
    case header
    /// Not a public P-256 key, or a key of another token in the same request.
    case key
    /// The signature is not valid for the key.
    case signature
    /// The signer is not trusted.
    case untrusted
    /// A claim is missing, has the wrong type, or is too long.
    case claims
    /// Unexpected `iss`.
    case issuer
    /// Unexpected `sub`, or a client that differs from the request's client.
    case subject
    /// Unexpected `aud`.
    case audience
    /// Not valid yet, or issued in the future.
    case time
    /// `iat` or `nbf` of a proof without a nonce is too old or in the future by the server's clock; the sender's clock may be wrong.
    case clock
    /// `exp` has passed.
    case expired
    /// The validity is longer than accepted.
    case lifetime
    /// The server's nonce or challenge is missing or not valid.
    case nonce
    /// The `jti` has already been used.
    case replayed
    /// `htm` differs from the request's method.
    case method
    /// `htu` differs from the request's URL.
    case address
    /// `ath` is missing or belongs to another access token.
    case accessToken
    /// The access token or the code is bound to a different key.
    case binding
    /// A required key attestation is missing, insufficient, or for another key.
    case keyAttestation
}
