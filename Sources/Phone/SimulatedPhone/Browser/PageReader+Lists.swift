// SPDX-License-Identifier: EUPL-1.2

extension PageTag {
    /// Returns true if the start of this element closes an open one (HTML §13.1.2.4).
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
    /// The longest value kept, in characters.
    private static let longest = 2000

    /// Returns the attributes of an element that are drawn. The browser itself sets the type of an input.
    static func of(_ tag: PageTag, _ attributes: [String: String]) -> [PageAttribute: String] {
        var kept: [PageAttribute: String] = [:]
        for attribute in allCases where attribute != .type && (attribute != .value || tag == .input || tag == .option) {
            if let value = attributes[attribute.rawValue] { kept[attribute] = String(value.prefix(longest)) }
        }
        return kept
    }
}

extension PageNode {
    /// The text inside the node.
    var text: String {
        switch self {
        case .text(let text): text
        case .element(let element): element.children.map(\.text).joined()
        }
    }
}

extension PageElement {
    /// The values of the options inside the element.
    var optionValues: [String] {
        children.flatMap { child -> [String] in
            guard case .element(let element) = child else { return [] }
            return element.tag == .option ? [element.attributes[.value] ?? ""] : element.optionValues
        }
    }
}

extension PageForm.Field.Kind {
    /// Sets the values of a select field; other fields ignore them.
    mutating func offer(_ values: [String]) {
        if case .select = self { self = .select(values) }
    }
}

extension String {
    /// The text without white space at both ends.
    var trimmingSpaces: String {
        String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
