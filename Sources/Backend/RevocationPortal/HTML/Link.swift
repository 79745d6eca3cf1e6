// SPDX-License-Identifier: EUPL-1.2

import WebPages

/// The target of a link: a page of the portal, an address from the settings, or an element of the same page.
enum Link: PageAddress, Sendable, Hashable {
    /// A page of the portal, in the given language, or in the present language if nil.
    case page(PortalPath, PortalLanguage? = nil)
    case outside(ExternalAddress)
    /// The element with this id.
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

/// The paths of the portal's pages.
enum PortalPath: String, PageAddress, Sendable, Hashable, CaseIterable {
    /// UC10.1/1.1; also the address that the form is sent to.
    case form = "/"
    /// UC10.1/1.2 or 2.1, depending on the outcome of the last code.
    case result = "/result"
    /// Follows UC10.1/1.1b.
    case cancelled = "/cancelled"
    /// The help for the form.
    case help = "/help"
    /// The help for the outcome; links back to the outcome.
    case resultHelp = "/result/help"

    var address: String { rawValue }
}
