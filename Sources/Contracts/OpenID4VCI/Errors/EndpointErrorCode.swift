// SPDX-License-Identifier: EUPL-1.2

/// The endpoints of an issuance.
@nonexhaustive public enum IssuanceEndpoint: String, Sendable, Hashable, CaseIterable, Codable {
    /// The URL of an offer by reference (OpenID4VCI §4.1.3).
    case offer
    /// The issuer's metadata (§12.2).
    case issuerMetadata
    /// The authorisation server's metadata (RFC 8414).
    case serverMetadata
    /// Challenges for attestation proofs.
    case challenge
    /// Pushed authorisation requests (RFC 9126).
    case pushedAuthorization
    /// The authorisation page in the browser and its redirect (OpenID4VCI §5).
    case authorization
    /// Access tokens (§6).
    case token
    /// Nonces for key proofs (§7).
    case nonce
    /// Credentials (§8).
    case credential
    /// Notifications about credentials (§11).
    case notification
}

/// The error codes of these endpoints; an unknown code ends the session.
@nonexhaustive public enum EndpointErrorCode: String, Error, Sendable, Hashable, CaseIterable, Codable {
    /// The request is malformed or incomplete (RFC 6749 §5.2).
    case invalidRequest = "invalid_request"
    /// The client is unknown or not authenticated (RFC 6749 §5.2).
    case invalidClient = "invalid_client"
    /// The code has expired, was used, or belongs to another client or request (RFC 6749 §5.2).
    case invalidGrant = "invalid_grant"
    /// The client may not use this grant (RFC 6749 §5.2).
    case unauthorizedClient = "unauthorized_client"
    /// The server does not support the grant type (RFC 6749 §5.2).
    case unsupportedGrantType = "unsupported_grant_type"
    /// The server does not support the response type (RFC 6749 §4.1.2.1).
    case unsupportedResponseType = "unsupported_response_type"
    /// The scope is unknown or not permitted (RFC 6749 §5.2).
    case invalidScope = "invalid_scope"
    /// The user or the server declined (RFC 6749 §4.1.2.1).
    case accessDenied = "access_denied"
    /// The server failed (RFC 6749 §4.1.2.1).
    case serverError = "server_error"
    /// The server is overloaded or in maintenance (RFC 6749 §4.1.2.1).
    case temporarilyUnavailable = "temporarily_unavailable"
    /// `resource` is not served here (RFC 8707 §2).
    case invalidTarget = "invalid_target"
    /// `request_uri` is unknown or has expired (RFC 9101 §7).
    case invalidRequestURI = "invalid_request_uri"
    /// The DPoP proof is not valid (RFC 9449 §5).
    case invalidDPoPProof = "invalid_dpop_proof"
    /// Repeat with the nonce in `DPoP-Nonce` (RFC 9449 §8).
    case useDPoPNonce = "use_dpop_nonce"
    /// Repeat with the challenge in the response (attestation draft §6.2).
    case useAttestationChallenge = "use_attestation_challenge"
    /// The attestation is too old (attestation draft §6.2).
    case useFreshAttestation = "use_fresh_attestation"
    /// The attestation or its proof is not valid (attestation draft §6.2).
    case invalidClientAttestation = "invalid_client_attestation"
    /// The access token is missing, unknown or has expired (RFC 6750 §3.1).
    case invalidToken = "invalid_token"
    /// The access token does not permit this request (RFC 6750 §3.1).
    case insufficientScope = "insufficient_scope"
    /// The credential request is malformed (OpenID4VCI §8.3.1.2).
    case invalidCredentialRequest = "invalid_credential_request"
    /// The kind of credential is unknown (OpenID4VCI §8.3.1.2).
    case unknownCredentialConfiguration = "unknown_credential_configuration"
    /// The data set is unknown (OpenID4VCI §8.3.1.2).
    case unknownCredentialIdentifier = "unknown_credential_identifier"
    /// A key proof is missing or not valid (OpenID4VCI §8.3.1.2).
    case invalidProof = "invalid_proof"
    /// A key proof has a wrong nonce; fetch a new one (OpenID4VCI §8.3.1.2).
    case invalidNonce = "invalid_nonce"
    /// The parameters for encryption are missing or not supported (OpenID4VCI §8.3.1.2).
    case invalidEncryptionParameters = "invalid_encryption_parameters"
    /// The issuer will not issue the credential (OpenID4VCI §8.3.1.2).
    case credentialRequestDenied = "credential_request_denied"
    /// The notification id is unknown (OpenID4VCI §11.3).
    case invalidNotificationID = "invalid_notification_id"
    /// The notification is malformed (OpenID4VCI §11.3).
    case invalidNotificationRequest = "invalid_notification_request"

    /// The endpoints that may respond with this code.
    public var endpoints: Set<IssuanceEndpoint> {
        switch self {
        case .invalidRequest: [.pushedAuthorization, .authorization, .token, .credential, .notification]
        case .invalidClient, .useAttestationChallenge, .useFreshAttestation, .invalidClientAttestation: [.pushedAuthorization, .token]
        case .invalidGrant, .unsupportedGrantType: [.token]
        case .unauthorizedClient, .invalidScope, .invalidTarget: [.pushedAuthorization, .authorization, .token]
        case .unsupportedResponseType: [.pushedAuthorization, .authorization]
        case .accessDenied, .invalidRequestURI: [.authorization]
        case .serverError, .temporarilyUnavailable: [.pushedAuthorization, .authorization, .token]
        case .invalidDPoPProof, .useDPoPNonce: [.pushedAuthorization, .token, .credential, .notification]
        case .invalidToken, .insufficientScope: [.credential, .notification]
        case .invalidCredentialRequest, .unknownCredentialConfiguration, .unknownCredentialIdentifier, .invalidProof, .invalidNonce,
            .invalidEncryptionParameters, .credentialRequestDenied:
            [.credential]
        case .invalidNotificationID, .invalidNotificationRequest: [.notification]
        }
    }

    /// The HTTP status for this code at an endpoint.
    public func status(at endpoint: IssuanceEndpoint) -> Int {
        switch self {
        case .invalidToken: 401
        case .insufficientScope: 403
        // RFC 9449 §7.1 and §9: resource endpoints respond with a challenge, authorisation servers do not (§8).
        case .useDPoPNonce, .invalidDPoPProof: endpoint == .credential || endpoint == .notification ? 401 : 400
        case .invalidClient, .invalidClientAttestation, .useFreshAttestation: 401
        case .serverError: 500
        case .temporarilyUnavailable: 503
        default: 400
        }
    }

    /// The client's recommended action.
    public var remedy: IssuanceRemedy {
        switch self {
        case .useDPoPNonce, .useAttestationChallenge, .invalidNonce: .repeatWithNonce
        case .useFreshAttestation, .invalidClientAttestation: .renewAttestation
        case .serverError, .temporarilyUnavailable: .tryLater
        case .accessDenied: .none
        case .invalidGrant, .invalidToken, .invalidRequestURI: .startOver
        default: .giveUp
        }
    }
}

/// The recommended action after a failure.
@nonexhaustive public enum IssuanceRemedy: String, Sendable, Hashable, CaseIterable {
    /// No action: the user declined, or the issuer refused on the user's behalf.
    case none
    /// Repeat the request with the nonce in the response; `IssuanceClient` does so automatically, once.
    case repeatWithNonce
    /// Repeat the request with a new attestation from the wallet provider.
    case renewAttestation
    /// Ask the user for the transaction code again.
    case askAgain
    /// Keep waiting; the response was not for this session.
    case waitOn
    /// Repeat the request later.
    case tryLater
    /// Start a new session: a code, token or proof has expired or was used up.
    case startOver
    /// Give up: this wallet and this issuer are incompatible.
    case giveUp
}
