// SPDX-License-Identifier: EUPL-1.2

import JSON
import OpenID4VCI
import OpenID4VCIIssuer

extension PIDIssuer {
    /// `POST /token` (RFC 6749 §4.1.3, OpenID4VCI §6).
    func token(_ request: IssuanceRequest) async throws -> IssuanceResponse {
        let now = now
        let (token, sender) = try await serverChecks.token(request, now: now, checks: oneTimeChecks(now: now))
        try await check(sender.attestation, now: now)
        let (person, configurationIDs) =
            switch token {
            case .authorizationCode(let code, _, _): try await redeem(code: code, token, sender, now)
            case .preAuthorizedCode(let code, _): try await redeem(offer: code, token, now)
            }
        guard let thumbprint = sender.dpopThumbprint else { throw EndpointError(.invalidDPoPProof, "no key") }
        let text = freshSecret()
        let expiresAt = now + IssuerConfiguration.tokenLifetime
        let record = TokenRecord(
            grant: AccessGrant(
                clientID: sender.attestation.clientID, dpopThumbprint: thumbprint, expiresAt: expiresAt,
                configurationIDs: configurationIDs),
            person: person, requestsLeft: IssuerConfiguration.requestsForToken)
        switch token {
        case .authorizationCode(let code, _, _):
            guard try await store.put(record, under: text, until: expiresAt, ofCode: code) else {
                throw EndpointError(.invalidGrant, "the code was used again")
            }
        case .preAuthorizedCode: try await store.put(record, under: text, until: expiresAt)
        }
        return IssuanceResponse(json: TokenResponse(accessToken: text, expiresIn: IssuerConfiguration.tokenLifetime).body)
    }

    private func redeem(
        code: String, _ token: TokenRequest, _ sender: AuthorizationServerChecks.Sender, _ now: Int64
    ) async throws -> (person: String, configurationIDs: [String]) {
        // Remove the code first, because a code works only once, whatever the outcome, and a second use revokes the token of the first use.
        let until = now + IssuerConfiguration.tokenLifetime
        guard let record = try await store.redeem(code, rememberedUntil: until) else {
            throw EndpointError(.invalidGrant, "no such code")
        }
        try record.grant.check(token, from: sender, now: now)
        return (record.person, record.configurationIDs)
    }

    /// A wrong transaction code costs a try. A right code, or the last permitted wrong code, ends the offer.
    private func redeem(offer code: String, _ token: TokenRequest, _ now: Int64) async throws -> (
        person: String, configurationIDs: [String]
    ) {
        let record = try await store.update(OfferRecord.self, code) { record in
            switch Result(catching: { try record.grant.check(token, now: now) }) {
            case .success: nil
            case .failure(let error) where (error as? EndpointError)?.code == .invalidGrant:
                record.triesLeft > 1 ? record.withOneTryLess : nil
            case .failure: record
            }
        }
        guard let record else { throw EndpointError(.invalidGrant, "no such code") }
        try record.grant.check(token, now: now)
        return (record.person, record.configurationIDs)
    }
}

extension OfferRecord {
    fileprivate var withOneTryLess: OfferRecord {
        OfferRecord(grant: grant, configurationIDs: configurationIDs, person: person, triesLeft: triesLeft - 1)
    }
}
