// SPDX-License-Identifier: EUPL-1.2

/// Why a DPoP proof, a wallet attestation, its proof, a key proof or a key attestation is not accepted.
///
/// Of several faults the first one that is found is named. Nothing of the token is in it, so it may be logged.
package enum TokenFault: String, Error, Hashable, Sendable, CaseIterable {
    /// It is not there, or there are several.
    case missing
    /// Not a compact JWS with a strict JSON object, or larger than is read.
    case malformed
    /// `alg` is not ES256.
    case algorithm
    /// `typ` is another one.
    case type
    /// A header member that must be there is not, or one is there that changes how the token is read.
    case header
    /// The key is no public P-256 key, or one that was used for another token of the same request.
    case key
    /// The key did not sign this.
    case signature
    /// Nobody who is trusted signed it.
    case untrusted
    /// A claim is missing, of another type, or too long.
    case claims
    /// `iss` is another one.
    case issuer
    /// `sub`, or the client that the request names, is another one.
    case subject
    /// `aud` is another one.
    case audience
    /// Too old, or made in the future.
    case time
    /// `exp` has passed.
    case expired
    /// It is valid for longer than is accepted.
    case lifetime
    /// The server's nonce or challenge is missing, or is none that is valid now.
    case nonce
    /// `jti` was seen before.
    case replayed
    /// `htm` is another method.
    case method
    /// `htu` is another address.
    case address
    /// `ath` is missing or of another access token.
    case accessToken
    /// The key is not the one that the access token or the code is bound to.
    case binding
    /// A key attestation is required and missing, or says less than is required, or not of this key.
    case keyAttestation
}
