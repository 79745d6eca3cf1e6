// SPDX-License-Identifier: EUPL-1.2

import WebPages
import XCStrings

/// The building blocks of the portal's pages in one language.
struct PageKit: Sendable {
    let words: Words
    let artwork: Artwork

    /// Returns the page's title. On a page that answers an action the title takes the focus, so that screen readers read it first.
    func title(_ sentence: Sentence, takesFocus: Bool) -> HTML {
        .element(.h1, [.id("title")] + (takesFocus ? [.fixed("tabindex", "-1"), .flag("autofocus")] : [])) { words(sentence) }
    }

    func illustration(_ name: Artwork.Name) -> HTML {
        .element(.div, .class("illustration")) { artwork[name] }
    }

    /// Returns a paragraph; `isStrong` marks the most important paragraph.
    func paragraph(_ text: String, isStrong: Bool = false) -> HTML {
        .element(.p, isStrong ? [.class("strong")] : []) { text }
    }

    func paragraph(_ sentence: Sentence, isStrong: Bool = false) -> HTML { paragraph(words(sentence), isStrong: isStrong) }

    func section(_ title: Sentence, _ content: HTML...) -> HTML {
        .element(.section) {
            HTML.element(.h2) { words(title) }
            content
        }
    }

    /// Returns a link styled as a button.
    ///
    /// - Parameter row: the row of UC10.1 that the button implements.
    func button(_ sentence: Sentence, to link: Link, isPrimary: Bool = false, row: StaticString? = nil) -> HTML {
        .element(.a, [.class(isPrimary ? "button primary" : "button"), .href(link)] + Self.control(row)) { words(sentence) }
    }

    func actions(_ buttons: HTML...) -> HTML {
        .element(.div, .class("actions")) { buttons }
    }

    func warning(_ sentence: Sentence) -> HTML {
        .element(.div, .class("banner")) {
            artwork[.warning]
            HTML.element(.p) { words(sentence) }
        }
    }

    /// Returns a list row with an external link.
    func outsideRow(_ title: Sentence, _ detail: Sentence, to address: ExternalAddress, row: StaticString) -> HTML {
        .element(.li) {
            HTML.element(.a, [.class("list-row"), .href(.outside(address)), .fixed("rel", "noreferrer")] + Self.control(row)) {
                HTML.element(.span, .class("list-text")) {
                    HTML.element(.span, .class("list-title")) { words(title) }
                    HTML.element(.span, .class("list-detail")) { words(detail) }
                }
                artwork[.external]
            }
        }
    }

    /// Returns names and values for support.
    func facts(_ facts: [(name: Sentence, value: String)]) -> HTML {
        .element(.dl, .class("facts")) {
            for fact in facts {
                HTML.element(.dt) { words(fact.name) }
                HTML.element(.dd, .fixed("translate", "no")) { fact.value }
            }
        }
    }

    /// Marks a control with its row of the functional design, by which tests find it.
    static func control(_ row: StaticString?) -> [HTML.Attribute] { row.map { [.fixed("data-row", $0)] } ?? [] }
}
