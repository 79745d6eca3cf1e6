// SPDX-License-Identifier: EUPL-1.2

import Foundation
import Testing
import WalletCore

@testable import WalletApp

/// What a card says, in words.
struct CardFactsTests {
    private let catalog: StringCatalog

    init() throws { catalog = try StringCatalog.load() }

    private func lines(_ claims: [CardClaim], _ language: Language) -> [String] {
        CardFacts.facts(of: claims).map { "\(catalog.string($0.name, in: language)) = \(catalog.string($0.value, in: language))" }
    }

    @Test func `labels, dates, countries and yes or no are in the reader's language`() {
        let claims = IssuancePreview.sample.card.claims
        #expect(
            lines(claims, .english) == [
                "Surname = Van der Berg", "Date of birth = 29 February 2000", "Nationality = Netherlands, Belgium", "Over 18 = Yes",
                "age over 65 = No", "Sex = Female", "Picture = A picture is on the card", "Address: house number = 2000",
                "Address: country = Netherlands",
            ])
        #expect(
            lines(claims, .dutch).prefix(6) == [
                "Achternaam = Van der Berg", "Geboortedatum = 29 februari 2000", "Nationaliteit = Nederland, België", "Ouder dan 18 = Ja",
                "age over 65 = Nee", "Geslacht = Vrouw",
            ])
    }

    @Test(arguments: [("2000-02", "February 2000"), ("2000", "2000"), ("1999-12-31", "31 December 1999")])
    func `a date with parts missing is written as far as it is known`(_ text: String, _ words: String) {
        let claim = CardClaim(path: ["birthdate"], name: LocalizedText([]), value: .text(text))
        #expect(lines([claim], .english) == ["birthdate = \(words)"])
    }

    @Test(arguments: ["2001-02-29", "2000-13-01", "0000-01-01", "2000-1-1", "20000", "", "2000-02-29T00:00", "٢٠٠٠", "-2000", "2000-"])
    func `what is no date stays as it is`(_ text: String) {
        #expect(CalendarDay(text) == nil)
        let claim = CardClaim(path: ["birthdate"], name: LocalizedText([]), value: .text(text))
        #expect(lines([claim], .english) == ["birthdate = \(text)"])
    }

    @Test(arguments: ["XX1", "n", "nl", "%1$@", "<b>"])
    func `what is no country stays as it is, and nothing that an issuer says is filled in again`(_ code: String) {
        let claim = CardClaim(path: ["nationality"], name: LocalizedText([]), value: .text(code))
        #expect(lines([claim], .dutch) == ["nationality = \(code)"])
    }
}
