// SPDX-License-Identifier: EUPL-1.2

/// A web site that the phone's browser may open.
package struct BrowserSite: Sendable {
    /// The only trusted roots of its certificate, in DER; nil for the operating system's.
    let roots: [[UInt8]]?
    /// Resolves an address to a present URL, as a name server does; nil for an address of another site.
    let resolve: @Sendable (_ address: String) -> String?

    package init(roots: [[UInt8]]?, resolve: @escaping @Sendable (_ address: String) -> String?) {
        self.roots = roots
        self.resolve = resolve
    }

    /// - Parameter origin: `https://host[:port]`, as in `BrowserAddress.origin`.
    package init(origin: String, roots: [[UInt8]]?) {
        self.init(roots: roots) { $0.hasPrefix(origin + "/") ? $0 : nil }
    }
}
