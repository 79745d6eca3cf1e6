// SPDX-License-Identifier: EUPL-1.2

public import OpenID4VCI

/// The reason why an issuance cannot continue. It contains no part of the input, so it may be logged.
@nonexhaustive public enum IssuanceFailure: Error, Hashable, Sendable, Codable {
    /// A function was called out of order: an error of the caller.
    case outOfOrder
    /// The DPoP key has changed, or the attestation belongs to another client: an error of the caller.
    case otherKeys
    /// The attestation has expired, or the server requires a newer attestation.
    case staleAttestation
    /// The server refused the request because the sender's clock differs from its own.
    case clockDiffers
    /// The proofs cannot be sent: none, too many, or a duplicate.
    case unfitProofs
    /// The transaction code does not match its announced form. It was not sent.
    case unfitTransactionCode
    /// The server refused the transaction code; the user may try again.
    case transactionCodeRefused
    /// The browser returned with a URL that is not for this session (T-U2).
    case foreignRedirect
    /// The browser returned with a URL that cannot be read.
    case malformedRedirect
    /// The response identifies an unexpected issuer or server (RFC 9207 §2.4, RFC 8414 §3.3, OpenID4VCI §12.2.4).
    case wrongIssuer(IssuanceEndpoint)
    /// A malformed response; `reason` names the rule.
    case malformedAnswer(IssuanceEndpoint, reason: String)
    /// The issuer requires a feature that this wallet does not support.
    case unsupported(UnsupportedFeature)
    /// The server refused the request.
    case refused(IssuanceEndpoint, EndpointErrorCode)
    /// The server refused the request with an unknown error code.
    case refusedOtherwise(IssuanceEndpoint)
    /// The server is overloaded or failing.
    case unavailable(IssuanceEndpoint)
    /// A code, token or other requirement of this endpoint has expired.
    case expired(IssuanceEndpoint)

    private enum CodingKeys: String, CodingKey {
        case outOfOrder, otherKeys, staleAttestation, clockDiffers, unfitProofs, unfitTransactionCode, transactionCodeRefused,
            foreignRedirect, malformedRedirect, wrongIssuer, malformedAnswer, unsupported, refused, refusedOtherwise, unavailable, expired
    }

    private enum MalformedAnswerCodingKeys: String, CodingKey { case _0, reason }

    /// True if the failure ends the session. Otherwise the session is unchanged.
    public var endsSession: Bool {
        switch self {
        case .outOfOrder, .otherKeys, .staleAttestation, .clockDiffers, .unfitProofs, .unfitTransactionCode, .transactionCodeRefused,
            .foreignRedirect, .unavailable:
            false
        case .malformedRedirect, .wrongIssuer, .malformedAnswer, .unsupported, .refused, .refusedOtherwise, .expired: true
        }
    }

    /// The recommended action.
    public var remedy: IssuanceRemedy {
        switch self {
        case .outOfOrder, .otherKeys, .unfitProofs: .none
        case .staleAttestation: .renewAttestation
        case .unfitTransactionCode, .transactionCodeRefused: .askAgain
        case .foreignRedirect: .waitOn
        case .malformedRedirect, .expired: .startOver
        case .wrongIssuer, .malformedAnswer, .unsupported, .refusedOtherwise: .giveUp
        case .unavailable, .clockDiffers: .tryLater
        case .refused(_, let code):
            switch code.remedy {
            // Requests that repeat automatically have already been repeated.
            case .repeatWithNonce, .renewAttestation, .tryLater: .startOver
            case let remedy: remedy
            }
        }
    }
}

/// A feature that the wallet, the issuer or its authorization server does not support.
@nonexhaustive public enum UnsupportedFeature: String, Hashable, Sendable, CaseIterable, Codable {
    /// Encrypted requests or responses (OpenID4VCI §10).
    case encryption
    /// Deferred credentials (§9).
    case deferredIssuance
    /// A kind of credential that is missing in the metadata or has an unsupported format.
    case credentialConfiguration
    /// A kind of credential without a scope, which HAIP §4.1 requires.
    case scope
    /// Proofs other than `jwt` with ES256.
    case proofType
    /// An authorisation server that is not in the issuer's metadata.
    case authorizationServer
    /// A grant type that the server does not support.
    case grantType
    /// The server does not support pushed requests (HAIP §4).
    case pushedAuthorizationRequest
    /// The server does not support PKCE with S256.
    case codeChallengeMethod
    /// The server does not support client authentication by attestation with ES256.
    case clientAuthentication
    /// The server does not support DPoP with ES256, or the token is not DPoP-bound.
    case dpop
}
