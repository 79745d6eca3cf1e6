// SPDX-License-Identifier: EUPL-1.2

import WebPages

/// A piece of a page of the portal.
typealias HTML = Markup<PageVocabulary>

extension PageVocabulary.Attribute {
    /// Where a link leads.
    static func href(_ link: Link) -> Self { .href(to: link) }
    /// Where a form is sent to.
    static func action(_ path: PortalPath) -> Self { .action(to: path) }
    /// The language of its text.
    static func lang(_ language: PortalLanguage) -> Self { .lang(tag: language.rawValue) }
    /// The language of what it leads to.
    static func hreflang(_ language: PortalLanguage) -> Self { .hreflang(tag: language.rawValue) }
}
