// SPDX-License-Identifier: EUPL-1.2

import JOSE
public import OpenID4VCI

extension IssuanceClient {
    /// Processes the URL with which the browser returned, at a step `browse` (RFC 6749 §4.1.2, RFC 9207 §2.4).
    ///
    /// - Parameter address: the URL as passed by the system.
    /// - Throws: ``IssuanceFailure``; after `foreignRedirect` the session keeps waiting.
    public mutating func redirected(to address: String) throws(IssuanceFailure) {
        guard phase == .authorization, let state = record.state, let server = record.serverMetadata else { throw .outOfOrder }
        let response: AuthorizationResponse
        do throws(RedirectFault) {
            response = try AuthorizationResponse(address: address, redirectURI: redirectURI, state: state, issuer: server.issuer)
        } catch {
            switch error {
            case .foreign: throw .foreignRedirect
            case .malformed: throw end(.malformedRedirect)
            case .issuer: throw end(.wrongIssuer(.authorization))
            }
        }
        // The state is used up; the same URL a second time is foreign.
        record.state = nil
        record.browserURL = nil
        switch response {
        case .code(let code):
            record.code = code
            go(to: .token)
        case .error(let code?): throw end(.refused(.authorization, code))
        case .error(nil): throw end(.refusedOtherwise(.authorization))
        }
    }

    /// Takes the transaction code that the user entered, at a step `askTransactionCode`.
    ///
    /// - Throws: ``IssuanceFailure`` with `unfitTransactionCode` if the code cannot be correct, or `outOfOrder`.
    public mutating func enter(transactionCode code: String) throws(IssuanceFailure) {
        guard phase == .transactionCode, let description = record.offer?.preAuthorizedCode?.transactionCode else { throw .outOfOrder }
        guard description.fits(code) else { throw .unfitTransactionCode }
        record.transactionCode = code
        go(to: .token)
    }

    /// Takes the requested proofs, at a step `prove`: signed `KeyProofOrder.unsigned(key:issuedAt:keyAttestation:)`, each with a separate
    /// key that is used for nothing else.
    ///
    /// - Throws: ``IssuanceFailure`` with `unfitProofs` or `outOfOrder`.
    public mutating func prove(with proofs: [String]) throws(IssuanceFailure) {
        guard phase == .proofs, let order = proofOrder else { throw .outOfOrder }
        var keys: Set<String> = []
        for proof in proofs {
            guard let jwt = try? ReceivedJWT(parsing: proof, type: KeyProofOrder.type, maximumBytes: ReceivedKeyProof.maximumBytes),
                let key = try? jwt.headerKey(), keys.insert(key.thumbprint).inserted
            else { throw .unfitProofs }
        }
        guard (1...order.maximumCount).contains(proofs.count) else { throw .unfitProofs }
        record.proofs = proofs
        // Not go(to:), because a request repeated for a missing nonce must not be repeated again.
        phase = .credential
    }

    /// Requests more credentials of a kind that has already been fetched, for other keys, after the remaining kinds. An issuer that issues
    /// only once per access token refuses this request.
    ///
    /// - Throws: ``IssuanceFailure`` with `outOfOrder` if no credential of that kind has been fetched.
    public mutating func requestAgain(_ configurationID: String) throws(IssuanceFailure) {
        guard phase == .review || phase == .nonce || phase == .proofs,
            let job = record.doneJobs.first(where: { $0.configurationID.isExactly(configurationID) })
        else { throw .outOfOrder }
        record.jobs.append(job)
        if phase == .review { goToJob() }
    }

    /// Notifies the issuer with one event for all credentials, at a step `review`. Store or discard the credentials before this call.
    ///
    /// - Throws: ``IssuanceFailure`` with `outOfOrder`.
    public mutating func conclude(_ event: NotificationRequest.Event) throws(IssuanceFailure) {
        guard phase == .review else { throw .outOfOrder }
        try conclude { _ in event }
    }

    /// Notifies the issuer with an event per kind of credential. May be called before all kinds are fetched; the remaining kinds are
    /// skipped.
    ///
    /// - Throws: ``IssuanceFailure`` with `outOfOrder`.
    public mutating func conclude(_ event: (IssuedCredentials) -> NotificationRequest.Event) throws(IssuanceFailure) {
        guard phase == .review || (phase == .nonce || phase == .proofs) && record.accessToken != nil else { throw .outOfOrder }
        record.jobs = []
        if record.issuerMetadata?.notificationEndpoint != nil {
            record.notifications = record.issued.compactMap { issued in
                issued.notificationID.map { NotificationRequest(identifier: $0, event: event(issued)) }
            }
        }
        record.issued = []
        goToNotification()
    }

    /// Ends an abandoned session and deletes its secrets.
    public mutating func abandon() {
        guard phase != .failed else { return }
        phase = .finished
        record.forgetSecrets()
    }

    mutating func goToNotification() {
        if record.notifications.isEmpty {
            record.forgetSecrets()
            go(to: .finished)
        } else {
            go(to: .notification)
        }
    }

    /// Moves to a phase and resets the repetitions of its request.
    mutating func go(to phase: Phase) {
        self.phase = phase
        record.repeatedFor = []
    }
}
