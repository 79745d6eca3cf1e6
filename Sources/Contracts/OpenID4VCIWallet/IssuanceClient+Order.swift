// SPDX-License-Identifier: EUPL-1.2

import JSON
import OpenID4VCI

extension IssuanceClient {
    /// Moves to the step after a successful response.
    mutating func goOn(after endpoint: IssuanceEndpoint) throws(IssuanceFailure) {
        switch endpoint {
        case .offer: go(to: .issuerMetadata)
        case .issuerMetadata:
            try checkIssuer()
            go(to: .serverMetadata)
        case .serverMetadata:
            try checkServer()
            goToServer(.pushedAuthorization)
        case .challenge:
            // Not go(to:), because a request repeated for a missing challenge must not be repeated again.
            phase = record.phaseAfterChallenge ?? .pushedAuthorization
            record.phaseAfterChallenge = nil
        case .pushedAuthorization: go(to: .authorization)
        case .token:
            record.code = nil
            record.codeVerifier = nil
            record.transactionCode = nil
            goToJob()
        case .nonce: phase = .proofs
        case .credential: goToJob()
        case .authorization, .notification: break
        }
    }

    /// Moves to the first request that authenticates the wallet.
    private mutating func goToServer(_ first: Phase) {
        let preAuthorized = record.offer?.preAuthorizedCode
        let next: Phase = preAuthorized == nil ? first : preAuthorized?.transactionCode == nil ? .token : .transactionCode
        if record.serverMetadata?.challengeEndpoint != nil {
            record.phaseAfterChallenge = next
            go(to: .challenge)
        } else {
            go(to: next)
        }
    }

    /// Moves to the next kind of credential, or to the review once all are fetched.
    mutating func goToJob() {
        guard let configuration = currentConfiguration else {
            go(to: .review)
            return
        }
        if !configuration.isBound {
            go(to: .credential)
        } else {
            go(to: record.issuerMetadata?.nonceEndpoint == nil ? .proofs : .nonce)
        }
    }

    private mutating func checkIssuer() throws(IssuanceFailure) {
        guard let offer = record.offer, let metadata = record.issuerMetadata else { throw .outOfOrder }
        guard metadata.issuer == offer.issuer else { throw end(.wrongIssuer(.issuerMetadata)) }
        guard !metadata.requiresEncryption else { throw end(.unsupported(.encryption)) }
        for identifier in offer.configurationIDs {
            guard let configuration = metadata.configuration(identifier) else {
                guard let odd = metadata.oddConfigurations.first(where: { $0.identifier.isExactly(identifier) }) else {
                    throw end(.unsupported(.credentialConfiguration))
                }
                throw end(.malformedAnswer(.issuerMetadata, reason: odd.fault.reason))
            }
            if configuration.isBound, configuration.proofAlgorithms?.contains("ES256") != true { throw end(.unsupported(.proofType)) }
            if offer.preAuthorizedCode == nil, configuration.scope == nil { throw end(.unsupported(.scope)) }
        }
        guard try chosenServer() != nil else { throw end(.unsupported(.authorizationServer)) }
    }

    private mutating func checkServer() throws(IssuanceFailure) {
        guard let server = record.serverMetadata, let offer = record.offer else { throw .outOfOrder }
        guard server.issuer == (try chosenServer()) else { throw end(.wrongIssuer(.serverMetadata)) }
        let grant: GrantType = offer.preAuthorizedCode == nil ? .authorizationCode : .preAuthorizedCode
        guard server.grantTypes.contains(grant.rawValue) else { throw end(.unsupported(.grantType)) }
        if grant == .authorizationCode {
            guard server.authorizationEndpoint != nil, server.pushedAuthorizationRequestEndpoint != nil else {
                throw end(.unsupported(.pushedAuthorizationRequest))
            }
            guard server.codeChallengeMethods.contains(CodeVerifier.method) else { throw end(.unsupported(.codeChallengeMethod)) }
        }
        let algorithms = [server.attestationAlgorithms, server.attestationProofAlgorithms]
        guard server.clientAuthenticationMethods?.contains(AuthorizationServerMetadata.attestationMethod) ?? true,
            algorithms.allSatisfy({ $0?.contains("ES256") ?? true })
        else { throw end(.unsupported(.clientAuthentication)) }
        guard server.dpopAlgorithms?.contains("ES256") ?? true else { throw end(.unsupported(.dpop)) }
    }

    /// Handles an unsuccessful response: repeats the request if possible, otherwise throws.
    mutating func receiveRefusal(_ response: IssuanceResponse, from endpoint: IssuanceEndpoint) throws(IssuanceFailure) {
        guard (400...599).contains(response.status) else {
            throw end(.malformedAnswer(endpoint, reason: "a status that belongs to no answer"))
        }
        let error = ReceivedError(response, at: endpoint)
        guard case .code(let code) = error else {
            throw response.status >= 500 || response.status == 429 ? .unavailable(endpoint) : end(.refusedOtherwise(endpoint))
        }
        if ClockRefusal.isIn(response) { throw refusedForClock(code, at: endpoint) }
        switch code {
        case .serverError, .temporarilyUnavailable: throw .unavailable(endpoint)
        case .useDPoPNonce: try repeatOnce(code, at: endpoint, isPossible: !response.headers.values(FieldName.dpopNonce).isEmpty)
        case .useAttestationChallenge:
            let isGiven = !response.headers.values(FieldName.attestationChallenge).isEmpty
            let endpointOfChallenges = record.serverMetadata?.challengeEndpoint
            try repeatOnce(code, at: endpoint, isPossible: isGiven || endpointOfChallenges != nil)
            if !isGiven {
                record.phaseAfterChallenge = phase
                phase = .challenge
            }
        case .invalidNonce:
            guard record.issuerMetadata?.nonceEndpoint != nil else { throw end(.refused(endpoint, code)) }
            try repeatOnce(code, at: endpoint, isPossible: true)
            // New proofs with a new nonce. The keys may be the same, because nothing was issued.
            record.proofs = []
            phase = .nonce
        case .useFreshAttestation:
            try repeatOnce(code, at: endpoint, isPossible: true)
            throw .staleAttestation
        case .invalidGrant where record.offer?.preAuthorizedCode?.transactionCode != nil:
            // §6.3: a wrong transaction code and an expired code give the same error. The server counts the attempts.
            record.transactionCode = nil
            go(to: .transactionCode)
            throw .transactionCodeRefused
        default: throw end(.refused(endpoint, code))
        }
    }

    /// Notes a refusal because of the clock. The request can be made again, with proofs that are dated again; after a second refusal key
    /// proofs are made again, too.
    private mutating func refusedForClock(_ code: EndpointErrorCode, at endpoint: IssuanceEndpoint) -> IssuanceFailure {
        if !record.repeatedFor.insert(code).inserted {
            record.repeatedFor.remove(code)
            if endpoint == .credential, !record.proofs.isEmpty {
                record.proofs = []
                phase = record.issuerMetadata?.nonceEndpoint == nil ? .proofs : .nonce
            }
        }
        return .clockDiffers
    }

    /// Permits one repetition of a request per error code.
    private mutating func repeatOnce(
        _ code: EndpointErrorCode, at endpoint: IssuanceEndpoint, isPossible: Bool
    ) throws(IssuanceFailure) {
        guard isPossible, record.repeatedFor.insert(code).inserted else { throw end(.refused(endpoint, code)) }
    }

    /// Ends a notification. Notifications are optional (§11): the issuer's response does not affect the credentials.
    mutating func receiveNotified(_ response: IssuanceResponse) throws(IssuanceFailure) {
        if case .code(.useDPoPNonce) = ReceivedError(response, at: .notification), !(200...299).contains(response.status),
            !response.headers.values(FieldName.dpopNonce).isEmpty, record.repeatedFor.insert(.useDPoPNonce).inserted
        {
            return
        }
        if response.status >= 500 || response.status == 429 { throw .unavailable(.notification) }
        // A stored session may be in this phase without a notification, if its bytes were changed.
        record.notifications = Array(record.notifications.dropFirst())
        goToNotification()
    }
}
