// SPDX-License-Identifier: EUPL-1.2

/// Why an issuance does not go on. Nothing that was received is in it but names of rules, so it may be logged.
package enum IssuanceFailure: Error, Hashable, Sendable, Codable {
    /// A function was called that is not the next step: the caller's mistake.
    case outOfOrder
    /// The DPoP key is another one than before, or the attestation is another client's: the caller's mistake.
    case otherKeys
    /// The attestation has expired, or the server wants a newer one.
    case staleAttestation
    /// Proofs that cannot be sent: none, too many, or one twice.
    case unfitProofs
    /// A transaction code that cannot be the one that was announced. It was not sent.
    case unfitTransactionCode
    /// The server does not take the transaction code; another one may be tried.
    case transactionCodeRefused
    /// The browser came back with something that is not for this session (T-U2).
    case foreignRedirect
    /// The browser came back with something that cannot be read.
    case malformedRedirect
    /// Somebody says to be another issuer or server than the one that was asked (RFC 9207 §2.4, RFC 8414 §3.3, OpenID4VCI §12.2.4).
    case wrongIssuer(IssuanceEndpoint)
    /// An answer that is none. `reason` names the rule.
    case malformedAnswer(IssuanceEndpoint, reason: String)
    /// It would need something that this wallet does not do.
    case unsupported(UnsupportedFeature)
    /// The server says no.
    case refused(IssuanceEndpoint, EndpointErrorCode)
    /// The server says no in words that no standard has.
    case refusedOtherwise(IssuanceEndpoint)
    /// The server is overloaded or broken.
    case unavailable(IssuanceEndpoint)
    /// Too late for this endpoint: what it needs has expired.
    case expired(IssuanceEndpoint)

    /// Whether the session is over. Otherwise it stands where it stood.
    package var endsSession: Bool {
        switch self {
        case .outOfOrder, .otherKeys, .staleAttestation, .unfitProofs, .unfitTransactionCode, .transactionCodeRefused, .foreignRedirect,
            .unavailable:
            false
        case .malformedRedirect, .wrongIssuer, .malformedAnswer, .unsupported, .refused, .refusedOtherwise, .expired: true
        }
    }

    /// What to do about it.
    package var remedy: IssuanceRemedy {
        switch self {
        case .outOfOrder, .otherKeys, .unfitProofs: .none
        case .staleAttestation: .renewAttestation
        case .unfitTransactionCode, .transactionCodeRefused: .askAgain
        case .foreignRedirect: .waitOn
        case .malformedRedirect, .expired: .startOver
        case .wrongIssuer, .malformedAnswer, .unsupported, .refusedOtherwise: .giveUp
        case .unavailable: .tryLater
        case .refused(_, let code):
            switch code.remedy {
            // What repeats by itself was repeated already.
            case .repeatWithNonce, .renewAttestation, .tryLater: .startOver
            case let remedy: remedy
            }
        }
    }
}

/// What an issuer or server would need and this wallet does not do, or the other way round.
package enum UnsupportedFeature: String, Hashable, Sendable, CaseIterable, Codable {
    /// Encrypted requests or responses (OpenID4VCI §10).
    case encryption
    /// Credentials that come later (§9).
    case deferredIssuance
    /// A kind of credential that the metadata does not have in a format of ours.
    case credentialConfiguration
    /// A kind of credential without a scope (HAIP §4.1).
    case scope
    /// Proofs other than `jwt` with ES256.
    case proofType
    /// An authorisation server that the issuer's metadata does not name.
    case authorizationServer
    /// The grant.
    case grantType
    /// No pushed requests (HAIP §4).
    case pushedAuthorizationRequest
    /// No PKCE with S256.
    case codeChallengeMethod
    /// No client authentication by attestation with ES256.
    case clientAuthentication
    /// No DPoP with ES256, or a token that is not bound by it.
    case dpop
}
