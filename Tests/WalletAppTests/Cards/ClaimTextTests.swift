// SPDX-License-Identifier: EUPL-1.2

import Brands
import Foundation
import Testing
import WalletInterface

@testable import WalletApp

struct ClaimTextTests {
    private let catalog: StringCatalog

    init() throws {
        catalog = try StringCatalog.load(for: .nlWallet)
    }

    private func say(_ value: CardValue, _ name: String = "claim", in language: Language = .english) -> String {
        catalog.string(ClaimText.value(value, named: name), in: language)
    }

    @Test(arguments: [
        ("2000-02-29", "birthdate", "29 February 2000", "29 februari 2000"), ("2000-02", "birth_date", "February 2000", "februari 2000"),
        ("1950", "birthdate", "1950", "1950"), ("2031-01-02T23:30:00Z", "expiry", "2 January 2031", "2 januari 2031"),
        ("2000-02", "house", "2000-02", "2000-02"), ("2000-13-01", "birthdate", "2000-13-01", "2000-13-01"),
        ("2000-2-9", "birthdate", "2000-2-9", "2000-2-9"), ("+200-02-01", "birthdate", "+200-02-01", "+200-02-01"),
        ("NL", "nationalities", "Netherlands", "Nederland"), ("NL", "issuing_country", "Netherlands", "Nederland"),
        ("NL", "family_name", "NL", "NL"), ("ZZZ", "country", "ZZZ", "ZZZ"), ("%1$@", "family_name", "%1$@", "%1$@"), ("", "a", "", ""),
    ])
    func `countries, dates and codes in a claim are written as readable text`(text: String, name: String, english: String, dutch: String) {
        #expect(say(.text(text), name) == english)
        #expect(say(.text(text), name, in: .dutch) == dutch)
    }

    @Test func `booleans become yes or no, and coded numbers become words`() {
        #expect(say(.truth(true)) == "Yes" && say(.truth(false), in: .dutch) == "Nee")
        #expect(say(.number("2"), "sex") == "Female" && say(.number("2"), "floor") == "2" && say(.number("7"), "sex") == "7")
    }

    @Test func `a list is written on one line, and a group on a line for each known name`() {
        let group = CardValue.group([
            .init(name: "locality", value: .text("Den Haag")), .init(name: "flat_number", value: .list([.number("1"), .number("2")])),
        ])
        #expect(say(.list([.text("NL"), .text("BE")]), "nationalities", in: .dutch) == "Nederland, België")
        #expect(say(group) == "Town: Den Haag\nflat number: 1, 2")
        #expect(say(.list([group, .truth(true)])) == "Town: Den Haag\nflat number: 1, 2, Yes")
    }

    @Test func `a text replaces a picture that cannot be shown`() {
        #expect(say(.picture("https://issuer.example/a.png")) == "A picture that can't be shown")
    }

    @Test func `a claim's name comes from the issuer, or otherwise from the credential`() {
        func name(_ name: LocalizedText, in language: Language) -> String {
            catalog.string(ClaimText.name(of: CardClaim(path: ["a", "member_number"], name: name, value: .truth(true))), in: language)
        }
        #expect(name(LocalizedText("Number", "Nummer"), in: .dutch) == "Nummer")
        #expect(name(LocalizedText([]), in: .dutch) == "member number")
    }

    @Test func `pictures and facts are shown in the issuer's order`() {
        func claim(_ name: String, _ value: CardValue) -> CardClaim { CardClaim(path: [name], name: LocalizedText([]), value: value) }
        let components = Piece<NoAction>.claims([
            claim("a", .truth(true)), claim("b", .picture(CardDetails.crown)), claim("c", .picture("https://a.example/b")),
            claim("d", .truth(false)),
        ]).map(\.component)
        #expect(
            components.map { component in
                switch component {
                case .facts(let facts, _): "facts \(facts.count)"
                case .picture: "picture"
                default: "another"
                }
            } == ["facts 1", "picture", "facts 2"])
        #expect(Piece<NoAction>.claims([]).isEmpty)
    }

    @Test func `a date is shown in the given time zone`() throws {
        let midnight = Date(timeIntervalSince1970: 1_800_000_000 - 1_800_000_000.truncatingRemainder(dividingBy: 86_400))
        let (east, west) = (try #require(TimeZone(secondsFromGMT: 3600)), try #require(TimeZone(secondsFromGMT: -3600)))
        #expect(CalendarDay(midnight, in: east).words(in: .english) == "15 January 2027")
        #expect(CalendarDay(midnight, in: west).words(in: .english) == "14 January 2027")
    }
}
