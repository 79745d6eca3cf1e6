// SPDX-License-Identifier: EUPL-1.2

import JSON
public import OpenID4VCI

extension IssuanceClient {
    /// Processes the response to the last request, at a step `send`.
    ///
    /// - Parameters:
    ///   - response: the response, without following redirects.
    ///   - now: seconds since 1970.
    /// - Throws: ``IssuanceFailure``.
    public mutating func receive(_ response: IssuanceResponse, now: Int64) throws(IssuanceFailure) {
        guard case .send(let endpoint) = step else { throw .outOfOrder }
        do throws(MalformedMessage) {
            try takeNonces(response.headers, from: endpoint)
        } catch {
            throw end(.malformedAnswer(endpoint, reason: error.reason))
        }
        if endpoint == .notification {
            return try receiveNotified(response)
        }
        guard response.status == expectedStatus(of: endpoint, response.status) else { return try receiveRefusal(response, from: endpoint) }
        guard response.mediaType == MediaType.json else {
            throw end(.malformedAnswer(endpoint, reason: "the media type is not application/json"))
        }
        var isDeferred = false
        do throws(MalformedMessage) {
            switch endpoint {
            case .offer: record.offer = try CredentialOffer(parsing: response.body, maximumBytes: CredentialOfferLink.maximumBytes)
            case .issuerMetadata: record.issuerMetadata = try CredentialIssuerMetadata(parsing: response.body)
            case .serverMetadata: record.serverMetadata = try AuthorizationServerMetadata(parsing: response.body)
            case .challenge: record.challenge = try ChallengeResponse(parsing: response.body).challenge
            case .nonce: record.nonce = try NonceResponse(parsing: response.body).nonce
            case .pushedAuthorization: try takePushed(PushedAuthorizationResponse(parsing: response.body), now: now)
            case .token: try takeToken(TokenResponse(parsing: response.body), now: now)
            case .credential:
                let answer = try CredentialResponse(parsing: response.body, maximumBytes: CredentialResponse.maximumBytes)
                isDeferred = try !takeCredentials(answer, status: response.status)
            case .authorization, .notification: break
            }
        } catch {
            throw end(.malformedAnswer(endpoint, reason: error.reason))
        }
        if isDeferred { throw end(.unsupported(.deferredIssuance)) }
        try goOn(after: endpoint)
    }

    /// The status of success by RFC 9126 §2.2 and OpenID4VCI §7.2, §8.3; the nonce endpoint may use any 2xx.
    private func expectedStatus(of endpoint: IssuanceEndpoint, _ status: Int) -> Int {
        switch endpoint {
        case .pushedAuthorization: 201
        case .nonce where (200...299).contains(status), .credential where status == 202: status
        default: 200
        }
    }

    /// Stores nonces and challenges for the next request, from successful and failed responses alike (RFC 9449 §8.2).
    private mutating func takeNonces(_ headers: HeaderFields, from endpoint: IssuanceEndpoint) throws(MalformedMessage) {
        if let nonce = try headers.single(FieldName.dpopNonce) {
            guard Self.mayBeNonce(nonce) else { throw MalformedMessage("DPoP-Nonce") }
            switch endpoint {
            case .pushedAuthorization, .token, .challenge: record.serverNonce = nonce
            case .nonce, .credential, .notification: record.resourceNonce = nonce
            case .offer, .issuerMetadata, .serverMetadata, .authorization: break
            }
        }
        if endpoint == .pushedAuthorization || endpoint == .token || endpoint == .challenge,
            let challenge = try headers.single(FieldName.attestationChallenge)
        {
            guard Self.mayBeNonce(challenge) else { throw MalformedMessage("challenge") }
            record.challenge = challenge
        }
    }

    private static func mayBeNonce(_ text: String) -> Bool {
        (1...Members.maximumNonceBytes).contains(text.utf8.count) && text.isVisibleASCII
    }

    private mutating func takePushed(_ answer: PushedAuthorizationResponse, now: Int64) throws(MalformedMessage) {
        guard let endpoint = record.serverMetadata?.authorizationEndpoint,
            let url = AuthorizationRequest(clientID: clientID, requestURI: answer.requestURI).url(at: endpoint)
        else { throw MalformedMessage("no address for the browser") }
        record.browserURL = url
        record.browserDeadline = now + answer.expiresIn
    }

    private mutating func takeToken(_ answer: TokenResponse, now: Int64) throws(MalformedMessage) {
        // A bearer token is refused: it is not bound to a key (HAIP §4; RFC 9449 §5).
        guard answer.tokenType.lowercased() == "dpop" else { throw MalformedMessage("token_type is not DPoP") }
        record.accessToken = answer.accessToken
        record.accessTokenExpiresAt = answer.expiresIn.map { now + $0 }
        record.jobs = []
        for identifier in record.offer?.configurationIDs ?? [] {
            if let odd = answer.oddDetails.first(where: { $0.identifier?.isExactly(identifier) ?? false }) { throw odd.fault }
            // §8.2: if the response has authorisation details, only their identifiers may be used.
            let subjects: [CredentialRequest.Subject]
            if answer.credentialIdentifiers.isEmpty, answer.oddDetails.isEmpty {
                subjects = [.configuration(identifier)]
            } else {
                subjects = (answer.credentialIdentifiers[identifier] ?? []).map(CredentialRequest.Subject.dataSet)
            }
            record.jobs += subjects.map { IssuanceRecord.Job(configurationID: identifier, subject: $0) }
        }
        guard record.jobs.count <= Self.maximumDataSets else { throw MalformedMessage("more data sets than are fetched") }
        guard !record.jobs.isEmpty else {
            let unreadable = answer.oddDetails.first { $0.identifier == nil }
            throw unreadable?.fault ?? MalformedMessage("the token is for other credentials")
        }
    }

    /// Stores the issued credentials. Returns false if the issuer defers them.
    private mutating func takeCredentials(_ answer: CredentialResponse, status: Int) throws(MalformedMessage) -> Bool {
        guard case .issued(let credentials, let notificationID) = answer, let job = record.jobs.first else { return false }
        guard status == 200 else { throw MalformedMessage("credentials with the status of a promise") }
        guard credentials.count <= max(record.proofs.count, 1) || provesMoreKeys else {
            throw MalformedMessage("more credentials than keys")
        }
        record.issued.append(
            IssuedCredentials(configurationID: job.configurationID, credentials: credentials, notificationID: notificationID))
        record.doneJobs.append(record.jobs.removeFirst())
        record.proofs = []
        record.nonce = nil
        return true
    }

    /// True if a proof contains a key attestation, which may cover more keys than there are proofs (appendix F.1).
    private var provesMoreKeys: Bool {
        record.proofs.contains { (try? ReceivedKeyProof(parsing: $0))?.keyAttestation != nil }
    }
}
