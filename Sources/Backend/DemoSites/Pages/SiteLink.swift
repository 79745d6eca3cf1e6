// SPDX-License-Identifier: EUPL-1.2

import WebPages

/// A piece of a page.
typealias HTML = Markup<PageVocabulary>

/// The target of a link: a page of the verifier, whose address was checked.
struct SiteLink: PageAddress {
    let address: String
}
