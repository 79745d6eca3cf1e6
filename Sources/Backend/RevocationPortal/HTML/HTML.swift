// SPDX-License-Identifier: EUPL-1.2

/// A piece of a page.
///
/// Whatever is text or an attribute's value is escaped when it is written. Elements come from a closed list; the only markup taken as it is are
/// the drawings that ship with the portal.
struct HTML: Sendable, Hashable {
    private indirect enum Node: Sendable, Hashable {
        case text(String)
        case element(Tag, [Attribute], [HTML])
        case drawing(Drawing)
    }

    private let node: Node

    private init(_ node: Node) {
        self.node = node
    }

    /// Text, escaped.
    static func text(_ text: String) -> HTML { HTML(.text(text)) }

    /// A drawing of our own.
    static func drawing(_ drawing: Drawing) -> HTML { HTML(.drawing(drawing)) }

    /// An element with what it contains.
    static func element(_ tag: Tag, _ attributes: Attribute..., @Builder content: () -> [HTML] = { [] }) -> HTML {
        HTML(.element(tag, attributes, content()))
    }

    /// An element with attributes that were gathered before.
    static func element(_ tag: Tag, _ attributes: [Attribute], @Builder content: () -> [HTML] = { [] }) -> HTML {
        HTML(.element(tag, attributes, content()))
    }

    /// As a whole document.
    var document: String { "<!DOCTYPE html>\n" + markup + "\n" }

    /// The markup, safe to put into a page.
    var markup: String {
        var markup = ""
        write(to: &markup)
        return markup
    }

    private func write(to markup: inout String) {
        switch node {
        case .text(let text): markup += text.escapedForHTML
        case .drawing(let drawing): markup += drawing.source
        case .element(let tag, let attributes, let pieces):
            markup += "<\(tag.rawValue)"
            for attribute in attributes { markup += attribute.markup }
            markup += ">"
            if tag.isVoid { return }
            for piece in pieces { piece.write(to: &markup) }
            markup += "</\(tag.rawValue)>"
        }
    }

    /// The elements that we use.
    enum Tag: String, Sendable, Hashable {
        case a, body, button, dd, div, dl, dt, form, h1, h2, head, header, html, input, label, li, link, main, meta, nav, p, script
        case section, span, title, ul

        fileprivate var isVoid: Bool { self == .input || self == .link || self == .meta }
    }

    /// Gathers pieces; strings become text.
    @resultBuilder
    enum Builder {
        static func buildExpression(_ piece: HTML) -> [HTML] { [piece] }
        static func buildExpression(_ pieces: [HTML]) -> [HTML] { pieces }
        static func buildExpression(_ text: String) -> [HTML] { [.text(text)] }
        static func buildBlock(_ parts: [HTML]...) -> [HTML] { parts.flatMap(\.self) }
        static func buildOptional(_ part: [HTML]?) -> [HTML] { part ?? [] }
        static func buildEither(first part: [HTML]) -> [HTML] { part }
        static func buildEither(second part: [HTML]) -> [HTML] { part }
        static func buildArray(_ parts: [[HTML]]) -> [HTML] { parts.flatMap(\.self) }
    }
}

extension String {
    /// Safe as text and between quotes: markup characters become references, what HTML cannot hold becomes U+FFFD.
    fileprivate var escapedForHTML: String {
        var escaped = ""
        escaped.reserveCapacity(utf8.count)
        for scalar in unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            case "`": escaped += "&#96;"
            case "\n", "\t": escaped.unicodeScalars.append(scalar)
            case _ where scalar.properties.generalCategory == .control: escaped += "\u{FFFD}"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}

extension HTML {
    /// An attribute: its name stands in the source, its value is escaped, an address is a `Link` or stands in the source.
    struct Attribute: Sendable, Hashable {
        private let name: String
        private let value: String?

        private init(_ name: StaticString, _ value: String?) {
            self.name = "\(name)"
            self.value = value
        }

        /// With a leading space.
        fileprivate var markup: String { " " + name + (value.map { "=\"\($0.escapedForHTML)\"" } ?? "") }

        /// Name and value as they stand in the source.
        static func fixed(_ name: StaticString, _ value: StaticString) -> Attribute { Attribute(name, "\(value)") }
        /// A name alone, as it stands in the source.
        static func flag(_ name: StaticString) -> Attribute { Attribute(name, nil) }
        /// Style classes, as words.
        static func `class`(_ words: StaticString) -> Attribute { .fixed("class", words) }
        /// The element's id.
        static func id(_ id: StaticString) -> Attribute { .fixed("id", id) }
        /// What kind of button or input it is.
        static func type(_ type: StaticString) -> Attribute { .fixed("type", type) }
        /// An input's name in the form.
        static func name(_ name: StaticString) -> Attribute { .fixed("name", name) }
        /// What an input holds.
        static func value(_ value: String) -> Attribute { Attribute("value", value) }
        /// Where a link leads.
        static func href(_ link: Link) -> Attribute { Attribute("href", link.address) }
        /// Where a form is sent to.
        static func action(_ path: PortalPath) -> Attribute { Attribute("action", path.rawValue) }
        /// The language of its text.
        static func lang(_ language: PortalLanguage) -> Attribute { Attribute("lang", language.rawValue) }
        /// The language of what it leads to.
        static func hreflang(_ language: PortalLanguage) -> Attribute { Attribute("hreflang", language.rawValue) }
        /// What assistive technology calls it.
        static func label(_ label: String) -> Attribute { Attribute("aria-label", label) }
    }
}
