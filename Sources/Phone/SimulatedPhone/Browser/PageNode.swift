// SPDX-License-Identifier: EUPL-1.2

/// A piece of a page as it is drawn. Everything in it is from closed lists, but for the texts and the attributes' values.
package indirect enum PageNode: Sendable, Hashable {
    /// Text, untrusted.
    case text(String)
    /// An element.
    case element(PageElement)
}

/// An element of a page.
package struct PageElement: Sendable, Hashable {
    /// What it is.
    package let tag: PageTag
    /// What it says of itself; the values are untrusted.
    package var attributes: [PageAttribute: String] = [:]
    /// What it does when it is used; nil for nothing.
    package var control: PageControl?
    /// What it contains.
    package var children: [PageNode] = []
}

/// The elements that are drawn; what other elements contain is drawn without them.
package enum PageTag: String, Sendable, Hashable {
    case a, abbr, address, article, aside, b, blockquote, br, button, caption, code, dd, div, dl, dt, em, fieldset, figcaption, figure
    case footer, form, h1, h2, h3, h4, h5, h6, header, hr, i, input, label, legend, li, main, nav, ol, optgroup, option, p, pre, s, section
    case select, small, span, strong, sub, sup, table, tbody, td, textarea, tfoot, th, thead, tr, u, ul

    /// Whether it holds nothing and has no end tag.
    package var isVoid: Bool { self == .br || self == .hr || self == .input }
}

/// The attributes that are drawn. None loads, leads anywhere, names a thing for scripts, or holds a style or a script.
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

    /// Whether it stands alone, without a value.
    package var isFlag: Bool { [.hidden, .checked, .selected, .disabled, .readonly, .multiple].contains(self) }
}

/// What using an element does. Addresses, form targets and hidden values stay with the browser: a page is drawn with numbers only.
package enum PageControl: Sendable, Hashable {
    /// Follows the page's link of that number.
    case link(Int)
    /// Holds a value of a form.
    case field(PageFieldName)
    /// One of several of which one is chosen: the field, and the number of the choice within the form.
    case choice(PageFieldName, group: Int)
    /// Sends a form.
    case submit(PageFieldName)
}

/// Names a field of a page: the number of the form, and of the field within it.
package struct PageFieldName: Sendable, Hashable, CustomStringConvertible {
    /// The numbers, from 0.
    package let form, field: Int

    init(form: Int, field: Int) {
        self.form = form
        self.field = field
    }

    /// Reads `form.field`; nil for anything else.
    package init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let form = parts[0], let field = parts[1], "\(form).\(field)" == text else { return nil }
        self.init(form: form, field: field)
    }

    /// `form.field`.
    package var description: String { "\(form).\(field)" }
}
