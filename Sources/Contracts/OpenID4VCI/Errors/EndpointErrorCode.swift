// SPDX-License-Identifier: EUPL-1.2

/// The endpoints of an issuance.
package enum IssuanceEndpoint: String, Sendable, Hashable, CaseIterable, Codable {
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
package enum EndpointErrorCode: String, Error, Sendable, Hashable, CaseIterable, Codable {
    // RFC 6749 §4.1.2.1 and §5.2.
    case invalidRequest = "invalid_request"
    case invalidClient = "invalid_client"
    case invalidGrant = "invalid_grant"
    case unauthorizedClient = "unauthorized_client"
    case unsupportedGrantType = "unsupported_grant_type"
    case unsupportedResponseType = "unsupported_response_type"
    case invalidScope = "invalid_scope"
    case accessDenied = "access_denied"
    case serverError = "server_error"
    case temporarilyUnavailable = "temporarily_unavailable"
    // RFC 8707 §2, RFC 9101 §7.
    case invalidTarget = "invalid_target"
    case invalidRequestURI = "invalid_request_uri"
    // RFC 9449 §5, §7.1, §8, §9.
    case invalidDPoPProof = "invalid_dpop_proof"
    case useDPoPNonce = "use_dpop_nonce"
    // draft-ietf-oauth-attestation-based-client-auth §6.2.
    case useAttestationChallenge = "use_attestation_challenge"
    case useFreshAttestation = "use_fresh_attestation"
    case invalidClientAttestation = "invalid_client_attestation"
    // RFC 6750 §3.1.
    case invalidToken = "invalid_token"
    case insufficientScope = "insufficient_scope"
    // OpenID4VCI §8.3.1.2.
    case invalidCredentialRequest = "invalid_credential_request"
    case unknownCredentialConfiguration = "unknown_credential_configuration"
    case unknownCredentialIdentifier = "unknown_credential_identifier"
    case invalidProof = "invalid_proof"
    case invalidNonce = "invalid_nonce"
    case invalidEncryptionParameters = "invalid_encryption_parameters"
    case credentialRequestDenied = "credential_request_denied"
    // OpenID4VCI §11.3.
    case invalidNotificationID = "invalid_notification_id"
    case invalidNotificationRequest = "invalid_notification_request"

    /// The endpoints that may respond with this code.
    package var endpoints: Set<IssuanceEndpoint> {
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
    package func status(at endpoint: IssuanceEndpoint) -> Int {
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
    package var remedy: IssuanceRemedy {
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
package enum IssuanceRemedy: String, Sendable, Hashable, CaseIterable {
    /// No action: the user declined, or the issuer refused on the user's behalf.
    case none
    /// Repeat the request with the nonce in the response; ``IssuanceClient`` does so automatically, once.
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
