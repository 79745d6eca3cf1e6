// SPDX-License-Identifier: EUPL-1.2

/// A page as the browser has read it. Nothing in it runs or loads.
package struct PageDocument: Sendable, Hashable {
    /// Where it is from.
    package let address: BrowserAddress
    /// Its title, untrusted; empty when it has none.
    package internal(set) var title = ""
    /// The language that it says it is in; empty when it does not.
    package internal(set) var language = ""
    /// What is drawn.
    package internal(set) var nodes: [PageNode] = []
    /// Its style sheets, untrusted.
    package internal(set) var styles: [String] = []
    /// Whether it says that it can be light and dark.
    package internal(set) var hasDarkScheme = false
    /// Where links lead; nil for what is not opened.
    var links: [BrowserAddress?] = []
    var forms: [PageForm] = []

    init(address: BrowserAddress) {
        self.address = address
    }
}

/// A style sheet in the order of the page.
enum StyleSource: Sendable, Hashable {
    case text(String)
    case address(BrowserAddress)
}
