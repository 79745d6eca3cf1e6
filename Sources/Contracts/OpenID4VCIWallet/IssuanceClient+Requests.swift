// SPDX-License-Identifier: EUPL-1.2

import JOSE
import JSON
public import OpenID4VCI
import SDJWT

extension IssuanceClient {
    /// Makes the next request, at a step `send`. If the outcome of the last request is unknown, it can be made again; each call makes new
    /// proofs.
    ///
    /// - Parameters:
    ///   - keys: the wallet's keys for this issuer, used only if the request needs them.
    ///   - now: seconds since 1970.
    ///   - random: returns `count` cryptographically secure random bytes.
    /// - Throws: ``IssuanceFailure``, or errors of the signers.
    public mutating func request(with keys: IssuanceKeys, now: Int64, random: (_ count: Int) -> [UInt8]) async throws -> IssuanceRequest {
        switch phase {
        case .offer:
            guard let url = record.offerURL else { throw end(.unsupported(.grantType)) }
            return .get(url)
        case .issuerMetadata:
            guard let issuer = record.offer?.issuer, let url = CredentialIssuerMetadata.url(of: issuer) else {
                throw end(.wrongIssuer(.issuerMetadata))
            }
            return .get(url)
        case .serverMetadata:
            guard let server = try chosenServer(), let url = AuthorizationServerMetadata.url(of: server) else {
                throw end(.unsupported(.authorizationServer))
            }
            return .get(url)
        case .challenge:
            guard let url = record.serverMetadata?.challengeEndpoint else { throw IssuanceFailure.outOfOrder }
            return .post(to: url)
        case .nonce:
            guard let url = record.issuerMetadata?.nonceEndpoint else { throw IssuanceFailure.outOfOrder }
            return .post(to: url)
        case .pushedAuthorization: return try await pushedAuthorizationRequest(keys, now, random)
        case .token: return try await tokenRequest(keys, now, random)
        case .credential: return try await credentialRequest(keys, now, random)
        case .notification: return try await notificationRequest(keys, now, random)
        default: throw IssuanceFailure.outOfOrder
        }
    }

    /// The authorisation server for the grant (OpenID4VCI §4.1.1, §12.2.4); nil if the offer names a server that is not the issuer's.
    func chosenServer() throws(IssuanceFailure) -> HTTPSURL? {
        guard let offer = record.offer, let metadata = record.issuerMetadata else { throw .outOfOrder }
        let named = offer.preAuthorizedCode.map(\.authorizationServer) ?? offer.authorizationCode?.authorizationServer
        guard let named else { return metadata.authorizationServers.first ?? metadata.issuer }
        return metadata.authorizationServers.contains(named) ? named : nil
    }

    /// `resource`, if an authorisation server can serve several issuers (§5.1.2).
    private var resource: String? {
        guard let metadata = record.issuerMetadata, !metadata.authorizationServers.isEmpty else { return nil }
        return metadata.issuer.text
    }

    private mutating func pushedAuthorizationRequest(
        _ keys: IssuanceKeys, _ now: Int64, _ random: (Int) -> [UInt8]
    ) async throws -> IssuanceRequest {
        guard let server = record.serverMetadata, let url = server.pushedAuthorizationRequestEndpoint, let offer = record.offer else {
            throw IssuanceFailure.outOfOrder
        }
        // Fresh secrets for every attempt, because an earlier request may have been seen.
        let verifier = CodeVerifier(random: random(32))
        let state = Base64URL.encode(random(32))
        record.codeVerifier = verifier
        record.state = state
        var scopes: [String] = []
        for identifier in offer.configurationIDs {
            guard let scope = record.issuerMetadata?.configuration(identifier)?.scope else { throw end(.unsupported(.scope)) }
            if !scopes.contains(scope) { scopes.append(scope) }
        }
        let pushed = PushedAuthorizationRequest(
            clientID: clientID, redirectURI: redirectURI, scopes: scopes, state: state, codeChallenge: verifier.challenge,
            issuerState: offer.authorizationCode?.issuerState, resource: resource)
        return try await authenticated(.post(pushed.form, to: url), keys, now, random)
    }

    private mutating func tokenRequest(_ keys: IssuanceKeys, _ now: Int64, _ random: (Int) -> [UInt8]) async throws -> IssuanceRequest {
        guard let server = record.serverMetadata else { throw IssuanceFailure.outOfOrder }
        let request: TokenRequest
        if let grant = record.offer?.preAuthorizedCode {
            request = .preAuthorizedCode(code: grant.code, transactionCode: record.transactionCode)
        } else if let code = record.code, let verifier = record.codeVerifier {
            request = .authorizationCode(code: code, codeVerifier: verifier, redirectURI: redirectURI)
        } else {
            throw IssuanceFailure.outOfOrder
        }
        return try await authenticated(
            .post(request.form(clientID: clientID, resource: resource), to: server.tokenEndpoint), keys, now, random)
    }

    /// Adds the attestation, its proof and a DPoP proof (HAIP §4.3, §4.4; RFC 9449 §5, §10.1).
    private mutating func authenticated(
        _ request: IssuanceRequest, _ keys: IssuanceKeys, _ now: Int64, _ random: (Int) -> [UInt8]
    ) async throws -> IssuanceRequest {
        guard let server = record.serverMetadata else { throw IssuanceFailure.outOfOrder }
        guard let attestation = try? WalletAttestation(unverified: keys.attestation), attestation.clientID.isExactly(clientID) else {
            throw IssuanceFailure.otherKeys
        }
        guard attestation.expiresAt > now else { throw IssuanceFailure.staleAttestation }
        let proof = AttestationProof.unsigned(
            clientID: clientID, audience: server.issuer, identifier: Base64URL.encode(random(16)), issuedAt: now,
            challenge: record.challenge)
        var request = try await bound(request, keys, now, random, nonce: record.serverNonce, accessToken: nil)
        request.headers.append(FieldName.attestation, keys.attestation)
        request.headers.append(FieldName.attestationProof, try await proof.signed(by: keys.signAttestationProof))
        return request
    }

    /// Adds a DPoP proof and its access token.
    private mutating func bound(
        _ request: IssuanceRequest, _ keys: IssuanceKeys, _ now: Int64, _ random: (Int) -> [UInt8], nonce: String?, accessToken: String?
    ) async throws -> IssuanceRequest {
        let thumbprint = keys.dpopKey.thumbprint
        guard record.dpopThumbprint ?? thumbprint == thumbprint else { throw IssuanceFailure.otherKeys }
        record.dpopThumbprint = thumbprint
        let proof = DPoPProof.unsigned(
            key: keys.dpopKey, method: request.method, url: request.url, identifier: Base64URL.encode(random(16)), issuedAt: now,
            nonce: nonce, accessToken: accessToken)
        var request = request
        if let accessToken { request.headers.append(FieldName.authorization, "DPoP " + accessToken) }
        request.headers.append(FieldName.dpop, try await proof.signed(by: keys.signDPoP))
        return request
    }

    private mutating func credentialRequest(_ keys: IssuanceKeys, _ now: Int64, _ random: (Int) -> [UInt8]) async throws -> IssuanceRequest
    {
        guard let metadata = record.issuerMetadata, let job = record.jobs.first, let token = record.accessToken else {
            throw IssuanceFailure.outOfOrder
        }
        if let expiresAt = record.accessTokenExpiresAt, expiresAt <= now { throw end(.expired(.credential)) }
        let body = CredentialRequest(subject: job.subject, proofs: record.proofs).body
        return try await bound(
            .post(body, to: metadata.credentialEndpoint, maximumResponseSize: CredentialResponse.maximumBytes), keys, now, random,
            nonce: record.resourceNonce, accessToken: token)
    }

    private mutating func notificationRequest(_ keys: IssuanceKeys, _ now: Int64, _ random: (Int) -> [UInt8]) async throws
        -> IssuanceRequest
    {
        guard let url = record.issuerMetadata?.notificationEndpoint, let notification = record.notifications.first,
            let token = record.accessToken
        else { throw IssuanceFailure.outOfOrder }
        return try await bound(.post(notification.body, to: url), keys, now, random, nonce: record.resourceNonce, accessToken: token)
    }
}
