// SPDX-License-Identifier: EUPL-1.2

/// A piece of a page, written with the elements and attributes of one vocabulary.
///
/// Whatever is text or an attribute's value is escaped when it is written, and there is no other way in: element and attribute names come
/// from the vocabulary's closed lists. The only markup taken as it is are the drawings that ship with the program.
package struct Markup<Vocabulary: HTMLVocabulary>: Sendable, Hashable {
    /// The vocabulary's elements.
    package typealias Tag = Vocabulary.Tag
    /// The vocabulary's attributes.
    package typealias Attribute = Vocabulary.Attribute

    private indirect enum Node: Sendable, Hashable {
        case text(String)
        case element(Tag, [Attribute], [Markup])
        case drawing(Drawing)
        case group([Markup])
    }

    private let node: Node

    private init(_ node: Node) {
        self.node = node
    }

    /// Text, escaped.
    package static func text(_ text: String) -> Markup { Markup(.text(text)) }

    /// A drawing of our own.
    package static func drawing(_ drawing: Drawing) -> Markup { Markup(.drawing(drawing)) }

    /// Several pieces, one after the other.
    package static func group(_ pieces: [Markup]) -> Markup { Markup(.group(pieces)) }

    /// An element with what it contains.
    package static func element(_ tag: Tag, _ attributes: Attribute..., @Builder content: () -> [Markup] = { [] }) -> Markup {
        Markup(.element(tag, attributes, content()))
    }

    /// An element with attributes that were gathered before.
    package static func element(_ tag: Tag, _ attributes: [Attribute], @Builder content: () -> [Markup] = { [] }) -> Markup {
        Markup(.element(tag, attributes, content()))
    }

    /// As a whole document.
    package var document: String { "<!DOCTYPE html>\n" + markup + "\n" }

    /// The markup, safe to put into a page.
    package var markup: String {
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
            for attribute in attributes {
                markup += " " + attribute.name
                if let value = attribute.value { markup += "=\"\(value.escapedForHTML)\"" }
            }
            markup += ">"
            if tag.isVoid { return }
            for piece in pieces { piece.write(to: &markup) }
            markup += "</\(tag.rawValue)>"
        }
    }

    /// Gathers pieces; strings become text.
    @resultBuilder
    package enum Builder {
        /// A piece.
        package static func buildExpression(_ piece: Markup) -> [Markup] { [piece] }
        /// Pieces that were gathered before.
        package static func buildExpression(_ pieces: [Markup]) -> [Markup] { pieces }
        /// Text, escaped.
        package static func buildExpression(_ text: String) -> [Markup] { [.text(text)] }
        /// One after the other.
        package static func buildBlock(_ parts: [Markup]...) -> [Markup] { parts.flatMap(\.self) }
        /// Nothing, where a condition does not hold.
        package static func buildOptional(_ part: [Markup]?) -> [Markup] { part ?? [] }
        /// What stands behind a condition.
        package static func buildEither(first part: [Markup]) -> [Markup] { part }
        /// What stands behind its else.
        package static func buildEither(second part: [Markup]) -> [Markup] { part }
        /// What a loop gives, in its order.
        package static func buildArray(_ parts: [[Markup]]) -> [Markup] { parts.flatMap(\.self) }
    }
}
