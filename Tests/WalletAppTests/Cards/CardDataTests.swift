// SPDX-License-Identifier: EUPL-1.2

import Brands
import Foundation
import Testing
import WalletInterface

@testable import WalletApp

/// UC7.2/2.1 and UC3.1/1.4: the data of a card are complete, and nothing stands twice.
struct CardDataTests {
    private let catalog: StringCatalog

    init() throws {
        catalog = try StringCatalog.load(for: .nlWallet)
    }

    private static let screens = [
        Presentation.Drawn(CardData(card: .complete)), Presentation.Drawn(VerifyYourData(preview: IssuancePreview(card: .complete))),
    ]

    /// The values of all facts.
    private func shown(on screen: Presentation.Drawn, in language: Language) -> [String] {
        screen.components.flatMap { component -> [String] in
            guard case .facts(let facts, _) = component else { return [] }
            return facts.map { fact in
                switch fact.value {
                case .same(let value): value
                case .text(let text): catalog.string(text, in: language)
                }
            }
        }
    }

    /// Each value without parts of its own, as it is written alone.
    private func single(_ value: CardValue, named name: String, in language: Language) -> [String] {
        switch value {
        case .text, .number, .truth: [catalog.string(ClaimText.value(value, named: name, in: .gmt), in: language)]
        case .picture: []
        case .list(let values): values.flatMap { single($0, named: name, in: language) }
        case .group(let members): members.flatMap { single($0.value, named: $0.name, in: language) }
        }
    }

    private func claim(_ name: String, _ value: CardValue) -> CardClaim {
        CardClaim(path: [name], name: LocalizedText([]), value: value)
    }

    private func words(_ text: String) -> [String] { text.split { !$0.isLetter && !$0.isNumber }.map(String.init) }

    @Test(arguments: Brand.nlWallet.languages) func `every value of an identity card is shown`(_ language: Language) {
        for screen in Self.screens {
            let shown = self.shown(on: screen, in: language)
            for claim in CardDetails.complete.claims {
                for value in single(claim.value, named: claim.path.last ?? "", in: language) {
                    // The whole address is shown as its parts: every word of it is in one fact.
                    let isShown =
                        claim.path.last == "formatted"
                        ? shown.contains { Set(words($0)).isSuperset(of: words(value)) } : shown.contains { $0.contains(value) }
                    #expect(isShown, "\(claim.path) on \(screen.screen)")
                }
            }
        }
    }

    @Test(arguments: Brand.nlWallet.languages) func `the address, the photo and each label stand once`(_ language: Language) throws {
        for screen in Self.screens {
            #expect(shown(on: screen, in: language).filter { $0.contains("Turfmarkt") }.count == 1)
            let names = screen.components.flatMap { component -> [String] in
                guard case .facts(let facts, _) = component else { return [] }
                return facts.map { catalog.string($0.name, in: language) }
            }
            #expect(names.count == Set(names).count && names.count == CardDetails.complete.claims.count - 6)
            let pictures = screen.components.filter { component in
                switch component {
                case .picture, .portrait: true
                default: false
                }
            }
            let portrait = try #require(HolderPortrait(CardDetails.complete.claims))
            #expect(pictures == [.portrait(portrait)])
            #expect(portrait.holder.name == "Willeke Liselotte De Bruijn")
            #expect(catalog.string(portrait.label, in: language) == (language == .dutch ? "Foto" : "Photo"))
        }
    }

    @Test func `without a name, or with a photo that cannot be shown, the pictures stay among the facts`() throws {
        let crown = try #require(EmbeddedPicture(CardDetails.crown))
        let nameless = Piece<NoAction>.claims([claim("picture", .picture(CardDetails.crown))], in: .gmt).map(\.component)
        #expect(nameless == [.picture(crown, label: ClaimText.name(of: claim("picture", .truth(true))))])
        let claims = [claim("family_name", .text("Byron")), claim("picture", .picture("https://issuer.example/a.jpg"))]
        let unseen = Piece<NoAction>.claims(claims, in: .gmt).map(\.component)
        guard case .facts(let facts, _)? = unseen.first, unseen.count == 1 else {
            Issue.record("not only facts: \(unseen.count) components")
            return
        }
        #expect(facts.count == 2)
    }

    @Test func `another picture beside the photo stays in the list`() throws {
        let components = Piece<NoAction>.claims(
            [
                claim("family_name", .text("Byron")), claim("portrait", .picture(CardDetails.crown)),
                claim("signature", .picture(CardDetails.waves)),
            ], in: .gmt
        ).map(\.component)
        #expect(components.count == 3)
        let signature = try #require(EmbeddedPicture(CardDetails.waves))
        #expect(components.last == .picture(signature, label: Text("value.text", .verbatim("signature"))))
    }
}
