// SPDX-License-Identifier: EUPL-1.2

import Brands
import Foundation
import Testing
import WalletInterface

@testable import WalletApp

/// Addresses and places in the data of a card.
struct WrittenAddressTests {
    private let catalog: StringCatalog

    init() throws {
        catalog = try StringCatalog.load(for: .nlWallet)
    }

    private func say(_ members: KeyValuePairs<String, String>, in language: Language = .english) -> String {
        let group = CardValue.group(members.map { CardValue.Member(name: $0.key, value: .text($0.value)) })
        return catalog.string(ClaimText.value(group, named: "address", in: .gmt), in: language)
    }

    /// Each fact as `name: value`.
    private func facts(_ claims: [CardClaim]) -> [String] {
        Piece<NoAction>.claims(claims, in: .gmt).flatMap { piece -> [String] in
            guard case .facts(let facts, _) = piece.component else { return [] }
            return facts.map { fact in
                let value =
                    switch fact.value {
                    case .same(let value): value
                    case .text(let text): catalog.string(text, in: .english)
                    }
                return "\(catalog.string(fact.name, in: .english)): \(value)"
            }
        }
    }

    private func part(_ name: String, _ value: CardValue, label: String? = nil) -> CardClaim {
        let entries = label.map { [LocalizedText.Entry(locale: "en", text: $0)] } ?? []
        return CardClaim(path: ["address", name], name: LocalizedText(entries), value: value)
    }

    @Test func `a place is one line, from town to country`() {
        #expect(say(["country": "NL", "locality": "Delft"]) == "Delft, Netherlands")
        #expect(say(["country": "NL", "region": "Zuid-Holland", "locality": "Delft"], in: .dutch) == "Delft, Zuid-Holland, Nederland")
        #expect(say(["country": "GH"]) == "Ghana" && say(["country": "GH", "locality": ""]) == "Ghana")
    }

    @Test func `an address is a line each for street, town, region and country`() {
        let parts: KeyValuePairs = [
            "country": "NL", "house_number": "12", "locality": "Utrecht", "postal_code": "3531 CJ", "region": "Utrecht",
            "street_address": "Kanaalstraat",
        ]
        #expect(say(parts) == "Kanaalstraat 12\n3531 CJ Utrecht\nUtrecht\nNetherlands")
        let doubled: KeyValuePairs = ["street_address": "Kanaalstraat 12 a", "house_number": "12-A", "locality": "Utrecht"]
        #expect(say(doubled) == "Kanaalstraat 12 a\nUtrecht")
    }

    @Test(arguments: ["", ", Nederland", "\nNETHERLANDS", ", NL"])
    func `a whole address that says nothing beside its parts is not written`(country: String) {
        let address = say([
            "formatted": "Turfmarkt 147, 2511 DP Den Haag" + country, "street_address": "Turfmarkt", "house_number": "147",
            "postal_code": "2511 DP", "locality": "Den Haag", "country": "NL",
        ])
        #expect(address == "Turfmarkt 147\n2511 DP Den Haag\nNetherlands")
    }

    @Test func `a whole address that says more is written, and below it only the parts that it lacks`() {
        #expect(
            say([
                "formatted": "c/o Jansen, Turfmarkt 147 bis, 2511 DP Den Haag", "street_address": "Turfmarkt", "house_number": "147",
                "postal_code": "2511 DP", "locality": "Den Haag", "country": "NL",
            ]) == "c/o Jansen, Turfmarkt 147 bis, 2511 DP Den Haag\nNetherlands")
        #expect(say(["formatted": "Turfmarkt 147"]) == "Turfmarkt 147")
        // The whole address names one Utrecht beside another word; the other Utrecht is not in it.
        #expect(
            say(["formatted": "Plein 1 bis, Utrecht", "street_address": "Plein 1", "locality": "Utrecht", "region": "Utrecht"])
                == "Plein 1 bis, Utrecht\nUtrecht")
        #expect(say(["formatted": "--", "locality": "Delft"]) == "--\nDelft")
    }

    @Test func `a group with a part of another name or kind has a line with a label for each part`() {
        #expect(say(["locality": "Delft", "flat_number": "3"]) == "Town: Delft\nflat number: 3")
        let group = CardValue.group([
            .init(name: "locality", value: .list([.text("Delft"), .text("Leiden")])), .init(name: "country", value: .text("NL")),
        ])
        #expect(
            catalog.string(ClaimText.value(group, named: "address", in: .gmt), in: .english) == "Town: Delft, Leiden\nCountry: Netherlands")
    }

    @Test func `parts that the issuer labels one by one are one fact, where the first stands`() {
        let claims = [
            CardClaim(path: ["sex"], name: LocalizedText([]), value: .number("2")), part("locality", .text("Delft"), label: "Town"),
            part("house_number", .number("12"), label: "Number"), part("floor", .number("3"), label: "Floor"),
            part("formatted", .text("Markt 12, Delft"), label: "Home"),
            CardClaim(path: ["address"], name: LocalizedText([]), value: .group([.init(name: "country", value: .text("NL"))])),
        ]
        // The street is in the whole address only, which is therefore written.
        #expect(facts(claims) == ["sex: Female", "Home: Markt 12, Delft\nNetherlands", "Floor: 3"])
        #expect(facts([part("locality", .text("Delft")), part("country", .text("NL"))]) == ["Address: Delft, Netherlands"])
    }

    @Test func `a single part keeps its own label, and parts that are not texts or stand twice are not joined`() {
        #expect(facts([part("locality", .text("Delft"), label: "Town")]) == ["Town: Delft"])
        #expect(
            facts([part("locality", .list([.text("Delft")]), label: "Towns"), part("country", .text("NL"), label: "Land")])
                == ["Towns: Delft", "Land: Netherlands"])
        #expect(
            facts([part("locality", .text("Delft"), label: "Town"), part("locality", .text("Leiden"), label: "City")])
                == ["Town: Delft", "City: Leiden"])
    }
}
