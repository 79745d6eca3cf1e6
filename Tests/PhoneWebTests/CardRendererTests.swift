// SPDX-License-Identifier: EUPL-1.2

import Brands
import Foundation
import Testing
import WalletInterface
import WebPages

@testable import PhoneWeb
@testable import WalletApp

/// The page's markup of cards and issuers' pictures.
struct CardRendererTests {
    private let screens: ScreenRenderer

    init() throws {
        screens = ScreenRenderer(artwork: try Artwork(), catalog: try StringCatalog.load(for: .nlWallet))
    }

    private func draw(_ component: Component, in language: Language = .english) -> String {
        let top = Presentation.Drawn(screen: "Example", row: "UC7.1/1.1", style: .full, components: [component])
        return screens.html(Presentation(ticket: 1, top: top, below: nil, direction: .none, isLive: true), in: language).markup
    }

    private static let drawing = "data:image/svg+xml,%3Csvg%20onload='alert(1)'/%3E"

    private static func card(
        _ status: CardStatus = .revoked, name: String = "Pass", color: String? = "#ffd966", picture: String? = nil,
        logos: [CardPictures] = []
    ) -> CardDetails {
        let summary = CardSummary(
            id: CardID("a\"b"), isPID: false,
            styles: [
                CardStyle(locale: "en", name: name, backgroundColor: color, textColor: "#ffffff"),
                CardStyle(locale: "nl", name: "Pas", backgroundColor: "#000", textColor: nil),
            ],
            issuerName: LocalizedText([]), issuedAt: .distantPast, validFrom: nil, expiresAt: nil, status: status, logos: logos)
        let pictures = CardPictures(locale: nil, logo: picture, logoText: "<b>", background: picture)
        return CardDetails(
            summary: summary, pictures: [pictures], claims: [],
            issuer: CardIssuer(identifier: "", name: LocalizedText([]), logo: nil, certifiedName: nil))
    }

    @Test func `a card shows its name in the user's language and its colours`() {
        let (english, dutch) = (draw(.card(CardFace(Self.card()))), draw(.card(CardFace(Self.card())), in: .dutch))
        #expect(english.contains(#"data-surface="\#("#ffd966")" data-ink="\#("#000000")""#) && english.contains(">Pass</span>"))
        #expect(dutch.contains(#"data-surface="\#("#000000")" data-ink="\#("#ffffff")""#) && dutch.contains(">Pas</span>"))
    }

    @Test func `a card shows its status as an icon and words`() {
        let markup = draw(.card(CardFace(Self.card())))
        #expect(markup.contains(#"<span class="badge danger"><svg"#) && markup.contains("<span>Withdrawn</span>"))
    }

    @Test func `every card of the list has its status and its issuer's small logo`() {
        let logos = [CardPictures(locale: "en", logo: Self.drawing, logoText: "A crown", background: nil)]
        #expect(draw(.card(CardFace(Self.card(.valid, logos: logos).summary))).contains("badge ok"))
        #expect(draw(.card(CardFace(Self.card(.valid, logos: logos).summary))).contains(#"alt="A crown""#))
        #expect(draw(.card(CardFace(Self.card(.unknown).summary))).contains("badge warn"))
    }

    @Test func `a card that can be opened is a button with its row and name, a card on its own page is not`() {
        let face = CardFace(Self.card().summary)
        let list = draw(.cards([face.opened(by: "UC7.1/1.1d")], label: "dashboard.cards"))
        #expect(
            list.contains(#"data-control="UC7.1/1.1d" data-value="a&quot;b""#)
                || list.contains(#"data-control="UC7.1/1.1d" data-value="a&#34;b""#))
        #expect(!draw(.card(face)).contains("<button"))
    }

    @Test func `a card's picture appears only as an image source, and its alternative text is escaped`() {
        let markup = draw(.card(CardFace(Self.card(picture: Self.drawing))))
        #expect(markup.ranges(of: #"<img class="#).count == 2 && markup.ranges(of: #"src="data:image/svg+xml;base64,"#).count == 2)
        #expect(markup.contains(#"alt="">"#) && markup.contains(#"alt="&lt;b"#) && !markup.contains("onload"))
    }

    @Test func `an opened card shows its holder's name and photo, and a card of the list shows neither`() {
        let claims: [CardClaim] = [
            CardClaim(path: ["given_name"], name: LocalizedText([]), value: .text("Ada <b>")),
            CardClaim(path: ["family_name"], name: LocalizedText([]), value: .text("Byron")),
            CardClaim(path: ["picture"], name: LocalizedText([]), value: .picture(Self.drawing)),
        ]
        let card = Self.card()
        let details = CardDetails(summary: card.summary, pictures: [], claims: claims, issuer: card.issuer)
        let (opened, listed) = (draw(.card(CardFace(details))), draw(.card(CardFace(details.summary))))
        #expect(opened.contains("Ada &lt;b") && opened.contains("Byron") && opened.contains(#"alt="Photo of the holder""#))
        #expect(!listed.contains("Byron") && !listed.contains("<img"))
    }

    @Test func `the placeholder for a missing name is not shown, and without names there is no holder`() {
        func holder(_ given: String, _ family: String) -> CardHolder? {
            CardHolder([
                CardClaim(path: ["given_name"], name: LocalizedText([]), value: .text(given)),
                CardClaim(path: ["family_name"], name: LocalizedText([]), value: .text(family)),
            ])
        }
        #expect(holder("-", "Suharto")?.name == "Suharto" && holder("-", "-") == nil && CardHolder([]) == nil)
        #expect(holder("-", "Suharto")?.givenName == nil && holder("Ada", "-")?.familyName == nil)
    }

    @Test(arguments: [
        ("Anna Maria", "van Oranje-Nassau van Amsberg", "<span>Anna Maria</span> <span>van Oranje-\u{2060}Nassau van Amsberg</span>"),
        ("-", "Suharto", "<span>Suharto</span>"), ("Ada", "-", "<span>Ada</span>"),
    ])
    func `a line of the holder's name can end between given names and surname, and not after a hyphen`(
        given: String, family: String, expected: String
    ) {
        let claims = [("given_name", given), ("family_name", family)].map { name, value in
            CardClaim(path: [name], name: LocalizedText([]), value: .text(value))
        }
        let card = Self.card()
        let details = CardDetails(summary: card.summary, pictures: [], claims: claims, issuer: card.issuer)
        #expect(draw(.card(CardFace(details))).contains(#"<span class="pass-person" translate="no">"# + expected + "</span>"))
    }

    @Test(arguments: ["https://issuer.example/logo.png", "javascript:alert(1)", "data:text/html,<b>", "\"><img src=x>"])
    func `a card loads nothing from the network and shows no other data`(address: String) {
        let markup = draw(.card(CardFace(Self.card(picture: address))))
        #expect(!markup.contains("<img") && !markup.contains("issuer.example"))
    }

    @Test(arguments: naughtyStrings)
    func `markup in an issuer's texts is escaped`(string: String) throws {
        let card = Self.card(name: string, color: string)
        let label = Text("value.text", .localized(LocalizedText([.init(locale: nil, text: string)])))
        let picture = try #require(EmbeddedPicture(Self.drawing))
        for component in [
            .card(CardFace(card)), .facts([Fact(label, text: label)], canBeCopied: false), Component.picture(picture, label: label),
        ] {
            let markup = draw(component)
            #expect(!markup.contains("<script") && !markup.contains("<b>") && !markup.contains("onerror=alert(1)>"))
        }
    }
}
