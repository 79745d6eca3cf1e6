// SPDX-License-Identifier: EUPL-1.2

import CalendarDays
import Foundation
import JSON
import Testing
import WalletInterface

@testable import WalletCore

/// The present status of a card, and its data.
struct CardValueTests {
    private static let issued = Date(timeIntervalSince1970: 1_800_000_000)
    private static let day: TimeInterval = 86_400

    private func entry(
        _ value: CardEntry.KnownStatus.Value = .valid, from: TimeInterval? = nil, until: TimeInterval? = nil, hasList: Bool = false
    ) -> CardEntry {
        CardEntry(
            id: CardID("c"), isPID: true, type: "t", styles: [], issuerName: StoredText([]), issuedAt: Self.issued,
            validFrom: from.map { Self.issued.addingTimeInterval($0) }, expiresAt: until.map { Self.issued.addingTimeInterval($0) },
            sdJWTs: [], mdocs: [],
            status: CardEntry.KnownStatus(
                value: value, updatedAt: Self.issued,
                references: hasList ? ["https://issuer.test/status": [1]] : [:]))
    }

    private func status(_ entry: CardEntry, after seconds: TimeInterval) -> CardStatus {
        entry.status(at: Self.issued.addingTimeInterval(seconds), maximumAge: Self.day)
    }

    @Test func `a card's status changes exactly at its validity limits`() {
        let card = entry(from: 0, until: 90 * Self.day)
        #expect(status(card, after: -1) == .notYetValid)
        #expect(status(card, after: 0) == .valid)
        // A quarter of ninety days is less than a month.
        #expect(status(card, after: 67.5 * Self.day) == .valid)
        #expect(status(card, after: 67.5 * Self.day + 1) == .expiresSoon)
        #expect(status(card, after: 90 * Self.day) == .expired)
        #expect(status(entry(until: 3650 * Self.day), after: 3619 * Self.day) == .valid)
        #expect(status(entry(until: 3650 * Self.day), after: 3621 * Self.day) == .expiresSoon)
        #expect(status(entry(), after: 1e10) == .valid)
    }

    @Test(arguments: ["Europe/Amsterdam", "UTC", "America/Kralendijk", "Pacific/Kiritimati", "Pacific/Pago_Pago"])
    func `a card is valid through its last day where its issuer is, and then expired`(name: String) throws {
        let zone = try #require(TimeZone(identifier: name))
        // In the Netherlands the first day has 23 hours.
        for text in ["2027-03-28", "2027-04-15"] {
            let day = try #require(CalendarDay(text))
            let end = day.end(in: zone).timeIntervalSince(Self.issued)
            let card = entry(from: 0, until: end)
            #expect(status(card, after: end - 1) == .expiresSoon)
            #expect(status(card, after: end) == .expired)
            #expect(CardStatus.allCases.allSatisfy { card.summary(as: $0, in: zone).lastDay == day })
        }
    }

    @Test func `a day of expiry is read only if it is a day`() {
        #expect(CardClaims.dayOfExpiry(in: ["date_of_expiry": "2027-02-24"]) == CalendarDay("2027-02-24"))
        for value: JSONValue in ["2027-02-30", "2027-02-24T00:00:00Z", 20270224, .null] {
            #expect(CardClaims.dayOfExpiry(in: ["date_of_expiry": value]) == nil)
        }
        #expect(CardClaims.dayOfExpiry(in: [:]) == nil)
    }

    @Test func `an outdated status is unknown, a revocation is permanent`() {
        #expect(status(entry(hasList: true), after: Self.day - 1) == .valid)
        #expect(status(entry(hasList: true), after: Self.day) == .unknown)
        // Setting the clock far back makes no status fresh.
        #expect(status(entry(hasList: true), after: -Self.day) == .unknown)
        #expect(status(entry(.unknown, hasList: true), after: 1) == .unknown)
        #expect(status(entry(.suspended, hasList: true), after: 1) == .suspended)
        #expect(status(entry(.revoked, until: 1, hasList: true), after: 100 * Self.day) == .revoked)
    }

    @Test func `claims are in the issuer's order and contain no technical data`() throws {
        let payload: JSONObject = [
            "iss": "i", "zeta": 1, "recovery_code": "secret", "family_name": "De Vries", "cnf": [:], "alpha": true, "nothing": nil,
            "address": ["country": "NL", "locality": "Den Haag"], "picture": "data:image/png;base64,AA", "empty": [],
        ]
        let names = [["address", "locality"], ["family_name"], ["missing"], ["address", "none"]].map {
            StoredCard.ClaimName(path: $0, name: StoredText([.init(locale: "nl", text: $0.joined())]))
        }
        let claims = CardClaims.claims(of: payload, names: names)
        #expect(claims.map(\.path) == [["address", "locality"], ["family_name"], ["address"], ["alpha"], ["picture"], ["zeta"]])
        #expect(
            claims.map(\.value) == [
                .text("Den Haag"), .text("De Vries"), .group([.init(name: "country", value: .text("NL"))]), .truth(true),
                .picture("data:image/png;base64,AA"), .number("1"),
            ])
        #expect(claims[0].name.text(in: "en") == "addresslocality")
    }

    @Test func `a text is chosen by language, then region, then English, then order`() {
        let text = LocalizedText([
            .init(locale: "de", text: "d"), .init(locale: "en-GB", text: "e"), .init(locale: "nl-NL", text: "n"),
        ])
        #expect(text.text(in: "nl-NL") == "n")
        #expect(text.text(in: "nl") == "n")
        #expect(text.text(in: "nl-BE") == "n")
        #expect(text.text(in: "fr") == "e")
        #expect(LocalizedText([.init(locale: nil, text: "x")]).text(in: "nl") == "x")
        #expect(LocalizedText([]).text(in: "nl") == nil)
    }
}
