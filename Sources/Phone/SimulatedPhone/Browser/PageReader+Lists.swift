// SPDX-License-Identifier: EUPL-1.2

extension PageTag {
    /// Whether the beginning of this element ends one that was left open (HTML §13.1.2.4).
    func ends(_ open: PageTag) -> Bool {
        switch open {
        case .p: Self.endingParagraph.contains(self)
        case .li: self == .li
        case .dt, .dd: self == .dt || self == .dd
        case .option: self == .option || self == .optgroup
        case .td, .th: [.td, .th, .tr, .tbody, .tfoot].contains(self)
        case .tr: [.tr, .tbody, .tfoot].contains(self)
        case .thead, .tbody: self == .tbody || self == .tfoot
        default: false
        }
    }

    private static let endingParagraph: Set<PageTag> = [
        .address, .article, .aside, .blockquote, .div, .dl, .fieldset, .figure, .footer, .form, .h1, .h2, .h3, .h4, .h5, .h6, .header, .hr,
        .main, .nav, .ol, .p, .pre, .section, .table, .ul,
    ]
}

extension PageAttribute {
    /// The longest value that is kept, in characters.
    private static let longest = 2000

    /// The attributes of an element that are drawn. What kind of input it is says the browser itself.
    static func of(_ tag: PageTag, _ attributes: [String: String]) -> [PageAttribute: String] {
        var kept: [PageAttribute: String] = [:]
        for attribute in allCases where attribute != .type && (attribute != .value || tag == .input || tag == .option) {
            if let value = attributes[attribute.rawValue] { kept[attribute] = String(value.prefix(longest)) }
        }
        return kept
    }
}

extension PageNode {
    /// The text in it.
    var text: String {
        switch self {
        case .text(let text): text
        case .element(let element): element.children.map(\.text).joined()
        }
    }
}

extension PageElement {
    /// The values of the options in it.
    var optionValues: [String] {
        children.flatMap { child -> [String] in
            guard case .element(let element) = child else { return [] }
            return element.tag == .option ? [element.attributes[.value] ?? ""] : element.optionValues
        }
    }
}

extension PageForm.Field.Kind {
    /// A choice among values has these; a field that does not take part has none.
    mutating func offer(_ values: [String]) {
        if case .select = self { self = .select(values) }
    }
}

extension String {
    /// Without white space at both ends.
    var trimmingSpaces: String {
        String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
