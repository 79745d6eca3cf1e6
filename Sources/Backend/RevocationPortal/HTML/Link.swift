// SPDX-License-Identifier: EUPL-1.2

import WebPages

/// Where a link may lead: a page of ours, an address that the operator has set, or a place in the same page.
enum Link: PageAddress, Sendable, Hashable {
    /// A page of ours; in another language when one is named.
    case page(PortalPath, PortalLanguage? = nil)
    /// Out of the portal.
    case outside(WebAddress)
    /// The element with that id.
    case place(StaticString)

    /// The address before escaping.
    var address: String {
        switch self {
        case .page(let path, let language): path.rawValue + (language.map { "?lang=\($0.rawValue)" } ?? "")
        case .outside(let address): address.text
        case .place(let id): "#\(id)"
        }
    }

    static func == (left: Link, right: Link) -> Bool { left.address == right.address }

    func hash(into hasher: inout Hasher) { hasher.combine(address) }
}

/// The addresses of the portal's pages.
enum PortalPath: String, PageAddress, Sendable, Hashable, CaseIterable {
    /// UC10.1/1.1; also where the form is sent to.
    case form = "/"
    /// UC10.1/1.2 or 2.1, by what became of the last code.
    case result = "/result"
    /// After UC10.1/1.1b.
    case cancelled = "/cancelled"
    /// Help for the form.
    case help = "/help"
    /// Help for the outcome; leads back to it.
    case resultHelp = "/result/help"

    var address: String { rawValue }
}
