// SPDX-License-Identifier: EUPL-1.2

/// A piece of a page, written with the elements and attributes of one vocabulary.
///
/// Text and attribute values are always escaped on output. Element and attribute names come from the vocabulary's closed lists. Only the
/// drawings shipped with the program are output unescaped.
package struct Markup<Vocabulary: HTMLVocabulary>: Sendable, Hashable {
    package typealias Tag = Vocabulary.Tag
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

    /// A text, escaped on output.
    package static func text(_ text: String) -> Markup { Markup(.text(text)) }

    /// A drawing shipped with the program.
    package static func drawing(_ drawing: Drawing) -> Markup { Markup(.drawing(drawing)) }

    /// Several pieces in a row.
    package static func group(_ pieces: [Markup]) -> Markup { Markup(.group(pieces)) }

    /// An element with attributes and content.
    package static func element(_ tag: Tag, _ attributes: Attribute..., @Builder content: () -> [Markup] = { [] }) -> Markup {
        Markup(.element(tag, attributes, content()))
    }

    /// An element with an array of attributes and content.
    package static func element(_ tag: Tag, _ attributes: [Attribute], @Builder content: () -> [Markup] = { [] }) -> Markup {
        Markup(.element(tag, attributes, content()))
    }

    /// The markup as a complete document.
    package var document: String { "<!DOCTYPE html>\n" + markup + "\n" }

    /// The markup, safe for inserting into a page.
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

    /// Collects pieces; strings become text.
    @resultBuilder
    package enum Builder {
        /// A single piece.
        package static func buildExpression(_ piece: Markup) -> [Markup] { [piece] }
        /// An array of pieces.
        package static func buildExpression(_ pieces: [Markup]) -> [Markup] { pieces }
        /// A text, escaped on output.
        package static func buildExpression(_ text: String) -> [Markup] { [.text(text)] }
        /// Pieces in a row.
        package static func buildBlock(_ parts: [Markup]...) -> [Markup] { parts.flatMap(\.self) }
        /// An `if` without `else`.
        package static func buildOptional(_ part: [Markup]?) -> [Markup] { part ?? [] }
        /// The branch after `if`.
        package static func buildEither(first part: [Markup]) -> [Markup] { part }
        /// The branch after `else`.
        package static func buildEither(second part: [Markup]) -> [Markup] { part }
        /// The pieces of a loop, in order.
        package static func buildArray(_ parts: [[Markup]]) -> [Markup] { parts.flatMap(\.self) }
    }
}
