// SPDX-License-Identifier: EUPL-1.2

import WalletApp
import WebPages

/// A piece of what the page shows. Scripts put it into the page, so it is made of less than a whole page.
typealias HTML = Markup<GlassVocabulary>

/// What the glass, the device and the design are drawn with: nothing that runs a script, loads anything, leads anywhere or is sent.
enum GlassVocabulary: HTMLVocabulary {
    /// The elements that we use.
    enum Tag: String, HTMLTag {
        case article, aside, b, button, code, dd, details, div, dl, dt, figcaption, figure, h1, h2, header, img, input, label, li, main, ol,
            p,
            section, span, summary, table
        case tbody, td, th, time, tr, ul, wbr

        var isVoid: Bool { [.img, .input, .wbr].contains(self) }
    }

    /// An attribute: its name is ours, its value is escaped. None can hold a script, a style or the
    /// address of anything outside.
    struct Attribute: HTMLAttribute {
        let name: String
        let value: String?

        private init(_ name: String, _ value: String?) {
            self.name = name
            self.value = value
        }

        /// Style classes, as words.
        static func `class`(_ words: String) -> Attribute { Attribute("class", words) }
        /// The element's id.
        static func id(_ id: String) -> Attribute { Attribute("id", id) }
        /// What it is for assistive technology.
        static func role(_ role: String) -> Attribute { Attribute("role", role) }
        /// The language of its text.
        static func lang(_ language: String) -> Attribute { Attribute("lang", language) }
        /// The order in which Tab reaches it.
        static func tabindex(_ index: Int) -> Attribute { Attribute("tabindex", String(index)) }
        /// What kind of button or input it is.
        static func type(_ type: StaticString) -> Attribute { Attribute("type", "\(type)") }
        /// The table direction that a heading is for.
        static func scope(_ scope: StaticString) -> Attribute { Attribute("scope", "\(scope)") }
        /// `data-…`.
        static func data(_ name: StaticString, _ value: String) -> Attribute { Attribute("data-\(name)", value) }
        /// `aria-…`.
        static func aria(_ name: StaticString, _ value: String) -> Attribute { Attribute("aria-\(name)", value) }
        /// The picture that an `img` shows, itself.
        static func picture(_ picture: EmbeddedPicture) -> Attribute { Attribute("src", picture.address) }
        /// What an `img` shows; empty for one that only adorns.
        static func alternative(_ text: String) -> Attribute { Attribute("alt", text) }
        /// Cannot be used and is not read.
        static let inert = Attribute("inert", nil)
        /// Cannot be pressed.
        static let disabled = Attribute("disabled", nil)
        /// Is unfolded.
        static let open = Attribute("open", nil)
        /// Is switched on.
        static let checked = Attribute("checked", nil)
        /// The most characters that a field takes.
        static func maximumLength(_ length: Int) -> Attribute { Attribute("maxlength", String(length)) }
        /// A field that the browser neither fills in nor remembers.
        static let unassisted = Attribute("autocomplete", "off")
        /// A field whose keyboard begins with capitals.
        static let capitals = Attribute("autocapitalize", "characters")
        /// A field whose text is not corrected.
        static let unspelled = Attribute("spellcheck", "false")
        /// Is not to be translated.
        static let untranslated = Attribute("translate", "no")
    }
}
