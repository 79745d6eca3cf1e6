// SPDX-License-Identifier: EUPL-1.2

/// The vocabulary of complete pages: a head, links and forms; nothing that frames or embeds.
package enum PageVocabulary: HTMLVocabulary {
    /// The elements that pages use.
    package enum Tag: String, HTMLTag {
        case a, body, button, dd, div, dl, dt, footer, form, h1, h2, head, header, html, img, input, label, li, link, main, meta, nav,
            noscript
        case p, script, section, span, title, ul

        /// True for a void element, which has no content and no end tag.
        package var isVoid: Bool { self == .img || self == .input || self == .link || self == .meta }
    }

    /// An attribute. Its name is fixed in the source and its value is escaped; a URL is fixed in the source or has a type made for URLs.
    package struct Attribute: HTMLAttribute {
        package let name: String
        /// The value before escaping; nil for a flag.
        package let value: String?

        private init(_ name: StaticString, _ value: String?) {
            self.name = "\(name)"
            self.value = value
        }

        /// An attribute whose name and value are fixed in the source.
        package static func fixed(_ name: StaticString, _ value: StaticString) -> Attribute { Attribute(name, "\(value)") }
        /// An attribute without value; its name is fixed in the source.
        package static func flag(_ name: StaticString) -> Attribute { Attribute(name, nil) }
        /// Style classes, separated by spaces.
        package static func `class`(_ words: StaticString) -> Attribute { .fixed("class", words) }
        /// The element's id.
        package static func id(_ id: StaticString) -> Attribute { .fixed("id", id) }
        /// The type of a button or input.
        package static func type(_ type: StaticString) -> Attribute { .fixed("type", type) }
        /// An input's name in the form.
        package static func name(_ name: StaticString) -> Attribute { .fixed("name", name) }
        /// An input's value.
        package static func value(_ value: String) -> Attribute { Attribute("value", value) }
        /// A link's target.
        package static func href(to address: some PageAddress) -> Attribute { Attribute("href", address.address) }
        /// A form's target.
        package static func action(to address: some PageAddress) -> Attribute { Attribute("action", address.address) }
        /// The language of the text, as a BCP 47 tag.
        package static func lang(tag: String) -> Attribute { Attribute("lang", tag) }
        /// The language of the link's target, as a BCP 47 tag.
        package static func hreflang(tag: String) -> Attribute { Attribute("hreflang", tag) }
        /// The address of a picture.
        package static func src(to address: some PageAddress) -> Attribute { Attribute("src", address.address) }
        /// The text in place of a picture.
        package static func alternative(_ text: String) -> Attribute { Attribute("alt", text) }
        /// The width of a picture in pixels.
        package static func width(_ pixels: Int) -> Attribute { Attribute("width", String(pixels)) }
        /// The height of a picture in pixels.
        package static func height(_ pixels: Int) -> Attribute { Attribute("height", String(pixels)) }
        /// The label for assistive technology.
        package static func label(_ label: String) -> Attribute { Attribute("aria-label", label) }
    }
}

/// The target of a link. Values are pages of this program, or URLs validated at their creation.
package protocol PageAddress {
    /// The URL before escaping; never a URL that executes a script.
    var address: String { get }
}
