// SPDX-License-Identifier: EUPL-1.2

extension IssuanceClient {
    /// Takes the address that the browser came back with, at a step `browse` (RFC 6749 §4.1.2, RFC 9207 §2.4).
    ///
    /// - Parameter address: as the system handed it over.
    /// - Throws: ``IssuanceFailure``; with `foreignRedirect` the session waits on.
    package mutating func redirected(to address: String) throws(IssuanceFailure) {
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
        // The state has done its work; the same address a second time is foreign.
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

    /// Takes what the person was told besides the offer, at a step `askTransactionCode`.
    ///
    /// - Throws: ``IssuanceFailure`` with `unfitTransactionCode` for one that cannot be right, or `outOfOrder`.
    package mutating func enter(transactionCode code: String) throws(IssuanceFailure) {
        guard phase == .transactionCode, let description = record.offer?.preAuthorizedCode?.transactionCode else { throw .outOfOrder }
        guard description.fits(code) else { throw .unfitTransactionCode }
        record.transactionCode = code
        go(to: .token)
    }

    /// Takes the proofs that were ordered, at a step `prove`: signed ``KeyProofOrder/unsigned(key:issuedAt:keyAttestation:)``, each with a
    /// key of its own that is used for nothing else.
    ///
    /// - Throws: ``IssuanceFailure`` with `unfitProofs` or `outOfOrder`.
    package mutating func prove(with proofs: [String]) throws(IssuanceFailure) {
        guard phase == .proofs, let order = proofOrder else { throw .outOfOrder }
        var keys: Set<String> = []
        for proof in proofs {
            guard let jwt = try? ReceivedJWT(parsing: proof, type: KeyProofOrder.type, maximumBytes: ReceivedKeyProof.maximumBytes),
                let key = try? jwt.headerKey(), keys.insert(key.thumbprint).inserted
            else { throw .unfitProofs }
        }
        guard (1...order.maximumCount).contains(proofs.count) else { throw .unfitProofs }
        record.proofs = proofs
        // Not go(to:): what was repeated for want of a nonce stays repeated.
        phase = .credential
    }

    /// Orders credentials of a kind that was fetched already once more, for other keys, behind what is still to be fetched. An issuer that
    /// does not issue twice for one access token refuses then.
    ///
    /// - Throws: ``IssuanceFailure`` with `outOfOrder` when none of that kind was fetched.
    package mutating func requestAgain(_ configurationID: String) throws(IssuanceFailure) {
        guard phase == .review || phase == .nonce || phase == .proofs,
            let job = record.doneJobs.first(where: { $0.configurationID.isExactly(configurationID) })
        else { throw .outOfOrder }
        record.jobs.append(job)
        if phase == .review { goToJob() }
    }

    /// Takes what becomes of all that was issued, at a step `review`. They must have been stored by now, or not at all.
    ///
    /// - Throws: ``IssuanceFailure`` with `outOfOrder`.
    package mutating func conclude(_ event: NotificationRequest.Event) throws(IssuanceFailure) {
        guard phase == .review else { throw .outOfOrder }
        try conclude { _ in event }
    }

    /// The same, with an event for each kind of credential. It may also be called before all kinds were fetched; the rest is not.
    ///
    /// - Throws: ``IssuanceFailure`` with `outOfOrder`.
    package mutating func conclude(_ event: (IssuedCredentials) -> NotificationRequest.Event) throws(IssuanceFailure) {
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

    /// Ends a session that nobody waits for any more; its secrets are forgotten.
    package mutating func abandon() {
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

    /// Goes on to a step, which may repeat its request for each reason once.
    mutating func go(to phase: Phase) {
        self.phase = phase
        record.repeatedFor = []
    }
}
