// SPDX-License-Identifier: EUPL-1.2

import Foundation
import WalletInterface

@testable import WalletApp

extension SharingOrganization {
    /// A shop with a registration that counts.
    static let shop = sample(isVerified: true)

    /// - Parameter isVerified: true if the registration counts.
    static func sample(isVerified: Bool) -> SharingOrganization {
        SharingOrganization(
            name: "The Shop", legalName: "The Shop Ltd.", identifier: "90001234", country: "NL", host: "shop.example",
            registration: SharingRegistration(
                isVerified: isVerified, name: "The Shop", legalName: "The Shop Ltd.", service: LocalizedText("A web shop", "Een webwinkel"),
                purpose: LocalizedText("To check your age", "Om uw leeftijd te controleren"), privacyPolicy: "https://shop.example/privacy",
                information: "https://shop.example/about", support: "https://shop.example/help", supportMail: "help@shop.example",
                supervisor: SupervisoryAuthority(
                    name: "The Authority", email: "post@authority.example", phone: "+31201234568", page: "https://authority.example"),
                intermediary: nil, registrar: "https://registrar.example"))
    }
}

extension SharedCard {
    /// A card that shares its first claims.
    static func sample(_ card: CardDetails, claims count: Int = 1, warnings: [SharingWarning] = []) -> SharedCard {
        SharedCard(
            summary: card.summary, claims: card.claims.prefix(count).map { SharedClaim(claim: $0, isPortrait: false) }, warnings: warnings)
    }

    /// The identity card.
    static let pid = sample(.pid())
    /// Another card.
    static let library = sample(.other(.valid))
}

extension SharingOffer {
    /// An offer with one part, five minutes from the tests' start time.
    ///
    /// - Parameters:
    ///   - number: offers with different numbers have different identifiers.
    ///   - cards: the cards that fit, the newest first.
    ///   - isRequired: false if the person may choose none.
    static func sample(
        isLogin: Bool = false, _ arrival: SharingArrival = .sameDevice, number: UInt8 = 1, cards: [SharedCard] = [.pid],
        isRequired: Bool = true, warnings: [SharingWarning] = [], host: String? = "shop.example",
        from organization: SharingOrganization = .shop
    ) -> SharingOffer {
        SharingOffer(
            id: ID(digest: [number]), isLogin: isLogin, arrival: arrival, organization: organization, websiteHost: host,
            parts: [SharingPart(id: 0, takesSeveral: false, cards: cards)], sets: [SharingSet(options: [[0]], isRequired: isRequired)],
            standardChoice: SharingChoice([0: cards.prefix(1).map(\.summary.id)]), warnings: warnings,
            expiresAt: PhoneClock.start.addingTimeInterval(300))
    }
}

extension MissingCards {
    /// A request for a card that is not there, or that a renewed identity card would answer.
    static func sample(
        isLogin: Bool = false, _ arrival: SharingArrival = .sameDevice, cause: MissingCause = .expired, wouldRenewalHelp: Bool = true,
        warnings: [SharingWarning] = []
    ) -> MissingCards {
        MissingCards(
            isLogin: isLogin, arrival: arrival, organization: .shop, warnings: warnings,
            parts: [AskedPart(claims: [.age], cause: cause, card: CardDetails.pid().summary, wouldRenewalHelp: wouldRenewalHelp)])
    }
}

extension AskedClaim {
    /// The name of the claim that tells that a person is of age.
    static let age = AskedClaim(path: ["age_over_18"], name: LocalizedText("18 or older", "18 jaar of ouder"))
}

extension SharingRefusal {
    static func sample(
        _ cause: Cause, from organization: SharingOrganization? = .shop, isLogin: Bool = false
    ) -> SharingRefusal {
        SharingRefusal(organization: organization, cause: cause, code: "sample", isLogin: isLogin)
    }
}

extension SentSharing {
    static func sample(
        isLogin: Bool = false, _ arrival: SharingArrival = .sameDevice, mayHaveArrived: Bool = true, canResend: Bool = true
    ) -> SentSharing {
        SentSharing(
            organizationName: SharingOrganization.shop.name, isLogin: isLogin, arrival: arrival, mayHaveArrived: mayHaveArrived,
            canResend: canResend, event: 1)
    }
}
