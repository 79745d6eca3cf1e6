// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

extension StoredSharingEvent {
    /// The event as it is shown. An outcome of a later version of the app counts as the most careful one.
    var shown: SharingEvent {
        SharingEvent(
            organizationName: organization, organizationID: identifier, isLogin: isLogin,
            outcome: SharingEvent.Outcome(rawValue: outcome) ?? .mayHaveArrived,
            cards: cards.map { card in
                SharingEvent.Card(
                    id: card.card, name: card.name.shown, issuerName: card.issuer?.shown ?? LocalizedText([]),
                    claims: card.claims.map(\.shown))
            }, refusedAddress: refusedAddress, organization: shownOrganization, isWhole: details != nil,
            arrival: details.map { $0.isSameDevice ? .sameDevice : .crossDevice },
            asked: (details?.asked ?? []).map { AskedData(types: $0.types, claims: $0.claims.map(\.shown)) },
            warnings: (details?.warnings ?? []).compactMap(\.shown), reason: details?.reason,
            leavesOutRegistration: details?.leavesOutRegistration ?? false)
    }

    /// The organization; nil if it was not known, and in events of earlier versions of the app.
    private var shownOrganization: SharingOrganization? {
        guard let details, !organization.isEmpty else { return nil }
        return SharingOrganization(
            name: organization, legalName: details.legalName, identifier: identifier, country: details.country, host: details.host,
            registration: details.registration?.shown)
    }
}

extension StoredSharingEvent.Claim {
    fileprivate var shown: AskedClaim { AskedClaim(path: path, name: name.shown) }
}

extension StoredSharingEvent.Warning {
    /// Nil for a kind of a later version of the app.
    fileprivate var shown: SharingWarning? {
        switch kind {
        case "overAsking": .overAsking((claims ?? []).map(\.shown))
        case "unverifiedRegistration": problem.flatMap(RegistrationProblem.init(rawValue:)).map { .unverifiedRegistration($0) }
        case "noWebsiteHost": .noWebsiteHost
        case "statusUnknown": card.map { .statusUnknown($0) }
        case "portrait": card.map { .portrait($0) }
        default: nil
        }
    }
}

extension StoredSharingEvent.Registration {
    fileprivate var shown: SharingRegistration {
        SharingRegistration(
            isVerified: isVerified, name: name, legalName: legalName, service: service.shown, purpose: purpose.shown,
            privacyPolicy: privacyPolicy, information: information, support: support, supportMail: supportMail,
            supervisor: SupervisoryAuthority(
                name: supervisor.name, email: supervisor.email, phone: supervisor.phone, page: supervisor.page),
            intermediary: intermediary, registrar: registrar)
    }
}
