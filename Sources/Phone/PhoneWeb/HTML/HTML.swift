// SPDX-License-Identifier: EUPL-1.2

/// A piece of a page.
///
/// Whatever is text or an attribute's value is escaped when it is written, and there is no other way in: element and attribute names
/// come from closed lists that hold nothing which runs a script or loads anything. The only markup taken as it is are the drawings
/// that ship with this module.
struct HTML: Sendable, Hashable {
    private indirect enum Node: Sendable, Hashable {
        case text(String)
        case element(Tag, [Attribute], [HTML])
        case drawing(Drawing)
        case group([HTML])
    }

    private let node: Node

    private init(_ node: Node) {
        self.node = node
    }

    /// Text, escaped.
    static func text(_ text: String) -> HTML { HTML(.text(text)) }

    /// A drawing of our own.
    static func drawing(_ drawing: Drawing) -> HTML { HTML(.drawing(drawing)) }

    /// Several pieces, one after the other.
    static func group(_ pieces: [HTML]) -> HTML { HTML(.group(pieces)) }

    /// An element with what it contains.
    static func element(_ tag: Tag, _ attributes: Attribute..., @Builder content: () -> [HTML] = { [] }) -> HTML {
        HTML(.element(tag, attributes, content()))
    }

    /// An element with attributes that were gathered before.
    static func element(_ tag: Tag, _ attributes: [Attribute], @Builder content: () -> [HTML] = { [] }) -> HTML {
        HTML(.element(tag, attributes, content()))
    }

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
        case .group(let pieces): for piece in pieces { piece.write(to: &markup) }
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
        case article, aside, b, button, code, dd, div, dl, dt, h1, h2, header, input, label, li, main, ol, p, section, span, table
        case tbody, td, th, time, tr, ul, wbr

        fileprivate var isVoid: Bool { self == .input || self == .wbr }
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
