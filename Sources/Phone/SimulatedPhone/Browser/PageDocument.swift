// SPDX-License-Identifier: EUPL-1.2

/// A page as the browser has read it. It contains nothing that runs or loads.
package struct PageDocument: Sendable, Hashable {
    package let address: BrowserAddress
    /// The untrusted title; empty if absent.
    package internal(set) var title = ""
    /// The language that the page declares; empty if absent.
    package internal(set) var language = ""
    package internal(set) var nodes: [PageNode] = []
    /// The untrusted style sheets.
    package internal(set) var styles: [String] = []
    /// True if the page declares support for a dark color scheme.
    package internal(set) var hasDarkScheme = false
    /// The targets of the links; nil for an address that the browser does not open.
    var links: [BrowserAddress?] = []
    var forms: [PageForm] = []

    init(address: BrowserAddress) {
        self.address = address
    }
}

/// A style sheet, in document order.
enum StyleSource: Sendable, Hashable {
    case text(String)
    case address(BrowserAddress)
}
