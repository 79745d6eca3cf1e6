// SPDX-License-Identifier: EUPL-1.2

import JOSE
import OpenID4VCI
import OpenID4VCIIssuer
import StatusList

extension PIDIssuer {
    /// `POST /nonce` (OpenID4VCI §7). The answer includes a DPoP nonce, which saves the credential request a second round trip.
    func nonce() -> IssuanceResponse {
        var response = IssuanceResponse(json: NonceResponse(nonce: nonces.make(.proof, now: now)).body)
        response.headers.append("DPoP-Nonce", nonces.make(.dpop, now: now))
        return response
    }

    /// `POST /challenge`: for the proof of a wallet attestation.
    func challenge() -> IssuanceResponse {
        var response = IssuanceResponse(json: ChallengeResponse(challenge: nonces.make(.attestation, now: now)).body)
        response.headers.append("DPoP-Nonce", nonces.make(.dpop, now: now))
        return response
    }

    /// `POST /credential` (OpenID4VCI §8). The request may be repeated while the token is valid: first with a key for the preview, then
    /// with the permanent keys.
    func credential(_ request: IssuanceRequest) async throws -> IssuanceResponse {
        let now = now
        let (token, record) = try await authorized(request, now)
        let order = try await issuerChecks.credential(request, grant: record.grant, now: now) { nonce in
            guard let end = self.nonces.end(of: nonce, .proof, now: now) else { return false }
            return try await self.store.use("c_nonce:" + nonce, until: end)
        }
        guard let kind = PIDKind(rawValue: order.configuration.identifier) else {
            throw EndpointError(.unknownCredentialConfiguration, "a kind that is not issued")
        }
        let before = try await store.update(TokenRecord.self, token) { $0.requestsLeft > 0 ? $0.withOneRequestLess : $0 }
        guard let before, before.requestsLeft > 0 else { throw EndpointError(.credentialRequestDenied, "too often with one token") }
        guard let person = try await register.person(withCitizenServiceNumber: record.person) else {
            throw EndpointError(.credentialRequestDenied, "the person is not in the register any more")
        }
        return try await issue(kind, to: person, order.keys, token: token, until: record.grant.expiresAt, now)
    }

    private func issue(
        _ kind: PIDKind, to person: Person, _ keys: [JWK], token: String, until expiresAt: Int64, _ now: Int64
    ) async throws -> IssuanceResponse {
        let contents = maker.contents(
            of: person, recoveryCode: try await marks.recoveryCode(of: person.citizenServiceNumber), now: now)
        let batch = random(32)
        let entries = try await store.takeStatusEntries(
            keys.count, personMark: try await marks.statusMark(of: person.citizenServiceNumber), batch: batch,
            expiresAt: maker.end(now: now), random: randomNumber)
        var credentials: [String] = []
        for (key, entry) in zip(keys, entries) {
            let status = try StatusListReference(index: entry.entry, uri: statusLists.address(of: entry.list))
            credentials.append(try await maker.credential(kind, of: contents, for: key, status: status, now: now))
        }
        let identifier = freshSecret()
        try await store.put(NotificationRecord(token: digest(token), batch: batch, event: nil), under: identifier, until: expiresAt)
        return IssuanceResponse(json: CredentialResponse.issued(credentials: credentials, notificationID: identifier).body)
    }

    /// `POST /notification` (OpenID4VCI §11). Credentials that the wallet did not store are revoked, so that they cannot be misused.
    /// Repeating a notification succeeds; a different notification afterwards fails.
    func notification(_ request: IssuanceRequest) async throws -> IssuanceResponse {
        let now = now
        let (token, _) = try await authorized(request, now)
        let notification = try issuerChecks.notification(request)
        let owner = digest(token)
        let before = try await store.update(NotificationRecord.self, notification.identifier) { record in
            isEqual(record.token, owner) ? record.with(notification.event) : record
        }
        guard let before, isEqual(before.token, owner), before.event == nil || before.event == notification.event else {
            throw EndpointError(.invalidNotificationID, "not of this token, or reported otherwise before")
        }
        if notification.event != .accepted { _ = try await store.revoke(.batch(before.batch)) }
        return IssuanceResponse(status: 204)
    }

    private func authorized(_ request: IssuanceRequest, _ now: Int64) async throws -> (token: String, record: TokenRecord) {
        let token = try issuerChecks.accessToken(of: request)
        guard let record = try await store.read(TokenRecord.self, token) else { throw EndpointError(.invalidToken, "no such token") }
        try await issuerChecks.authorize(request, token: token, grant: record.grant, now: now, checks: oneTimeChecks(now: now))
        return (token, record)
    }

    /// Returns a number in 0..<count. The bias is negligible, because lists are small compared with 2^64.
    private var randomNumber: @Sendable (_ below: Int) -> Int {
        { [random] count in Int(random(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) } % UInt64(max(1, count))) }
    }
}

extension TokenRecord {
    fileprivate var withOneRequestLess: TokenRecord { TokenRecord(grant: grant, person: person, requestsLeft: requestsLeft - 1) }
}

extension NotificationRecord {
    /// Keeps the first reported event.
    fileprivate func with(_ event: NotificationRequest.Event) -> NotificationRecord {
        NotificationRecord(token: token, batch: batch, event: self.event ?? event)
    }
}
