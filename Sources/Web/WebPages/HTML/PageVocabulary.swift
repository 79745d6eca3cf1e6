// SPDX-License-Identifier: EUPL-1.2

/// What whole pages are made of: a head, links and forms; nothing that frames or embeds.
package enum PageVocabulary: HTMLVocabulary {
    /// The elements that our pages use.
    package enum Tag: String, HTMLTag {
        case a, body, button, dd, div, dl, dt, form, h1, h2, head, header, html, input, label, li, link, main, meta, nav, p, script
        case section, span, title, ul

        /// Whether it holds nothing and has no end tag.
        package var isVoid: Bool { self == .input || self == .link || self == .meta }
    }

    /// An attribute: its name stands in the source, its value is escaped, an address is of a type made for addresses or stands in the source.
    package struct Attribute: HTMLAttribute {
        /// The name, as it is written.
        package let name: String
        /// The value before escaping; nil for a flag.
        package let value: String?

        private init(_ name: StaticString, _ value: String?) {
            self.name = "\(name)"
            self.value = value
        }

        /// Name and value as they stand in the source.
        package static func fixed(_ name: StaticString, _ value: StaticString) -> Attribute { Attribute(name, "\(value)") }
        /// A name alone, as it stands in the source.
        package static func flag(_ name: StaticString) -> Attribute { Attribute(name, nil) }
        /// Style classes, as words.
        package static func `class`(_ words: StaticString) -> Attribute { .fixed("class", words) }
        /// The element's id.
        package static func id(_ id: StaticString) -> Attribute { .fixed("id", id) }
        /// What kind of button or input it is.
        package static func type(_ type: StaticString) -> Attribute { .fixed("type", type) }
        /// An input's name in the form.
        package static func name(_ name: StaticString) -> Attribute { .fixed("name", name) }
        /// What an input holds.
        package static func value(_ value: String) -> Attribute { Attribute("value", value) }
        /// Where a link leads.
        package static func href(to address: some PageAddress) -> Attribute { Attribute("href", address.address) }
        /// Where a form is sent to.
        package static func action(to address: some PageAddress) -> Attribute { Attribute("action", address.address) }
        /// The language of its text, as a tag of BCP 47.
        package static func lang(tag: String) -> Attribute { Attribute("lang", tag) }
        /// The language of what it leads to, as a tag of BCP 47.
        package static func hreflang(tag: String) -> Attribute { Attribute("hreflang", tag) }
        /// What assistive technology calls it.
        package static func label(_ label: String) -> Attribute { Attribute("aria-label", label) }
    }
}

/// Where a link of a page may lead: a type whose values are pages of ours, or addresses that were checked when they were made.
package protocol PageAddress {
    /// The address before escaping, never one that runs a script.
    var address: String { get }
}
