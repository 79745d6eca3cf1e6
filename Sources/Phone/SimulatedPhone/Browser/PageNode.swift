// SPDX-License-Identifier: EUPL-1.2

/// A node of a page as drawn. Everything in it comes from closed lists, except texts and attribute values.
package indirect enum PageNode: Sendable, Hashable {
    /// Untrusted text.
    case text(String)
    case element(PageElement)
}

/// An element of a page.
package struct PageElement: Sendable, Hashable {
    package let tag: PageTag
    /// The attributes; their values are untrusted.
    package var attributes: [PageAttribute: String] = [:]
    /// The effect of using the element; nil for none.
    package var control: PageControl?
    package var children: [PageNode] = []
}

/// The elements that are drawn. The contents of other elements are drawn without the element.
package enum PageTag: String, Sendable, Hashable {
    case a, abbr, address, article, aside, b, blockquote, br, button, caption, code, dd, div, dl, dt, em, fieldset, figcaption, figure
    case footer, form, h1, h2, h3, h4, h5, h6, header, hr, i, input, label, legend, li, main, nav, ol, optgroup, option, p, pre, s, section
    case select, small, span, strong, sub, sup, table, tbody, td, textarea, tfoot, th, thead, tr, u, ul

    /// True if the element has no content and no end tag.
    package var isVoid: Bool { self == .br || self == .hr || self == .input }
}

/// The attributes that are drawn. None of them loads, links, names an element for scripts, or contains a style or a script.
package enum PageAttribute: String, Sendable, Hashable, CaseIterable {
    case `class`, id, lang, dir, role, title, `for`, hidden, checked, selected, disabled, readonly, multiple, placeholder, value, label
    case inputmode, maxlength, rows, colspan, rowspan, start, translate, type
    case ariaLabel = "aria-label"
    case ariaLabelledBy = "aria-labelledby"
    case ariaDescribedBy = "aria-describedby"
    case ariaHidden = "aria-hidden"
    case ariaLive = "aria-live"
    case ariaCurrent = "aria-current"
    case ariaInvalid = "aria-invalid"

    /// True if the attribute has no value.
    package var isFlag: Bool { [.hidden, .checked, .selected, .disabled, .readonly, .multiple].contains(self) }
}

/// The effect of using an element. Addresses, form targets and hidden values stay in the browser: a page is drawn with numbers only.
package enum PageControl: Sendable, Hashable {
    /// Follows the page's link with this number.
    case link(Int)
    /// Contains a value of a form.
    case field(PageFieldName)
    /// A radio button: the field, and the number of its group within the form.
    case choice(PageFieldName, group: Int)
    case submit(PageFieldName)
}

/// The identity of a field of a page: the number of the form, and of the field within it.
package struct PageFieldName: Sendable, Hashable, CustomStringConvertible {
    /// The numbers, counted from 0.
    package let form, field: Int

    init(form: Int, field: Int) {
        self.form = form
        self.field = field
    }

    /// Parses `form.field`; nil for any other text.
    package init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let form = parts[0], let field = parts[1], "\(form).\(field)" == text else { return nil }
        self.init(form: form, field: field)
    }

    /// `form.field`.
    package var description: String { "\(form).\(field)" }
}
