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

    @Test func `a card shows its holder's name and photo, opened and in the list, and no holder that is not given`() {
        let claims: [CardClaim] = [
            CardClaim(path: ["given_name"], name: LocalizedText([]), value: .text("Ada <b>")),
            CardClaim(path: ["family_name"], name: LocalizedText([]), value: .text("Byron")),
            CardClaim(path: ["picture"], name: LocalizedText([]), value: .picture(Self.drawing)),
        ]
        let card = Self.card()
        let details = CardDetails(summary: card.summary, pictures: [], claims: claims, issuer: card.issuer)
        let listed = CardFace(details.summary, holder: CardHolder(claims)).opened(by: "UC7.1/1.1d")
        for markup in [draw(.card(CardFace(details))), draw(.cards([listed], label: "dashboard.cards"))] {
            #expect(markup.contains("Ada &lt;b") && markup.contains("Byron") && markup.contains(#"alt="Photo of the holder""#))
        }
        let unnamed = draw(.card(CardFace(details.summary)))
        #expect(!unnamed.contains("Byron") && !unnamed.contains("<img"))
    }

    @Test func `a title directly above the card of that name stands once, on the card`() {
        func markup(_ components: [Component]) -> String {
            let top = Presentation.Drawn(screen: "Example", row: "UC7.2/1.1", style: .full, components: components)
            return screens.html(Presentation(ticket: 1, top: top, below: nil, direction: .none, isLive: true), in: .english).markup
        }
        let face = CardFace(Self.card())
        let onCard = markup([.title(face.name), .card(face)])
        #expect(onCard.contains(#"<h1 id="screen-title" tabindex="-1" class="pass-name">Pass</h1>"#))
        #expect(onCard.ranges(of: ">Pass<").count == 1 && onCard.ranges(of: "<h1").count == 1)
        // A title of its own, a title further up, and a card that is a control keep the title above.
        let apart: [[Component]] = [
            [.title("verifyYourData.title"), .card(face)], [.title(face.name), .paragraph("verifyYourData.text"), .card(face)],
            [.title(face.name), .card(face.opened(by: "UC7.1/1.1d"))],
        ]
        for components in apart {
            let drawn = markup(components)
            #expect(drawn.contains(#"<h1 id="screen-title" tabindex="-1">"#) && drawn.ranges(of: "<h1").count == 1)
            #expect(drawn.contains(#"<span class="pass-name">Pass</span>"#))
        }
    }

    @Test func `the holder's photo has the issuer's label as its description, beside the holder's name`() throws {
        let claims: [CardClaim] = [
            CardClaim(path: ["family_name"], name: LocalizedText([]), value: .text("Byron <b>")),
            CardClaim(path: ["picture"], name: LocalizedText([.init(locale: "en", text: "Photo")]), value: .picture(Self.drawing)),
        ]
        let markup = draw(.portrait(try #require(HolderPortrait(claims))))
        #expect(markup.contains(#"<div class="portrait"><img src="data:image/svg+xml;base64,"#) && markup.contains(#"alt="Photo">"#))
        #expect(markup.contains(#"<p translate="no"><span>Byron &lt;b"#) && !markup.contains("<b>"))
    }

    @Test func `the placeholder for a missing name and an empty name are not shown, and without names there is no holder`() {
        func holder(_ given: String, _ family: String) -> CardHolder? {
            CardHolder([
                CardClaim(path: ["given_name"], name: LocalizedText([]), value: .text(given)),
                CardClaim(path: ["family_name"], name: LocalizedText([]), value: .text(family)),
            ])
        }
        #expect(holder("-", "Suharto")?.name == "Suharto" && holder("-", "-") == nil && CardHolder([]) == nil)
        #expect(holder("-", "Suharto")?.givenName == nil && holder("Ada", "-")?.familyName == nil)
        #expect(holder("", "Suharto")?.name == "Suharto" && holder("", "") == nil)
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
