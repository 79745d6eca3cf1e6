// SPDX-License-Identifier: EUPL-1.2

import WalletApp
import WebPages

extension ComponentRenderer {
    /// A stack of cards; each one opens.
    func cards(_ faces: [CardFace], label: Text) -> HTML {
        .element(.ul, .class("cards"), .aria("label", words(label))) {
            for face in faces { HTML.element(.li) { card(face) } }
        }
    }

    /// Draws a card. The page sets its colours, because the markup contains no styles.
    ///
    /// - Parameter hasTitle: true if the card's name is the title of the screen. Such a card cannot be opened.
    func card(_ face: CardFace, hasTitle: Bool = false) -> HTML {
        var attributes: [HTML.Attribute] = [.class(face.row == nil ? "pass whole" : "pass"), .data("card", face.value)]
        if let colors = face.colors(in: language) { attributes += [.data("surface", colors.surface), .data("ink", colors.ink)] }
        guard let row = face.row else { return .element(.div, attributes) { contents(of: face, hasTitle: hasTitle) } }
        return .element(.button, control(row) + [.data("value", face.value)] + attributes) { contents(of: face, hasTitle: false) }
    }

    private func contents(of face: CardFace, hasTitle: Bool) -> HTML {
        .group([
            face.background(in: language).map { .element(.img, .class("pass-ground"), .picture($0), .alternative("")) } ?? .group([]),
            .element(hasTitle ? .div : .span, .class("pass-words")) {
                if hasTitle {
                    HTML.element(.h1, .id("screen-title"), .tabindex(-1), .class("pass-name")) { words(face.name) }
                } else {
                    HTML.element(.span, .class("pass-name")) { words(face.name) }
                }
                HTML.element(.span, .class("pass-issuer")) { words(face.issuer) }
            },
            face.logo(in: language).map { logo in
                .element(.img, .class("pass-logo"), .picture(logo), .alternative(face.logoText(in: language) ?? ""))
            } ?? .group([]),
            face.holder.map(holder) ?? .group([]),
            badge(face.badge),
        ])
    }

    private func holder(_ holder: CardHolder) -> HTML {
        .element(.span, .class("pass-holder")) {
            if let photo = holder.photo {
                HTML.element(.img, .class("pass-photo"), .picture(photo), .alternative(words(CardHolder.photoLabel)))
            }
            HTML.element(.span, .class("pass-person"), .untranslated) { name(of: holder) }
        }
    }

    /// The given names and the surname, each kept on one line where it fits.
    @HTML.Builder func name(of holder: CardHolder) -> [HTML] {
        for (index, part) in [holder.givenName, holder.familyName].compactMap(\.self).enumerated() {
            if index > 0 { " " }
            HTML.element(.span) { unbroken(part) }
        }
    }

    /// Returns a name in which no line ends after a hyphen: a word joiner (U+2060) follows each.
    private func unbroken(_ name: String) -> String { name.replacing("-", with: "-\u{2060}") }

    private func badge(_ badge: Badge) -> HTML {
        .element(.span, .class("badge \(badge.kind.rawValue)")) {
            switch badge.kind {
            case .ok: artwork.icon(.check)
            case .info: artwork.icon(.info)
            case .warn: artwork.icon(.warning)
            case .danger: artwork.icon(.error)
            }
            HTML.element(.span) { words(badge.text) }
        }
    }

    /// A picture from an issuer, with a label.
    func picture(_ picture: EmbeddedPicture, label: Text) -> HTML {
        .element(.figure, .class("embedded")) {
            HTML.element(.img, .picture(picture), .alternative(words(label)))
            HTML.element(.figcaption, .aria("hidden", "true")) { words(label) }
        }
    }
}
