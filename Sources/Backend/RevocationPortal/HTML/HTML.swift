// SPDX-License-Identifier: EUPL-1.2

import WebPages

/// A piece of a page of the portal.
typealias HTML = Markup<PageVocabulary>

extension PageVocabulary.Attribute {
    /// The target of a link.
    static func href(_ link: Link) -> Self { .href(to: link) }
    /// The address that a form is sent to.
    static func action(_ path: PortalPath) -> Self { .action(to: path) }
    /// The language of the element's text.
    static func lang(_ language: PortalLanguage) -> Self { .lang(tag: language.rawValue) }
    /// The language of the link's target.
    static func hreflang(_ language: PortalLanguage) -> Self { .hreflang(tag: language.rawValue) }
}
