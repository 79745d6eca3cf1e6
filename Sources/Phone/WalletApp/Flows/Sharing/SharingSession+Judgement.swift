// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

/// The cases of 1.1 and 11.2. Warnings come before the cards: an organization that asks for too much must not learn from the time whether
/// the data exist.
extension SharingSession {
    /// Takes the case of the session's state.
    mutating func judge(_ state: SharingState, at judgement: Judgement) async throws -> Place {
        note(state)
        guard state == .none || state.isLogin == rows.isLogin else {
            guard state.isLogin else { return .ended(.shareData(.session)) }
            if judgement == .fetched { trace("1.1m") }
            return .ended(.logIn)
        }
        switch state {
        case .none:
            if judgement == .fetched { trace("1.1e") }
            return try await sessionOver()
        case .answered(let sent): return .mayHaveArrived(sent)
        case .refused(let refusal): return try await refuse(refusal, judgement)
        case .offered(let offer):
            guard let step = try await warn(offer.warnings, offer.organization, judgement) else { return .stop }
            return decide(isWebsiteChecked ? .sameDevice : offer.arrival, offer, step)
        case .missing(let missing):
            guard let step = try await warn(missing.warnings, missing.organization, judgement) else { return .stop }
            take("c", of: step)
            return .missing(missing)
        }
    }

    /// 1.1a, 1.1b, 11.2a, 11.2b.
    private func decide(_ arrival: SharingArrival, _ offer: SharingOffer, _ judgement: Judgement) -> Place {
        switch arrival {
        case .crossDevice:
            take("a", of: judgement)
            return .checkWebsite(offer)
        case .sameDevice:
            take("b", of: judgement)
            return .choose
        }
    }

    /// A request that the configuration refuses: 11 and 12 without *Continue anyway*.
    private func refuse(_ refusal: SharingRefusal, _ judgement: Judgement) async throws -> Place {
        let isKnown = refusal.organization != nil
        switch (refusal.cause, refusal.organization) {
        case (.overAsking(let claims), let organization?):
            take("k", of: judgement)
            _ = try await continues(.overAsking(claims), organization, canProceed: false)
            return .stop
        case (.unverifiedRegistration(let problem), let organization?):
            take("l", of: judgement)
            _ = try await continues(.unverifiedRegistration(problem), organization, canProceed: false)
            return .stop
        default:
            take(isKnown ? "i" : "h", of: judgement)
            return try await broken(refusal)
        }
    }

    /// 1.1k and 1.1l: shows the warnings that the person has not accepted yet.
    ///
    /// - Returns: the step that decides next, which is 11.2 after a warning; nil if the person stops.
    private mutating func warn(
        _ warnings: [SharingWarning], _ organization: SharingOrganization, _ judgement: Judgement
    ) async throws -> Judgement? {
        var next = judgement
        for warning in warnings where !accepted.contains(warning) {
            switch warning {
            case .overAsking: take("k", of: judgement)
            case .unverifiedRegistration: take("l", of: judgement)
            // These stand on 1.2 and on the approval screen.
            case .noWebsiteHost, .statusUnknown, .portrait: continue
            }
            guard try await continues(warning, organization, canProceed: true) else { return nil }
            accepted.insert(warning)
            next = .warned
        }
        if next == .warned { trace("11.2") }
        return next
    }

    private func take(_ letter: String, of judgement: Judgement) {
        guard judgement != .again else { return }
        trace(judgement.rawValue + letter)
    }

    /// Remembers the other party, for the screens of later steps.
    private mutating func note(_ state: SharingState) {
        switch state {
        case .none: break
        case .offered(let offer): (subject.arrival, subject.organization) = (offer.arrival, offer.organization)
        case .missing(let missing): (subject.arrival, subject.organization) = (missing.arrival, missing.organization)
        case .refused(let refusal): subject.organization = refusal.organization
        case .answered(let sent): (subject.arrival, subject.name, subject.hasAnswer) = (sent.arrival, sent.organizationName, true)
        }
        if let organization = subject.organization { subject.name = organization.name }
    }
}
