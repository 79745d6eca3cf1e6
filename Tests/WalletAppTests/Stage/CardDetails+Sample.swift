// SPDX-License-Identifier: EUPL-1.2

import Foundation
import WalletInterface

@testable import WalletApp

extension LocalizedText {
    /// A text in both languages of the app.
    init(_ english: String, _ dutch: String) {
        self.init([Entry(locale: "en", text: english), Entry(locale: "nl-NL", text: dutch)])
    }
}

extension CardDetails {
    /// A plain crown.
    static let crown =
        "data:image/svg+xml,%3Csvg%20xmlns='http://www.w3.org/2000/svg'%20viewBox='0%200%2024%2024'%3E"
        + "%3Cpath%20fill='%23ffb612'%20d='M3%2018h18v2H3zM3%208l5%204%204-7%204%207%205-4-2%209H5z'/%3E%3C/svg%3E"

    private static func day(_ days: Double) -> Date { Date(timeIntervalSince1970: 1_800_000_000 + days * 86_400) }

    /// A pattern that covers a whole card.
    static let waves =
        "data:image/svg+xml,%3Csvg%20xmlns='http://www.w3.org/2000/svg'%20viewBox='0%200%20160%20100'%3E"
        + "%3Crect%20width='160'%20height='100'%20fill='%23154273'/%3E%3Cg%20fill='none'%20stroke='%238fcae7'%20stroke-width='6'%3E"
        + "%3Cpath%20d='M-10%2020q40-30%2080%200t100%200M-10%2050q40-30%2080%200t100%200M-10%2080q40-30%2080%200t100%200'/%3E%3C/g%3E%3C/svg%3E"

    private static let logos = [
        CardPictures(locale: "en", logo: crown, logoText: "A crown", background: nil),
        CardPictures(locale: "nl", logo: crown, logoText: "Een kroon", background: nil),
    ]

    /// The identity card.
    ///
    /// - Parameters:
    ///   - background: the background picture; nil for none.
    ///   - data: the claims; nil for those of the sample. A damaged card has none.
    ///   - copiesLeft: the number of unused copies; nil if it is not known.
    ///   - isRenewed: true if the card replaced an earlier one when it was issued.
    static func pid(
        _ status: CardStatus = .valid, background: String? = nil, data: [CardClaim]? = nil, copiesLeft: Int? = nil, isRenewed: Bool = false
    ) -> CardDetails {
        CardDetails(
            summary: CardSummary(
                id: CardID("pid"), isPID: true,
                styles: [
                    CardStyle(locale: "en", name: "Identity card", backgroundColor: "#154273", textColor: "#ffffff"),
                    CardStyle(locale: "nl", name: "Identiteitskaart", backgroundColor: "#154273", textColor: "#ffffff"),
                ],
                issuerName: issuer.name, issuedAt: day(0), validFrom: day(0), expiresAt: day(365), status: status, logos: logos,
                copiesLeft: copiesLeft, renewedAt: isRenewed ? day(0) : nil),
            pictures: logos.map { CardPictures(locale: $0.locale, logo: $0.logo, logoText: $0.logoText, background: background) },
            claims: status == .corrupted ? [] : data ?? claims, issuer: issuer)
    }

    /// The identity card with every claim that the demo's issuer sends, each part of the address with a label of its own.
    static let complete = pid(data: [
        claim(["picture"], "Photo", "Foto", .picture(crown)),
        claim(["family_name"], "Surname", "Achternaam", .text("De Bruijn")),
        claim(["given_name"], "First names", "Voornamen", .text("Willeke Liselotte")),
        claim(["birthdate"], "Date of birth", "Geboortedatum", .text("1997-11-15")),
        claim(["age_equal_or_over", "18"], "18 or older", "18 jaar of ouder", .truth(true)),
        claim(
            ["place_of_birth"], "Place of birth", "Geboorteplaats",
            .group([.init(name: "country", value: .text("NL")), .init(name: "locality", value: .text("Delft"))])),
        claim(["nationalities"], "Nationality", "Nationaliteit", .list([.text("NL"), .text("TR")])),
        claim(["birth_family_name"], "Surname at birth", "Geboortenaam", .text("Molenaar")),
        claim(["sex"], "Sex", "Geslacht", .number("2")),
        claim(["address", "formatted"], "Address", "Adres", .text("Turfmarkt 147, 2511 DP Den Haag")),
        claim(["address", "street_address"], "Street", "Straat", .text("Turfmarkt")),
        claim(["address", "house_number"], "House number", "Huisnummer", .text("147")),
        claim(["address", "postal_code"], "Postal code", "Postcode", .text("2511 DP")),
        claim(["address", "locality"], "Town", "Woonplaats", .text("Den Haag")),
        claim(["address", "country"], "Country", "Land", .text("NL")),
        claim(["personal_administrative_number"], "Citizen service number (BSN)", "Burgerservicenummer (BSN)", .text("999991772")),
        claim(["date_of_expiry"], "Valid through", "Geldig t/m", .text("2028-01-15")),
        claim(["date_of_issuance"], "Issued on", "Uitgegeven op", .text("2027-01-15")),
        claim(["issuing_authority"], "Issued by", "Uitgegeven door", .text("Rijksdienst voor Identiteitsgegevens")),
        claim(["issuing_country"], "Issuing country", "Land van uitgifte", .text("NL")),
        claim(["birthdate_unknown_parts"], "Unknown part of the birth date", "Onbekend deel van de datum", .list([.text("day")])),
    ])

    /// A card of another issuer, without pictures and with illegible or missing colours.
    static func other(
        _ status: CardStatus, _ name: String = "library", color: String? = "#ffd966", copiesLeft: Int? = nil
    ) -> CardDetails {
        CardDetails(
            summary: CardSummary(
                id: CardID(name), isPID: false,
                styles: [
                    CardStyle(locale: "en", name: "Library pass", backgroundColor: color, textColor: "#ffffff"),
                    CardStyle(locale: "nl", name: "Bibliotheekpas", backgroundColor: color, textColor: "#ffffff"),
                ],
                issuerName: LocalizedText("Library of the town", "Stadsbibliotheek"), issuedAt: day(0), validFrom: day(10),
                expiresAt: day(20), status: status, copiesLeft: copiesLeft),
            pictures: [],
            claims: [CardClaim(path: ["member_number"], name: LocalizedText([]), value: .number("4711"))],
            issuer: CardIssuer(
                identifier: "https://library.example", name: LocalizedText("Library of the town", "Stadsbibliotheek"),
                logo: "https://library.example/logo.png", certifiedName: nil))
    }

    /// Cards of every status.
    static let all = [pid()] + CardStatus.allCases.map { other($0, $0.rawValue, color: $0 == .valid ? nil : "#ffd966") }

    private static let issuer = CardIssuer(
        identifier: "https://issuer.example",
        name: LocalizedText("National Office for Identity Data", "Rijksdienst voor Identiteitsgegevens"), logo: crown,
        certifiedName: "National Office")

    private static let claims = [
        claim(["family_name"], "Surname", "Achternaam", .text("van der Meer-Şahin")),
        claim(["given_name"], "Given names", "Voornamen", .text("Fatma Elif")),
        claim(["birthdate"], "Date of birth", "Geboortedatum", .text("2000-02-29")),
        claim(["nationalities"], "Nationality", "Nationaliteit", .list([.text("NL"), .text("TR")])),
        claim(["age_over_18"], "18 or older", "18 jaar of ouder", .truth(true)),
        claim(["sex"], "Sex", "Geslacht", .number("2")),
        claim(
            ["address"], "Address", "Adres",
            .group([
                .init(name: "street_address", value: .text("Laan van de Vrede")), .init(name: "house_number", value: .text("12")),
                .init(name: "postal_code", value: .text("2511 AB")), .init(name: "locality", value: .text("Den Haag")),
            ])),
        claim(["portrait"], "Portrait", "Pasfoto", .picture(crown)),
        CardClaim(path: ["personal_administrative_number"], name: LocalizedText([]), value: .text("999991772")),
    ]

    private static func claim(_ path: [String], _ english: String, _ dutch: String, _ value: CardValue) -> CardClaim {
        CardClaim(path: path, name: LocalizedText(english, dutch), value: value)
    }

    /// The events of the identity card, newest first.
    static let events: [WalletEvent] = [WalletEvent.Kind.issued, .renewed, .revoked, .shared].enumerated().reversed().map { index, kind in
        WalletEvent(
            number: Int64(index + 1), kind: kind, date: day(Double(index)),
            card: EventCard(id: CardID("pid"), name: LocalizedText("Identity card", "Kaart"), issuer: issuer))
    }
}

extension WalletEvent {
    /// An answer with data of a card.
    static func shared(_ outcome: SharingEvent.Outcome, refusedAddress: String? = nil) -> WalletEvent {
        WalletEvent(
            number: 1, kind: .shared, date: .distantPast,
            card: EventCard(id: CardID("pid"), name: LocalizedText([]), issuer: CardDetails.pid().issuer),
            sharing: SharingEvent(
                organizationName: "a", organizationID: nil, isLogin: false, outcome: outcome, cards: [], refusedAddress: refusedAddress))
    }

    /// An event of a kind, without a card and without details.
    static func plain(_ kind: Kind) -> WalletEvent { WalletEvent(number: 1, kind: kind, date: .distantPast, card: nil) }
}

extension NextSteps {
    /// The steps of a wallet with the events of the identity card.
    ///
    /// - Parameter isRenewed: true if the identity card was renewed lately.
    static func ofEvents(unlocking: Unlocking? = nil, isRenewed: Bool = false) -> NextSteps {
        NextSteps(
            unlocking: unlocking, lastEvents: Array(CardDetails.events.prefix(Dashboard.lastEvents)),
            renewed: isRenewed ? [CardID("pid")] : [])
    }
}

extension Dashboard {
    /// The dashboard of these cards, with the holders that the drawn cards name.
    init(of cards: [CardDetails], limit: Int = Dashboard.portion, steps: NextSteps = NextSteps()) {
        let holders = cards.prefix(limit).compactMap { card in CardHolder(card.claims).map { (card.summary.id, $0) } }
        self.init(cards: cards.map(\.summary), holders: Dictionary(uniqueKeysWithValues: holders), limit: limit, steps: steps)
    }
}
