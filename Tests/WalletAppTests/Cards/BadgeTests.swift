// SPDX-License-Identifier: EUPL-1.2

import Brands
import CalendarDays
import Foundation
import Testing
import WalletInterface

@testable import WalletApp

/// The date on a card's badge is the date in its data.
struct BadgeTests {
    private static let zones = ["Europe/Amsterdam", "UTC", "America/Kralendijk", "Pacific/Kiritimati", "Pacific/Pago_Pago"]

    private let catalog: StringCatalog

    init() throws {
        catalog = try StringCatalog.load(for: .nlWallet)
    }

    private func badge(_ status: CardStatus, from: Date? = nil, until: Date? = nil, in zone: TimeZone, _ language: Language) -> String {
        let card = CardSummary(
            id: CardID("a"), isPID: true, styles: [], issuerName: LocalizedText([]), issuedAt: .distantPast, validFrom: from,
            expiresAt: until, zone: zone, status: status)
        return catalog.string(Badge(card).text, in: language)
    }

    @Test(arguments: zones) func `a card that ends with a day names that day, as its data do`(name: String) throws {
        let zone = try #require(TimeZone(identifier: name))
        // The days around both changes of the clock in the Netherlands.
        for text in ["2027-03-27", "2027-03-28", "2027-03-29", "2026-10-24", "2026-10-25", "2026-10-26", "2026-12-31"] {
            let day = try #require(CalendarDay(text))
            for language in [Language.english, .dutch] {
                let value = catalog.string(ClaimText.value(.text(text), named: "date_of_expiry", in: zone), in: language)
                let written = value.replacing(" ", with: "\u{A0}", maxReplacements: 1)
                for status in [CardStatus.valid, .expiresSoon, .expired] {
                    #expect(badge(status, until: day.end(in: zone), in: zone, language).hasSuffix(" " + written))
                }
                #expect(badge(.notYetValid, from: day.start(in: zone), in: zone, language).hasSuffix(" " + written))
            }
        }
    }

    @Test(arguments: [
        ("Europe/Amsterdam", "24\u{A0}February 2027"), ("UTC", "23\u{A0}February 2027"),
        ("America/Kralendijk", "23\u{A0}February 2027"), ("Pacific/Kiritimati", "24\u{A0}February 2027"),
        ("Pacific/Pago_Pago", "23\u{A0}February 2027"),
    ]) func `a card that ends during a day names that day`(name: String, day: String) throws {
        let zone = try #require(TimeZone(identifier: name))
        // Half past midnight in the Netherlands.
        let end = try Date("2027-02-23T23:30:00Z", strategy: .iso8601)
        #expect(badge(.valid, until: end, in: zone, .english) == "Valid through " + day)
    }

    @Test(arguments: [
        (CardStatus.valid, ["Valid through", "Geldig t/m"]),
        (.expired, ["Was valid through", "Was geldig t/m"]),
        (.expiresSoon, ["Expires after", "Verloopt na"]),
    ]) func `the words of a last day include that day`(status: CardStatus, words: [String]) throws {
        let end = try #require(CalendarDay("2027-02-24")).end(in: .gmt)
        for (language, start) in zip([Language.english, .dutch], words) {
            #expect(badge(status, until: end, in: .gmt, language).hasPrefix(start + " 24"))
        }
    }

    @Test func `a card without an end names no day`() {
        #expect(badge(.valid, in: .gmt, .english) == "Valid")
        #expect(badge(.expired, in: .gmt, .dutch) == "Verlopen")
    }
}
