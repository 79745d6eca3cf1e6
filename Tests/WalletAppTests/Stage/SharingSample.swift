// SPDX-License-Identifier: EUPL-1.2

import Foundation
import WalletInterface

@testable import WalletApp

/// Requests of organizations, for the gallery and the tests of screens.
enum SharingSample {
    static let pid = CardDetails.pid()
    static let pass = CardDetails.other(.unknown)
    static let organization = registered(isVerified: true)
    static let asked = AskedClaim(path: ["birthdate"], name: LocalizedText("Date of birth", "Geboortedatum"))
    /// A name that no card has.
    static let unnamed = AskedClaim(path: ["shoe_size"], name: LocalizedText([]))
    static let cardItself = AskedClaim(path: [], name: LocalizedText([]))
    static let requestWarnings: [SharingWarning] = [.overAsking([asked, unnamed]), .unverifiedRegistration(.absent), .noWebsiteHost]

    /// The registration names everything, and counts or not.
    static func registered(isVerified: Bool, supervisor: String? = "Supervisor") -> SharingOrganization {
        SharingOrganization(
            name: "Blue Bicycles", legalName: "Blue Bicycles Ltd.", identifier: "12345678", country: "NL", host: "shop.example",
            registration: SharingRegistration(
                isVerified: isVerified, name: "Blue Bicycles", legalName: "Blue Bicycles Ltd.", service: LocalizedText("Shop", "Winkel"),
                purpose: LocalizedText("To check your age", "Om je leeftijd te controleren"), privacyPolicy: "https://shop.example/privacy",
                information: "https://shop.example/about", support: "https://shop.example/help", supportMail: "help@shop.example",
                supervisor: SupervisoryAuthority(
                    name: supervisor, email: "post@supervisor.example", phone: "+31701234567", page: "https://supervisor.example"),
                intermediary: "Desk Services", registrar: "https://registrar.example"))
    }

    /// An organization without anything that can be absent.
    static let bare = SharingOrganization(
        name: "shop.example", legalName: nil, identifier: nil, country: nil, host: "shop.example", registration: nil)

    /// The data of a card, of which the pictures are portraits.
    static func shared(_ card: CardDetails, warnings: [SharingWarning] = []) -> SharedCard {
        SharedCard(
            summary: card.summary,
            claims: card.claims.map { claim in
                if case .picture = claim.value {
                    SharedClaim(claim: claim, isPortrait: true)
                } else {
                    SharedClaim(claim: claim, isPortrait: false)
                }
            }, warnings: warnings)
    }

    /// One part that the identity card answers.
    static func offer(
        isLogin: Bool = false, of organization: SharingOrganization = organization, host: String? = "shop.example",
        warnings: [SharingWarning] = [], cards: [SharedCard] = [shared(pid)], takesSeveral: Bool = false, isRequired: Bool = true
    ) -> SharingOffer {
        SharingOffer(
            id: SharingOffer.ID(digest: []), isLogin: isLogin, arrival: .crossDevice, organization: organization, websiteHost: host,
            parts: [SharingPart(id: 0, takesSeveral: takesSeveral, cards: cards)],
            sets: [SharingSet(options: [[0]], isRequired: isRequired)],
            standardChoice: SharingChoice(cards.first.map { [0: [$0.summary.id]] } ?? [:]), warnings: warnings,
            expiresAt: Date(timeIntervalSince1970: 0))
    }

    /// A choice between one card and two.
    static let options = SharingOffer(
        id: SharingOffer.ID(digest: []), isLogin: false, arrival: .sameDevice, organization: organization, websiteHost: "shop.example",
        parts: [
            SharingPart(id: 0, takesSeveral: false, cards: [shared(pid)]), SharingPart(id: 1, takesSeveral: false, cards: [shared(pass)]),
        ],
        sets: [SharingSet(options: [[0], [0, 1]], isRequired: true)],
        standardChoice: SharingChoice([0: [pid.summary.id]]), warnings: [], expiresAt: Date(timeIntervalSince1970: 0))

    /// A picture of the person, and a card whose status is unknown.
    static let portrait = offer(
        warnings: requestWarnings,
        cards: [shared(pid, warnings: [.portrait(pid.summary.id)]), shared(pass, warnings: [.statusUnknown(pass.summary.id)])],
        isRequired: false)

    static func missing(isLogin: Bool = false, wouldRenewalHelp: Bool = true) -> MissingCards {
        MissingCards(
            isLogin: isLogin, arrival: .sameDevice, organization: organization, warnings: [],
            parts: MissingCause.allCases.map {
                AskedPart(claims: [asked], cause: $0, card: $0 == .expired ? pid.summary : nil, wouldRenewalHelp: wouldRenewalHelp)
            } + [AskedPart(claims: [], cause: nil, card: nil, wouldRenewalHelp: false)])
    }

    static func sent(isLogin: Bool, mayHaveArrived: Bool, canResend: Bool) -> SentSharing {
        SentSharing(
            organizationName: "Blue Bicycles", isLogin: isLogin, arrival: .sameDevice, mayHaveArrived: mayHaveArrived,
            canResend: canResend, event: 1)
    }
}
