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

    private func say(
        _ value: CardValue, _ name: String = "claim", in language: Language = .english, zone: TimeZone = .gmt
    ) -> String {
        catalog.string(ClaimText.value(value, named: name, in: zone), in: language)
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

    @Test func `a list is written on one line, a group on a line for each known name, and each place of a list on a line`() {
        let group = CardValue.group([
            .init(name: "locality", value: .text("Den Haag")), .init(name: "flat_number", value: .list([.number("1"), .number("2")])),
        ])
        #expect(say(.list([.text("NL"), .text("BE")]), "nationalities", in: .dutch) == "Nederland, België")
        #expect(say(group) == "Town: Den Haag\nflat number: 1, 2")
        #expect(say(.list([group, .truth(true)])) == "Town: Den Haag\nflat number: 1, 2, Yes")
        func place(_ town: String, _ country: String) -> CardValue {
            .group([.init(name: "locality", value: .text(town)), .init(name: "country", value: .text(country))])
        }
        #expect(say(.list([place("Delft", "NL"), place("Gent", "BE")])) == "Delft, Netherlands\nGent, Belgium")
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

    @Test func `an age without a label of the issuer is not a bare number`() {
        func name(_ path: [String], _ name: LocalizedText = LocalizedText([]), in language: Language = .english) -> String {
            catalog.string(ClaimText.name(of: CardClaim(path: path, name: name, value: .truth(true))), in: language)
        }
        #expect(name(["age_equal_or_over", "18"]) == "18 or older")
        #expect(name(["age_equal_or_over", "65"], in: .dutch) == "65 jaar of ouder")
        #expect(name(["age_equal_or_over", "18"], LocalizedText("Adult", "Volwassen")) == "Adult")
        #expect(name(["age_equal_or_over"]) == "age equal or over" && name(["other", "18"]) == "18")
    }

    @Test func `pictures and facts are shown in the issuer's order`() {
        func claim(_ name: String, _ value: CardValue) -> CardClaim { CardClaim(path: [name], name: LocalizedText([]), value: value) }
        let components = Piece<NoAction>.claims(
            [
                claim("a", .truth(true)), claim("b", .picture(CardDetails.crown)), claim("c", .picture("https://a.example/b")),
                claim("d", .truth(false)),
            ], in: .gmt
        ).map(\.component)
        #expect(
            components.map { component in
                switch component {
                case .facts(let facts, _): "facts \(facts.count)"
                case .picture: "picture"
                default: "another"
                }
            } == ["facts 1", "picture", "facts 2"])
        #expect(Piece<NoAction>.claims([], in: .gmt).isEmpty)
    }

    @Test(arguments: [
        ("Europe/Amsterdam", "3 January 2031"), ("UTC", "2 January 2031"), ("America/Kralendijk", "2 January 2031"),
        ("Pacific/Kiritimati", "3 January 2031"), ("Pacific/Pago_Pago", "2 January 2031"),
    ]) func `an instant is shown as its day where the issuer is`(name: String, day: String) throws {
        let zone = try #require(TimeZone(identifier: name))
        #expect(say(.text("2031-01-02T23:30:00Z"), "date_of_issuance", zone: zone) == day)
        #expect(say(.list([.text("2031-01-02T23:30:00Z")]), "dates", zone: zone) == day)
        #expect(say(.group([.init(name: "region", value: .text("2031-01-02T23:30:00Z"))]), zone: zone).hasSuffix(day))
    }

    @Test(arguments: ["Europe/Amsterdam", "UTC", "America/Kralendijk", "Pacific/Kiritimati", "Pacific/Pago_Pago"])
    func `a date of birth, and a day without a time, stay as they are written in every zone`(name: String) throws {
        let zone = try #require(TimeZone(identifier: name))
        #expect(say(.text("2000-02-29T23:00:00Z"), "birth_date", zone: zone) == "29 February 2000")
        #expect(say(.text("2000-02-29"), "birthdate", zone: zone) == "29 February 2000")
        #expect(say(.text("2031-01-02"), "date_of_expiry", zone: zone) == "2 January 2031")
        #expect(say(.text("2031-01-02T23:30:00+01:00"), "date_of_issuance", zone: zone) == "2 January 2031")
    }

    @Test func `an end at midnight is shown as the day before, as on the badge`() throws {
        let zone = try #require(TimeZone(identifier: "Europe/Amsterdam"))
        for name in ["expiry_date", "date_of_expiry", "valid_until"] {
            #expect(say(.text("2031-01-02T23:00:00Z"), name, zone: zone) == "2 January 2031")
        }
        #expect(say(.text("2031-01-02T23:00:00Z"), "date_of_issuance", zone: zone) == "3 January 2031")
    }
}
