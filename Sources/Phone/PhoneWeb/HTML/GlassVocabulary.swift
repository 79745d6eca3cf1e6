// SPDX-License-Identifier: EUPL-1.2

import WalletApp
import WebPages

/// A fragment of the page's markup. Scripts insert it into the page.
typealias HTML = Markup<GlassVocabulary>

/// The vocabulary for the glass, the device and the design columns. It cannot run scripts, load resources, link elsewhere or submit.
enum GlassVocabulary: HTMLVocabulary {
    enum Tag: String, HTMLTag {
        case b, button, code, dd, details, div, dl, dt, figcaption, figure, h1, h2, header, img, input, label, li, main, ol,
            p, section, span, summary, table
        case tbody, td, th, time, tr, ul, wbr

        var isVoid: Bool { [.img, .input, .wbr].contains(self) }
    }

    /// An attribute with a fixed name and an escaped value. None can contain a script, a style or an external address.
    struct Attribute: HTMLAttribute {
        let name: String
        let value: String?

        private init(_ name: String, _ value: String?) {
            self.name = name
            self.value = value
        }

        /// Style classes, separated by spaces.
        static func `class`(_ words: String) -> Attribute { Attribute("class", words) }
        static func id(_ id: String) -> Attribute { Attribute("id", id) }
        /// The role for assistive technology.
        static func role(_ role: String) -> Attribute { Attribute("role", role) }
        static func lang(_ language: String) -> Attribute { Attribute("lang", language) }
        static func tabindex(_ index: Int) -> Attribute { Attribute("tabindex", String(index)) }
        /// The type of a button or input.
        static func type(_ type: StaticString) -> Attribute { Attribute("type", "\(type)") }
        /// The direction in which a table heading applies.
        static func scope(_ scope: StaticString) -> Attribute { Attribute("scope", "\(scope)") }
        static func data(_ name: StaticString, _ value: String) -> Attribute { Attribute("data-\(name)", value) }
        static func aria(_ name: StaticString, _ value: String) -> Attribute { Attribute("aria-\(name)", value) }
        /// The image data of an `img`, embedded.
        static func picture(_ picture: EmbeddedPicture) -> Attribute { Attribute("src", picture.address) }
        /// The description of an `img`; empty for a decorative image.
        static func alternative(_ text: String) -> Attribute { Attribute("alt", text) }
        /// Not usable and hidden from assistive technology.
        static let inert = Attribute("inert", nil)
        static let disabled = Attribute("disabled", nil)
        static let open = Attribute("open", nil)
        static let checked = Attribute("checked", nil)
        static func maximumLength(_ length: Int) -> Attribute { Attribute("maxlength", String(length)) }
        /// Disables autocompletion.
        static let unassisted = Attribute("autocomplete", "off")
        /// Makes the on-screen keyboard start with capitals.
        static let capitals = Attribute("autocapitalize", "characters")
        /// Disables spell checking.
        static let unspelled = Attribute("spellcheck", "false")
        /// Excludes the element from translation.
        static let untranslated = Attribute("translate", "no")
    }
}
