// SPDX-License-Identifier: EUPL-1.2

import Foundation

/// An address that the phone's browser opens: `https`, in one spelling (RFC 3986 §6.2).
///
/// The host is in lower case and made of letters, digits, hyphens and dots; there is no user; the path has no dot segments; the port is named
/// only when it is not 443. At most 8192 bytes.
package struct BrowserAddress: Sendable, Hashable {
    /// The host in lower case.
    package let host: String
    /// 1...65535.
    package let port: Int
    /// With its leading slash, as it is sent.
    let path: String
    /// Behind the question mark, as it is sent; nil when there is none.
    private(set) var query: String?
    /// Behind the number sign; it is never sent.
    let fragment: String?

    /// The longest address, in bytes.
    static let longest = 8192

    /// An absolute address; nil for anything else than the above.
    package init?(_ text: String) { self.init(text, relativeTo: nil) }

    private init?(_ text: String, relativeTo base: URL?) {
        // Browsers mend other characters; whoever writes them does not get further than here.
        guard text.utf8.count <= Self.longest, text.utf8.allSatisfy({ (0x21...0x7e).contains($0) && !"\\\"<>^`{|}".utf8.contains($0) }),
            let url = URL(string: text, relativeTo: base)?.absoluteURL.standardized,
            let parts = URLComponents(url: url, resolvingAgainstBaseURL: true), parts.scheme?.lowercased() == "https",
            parts.user == nil, parts.password == nil, let host = parts.host?.lowercased(), Self.isHost(host),
            (1...65_535).contains(parts.port ?? 443), parts.percentEncodedPath.isEmpty || parts.percentEncodedPath.hasPrefix("/")
        else { return nil }
        self.host = host
        port = parts.port ?? 443
        path = parts.percentEncodedPath.isEmpty ? "/" : parts.percentEncodedPath
        query = parts.percentEncodedQuery
        fragment = parts.percentEncodedFragment
        guard self.text.utf8.count <= Self.longest else { return nil }
    }

    /// Where a reference in a page of this address leads (RFC 3986 §5); nil for anything that is not opened.
    func resolving(_ reference: String) -> BrowserAddress? {
        let reference = reference.trimmingSpaces
        // No reference at all means the page itself.
        return BrowserAddress(reference.isEmpty ? requested : reference, relativeTo: URL(string: text))
    }

    /// The same address with another query and no fragment.
    func asking(_ query: String) -> BrowserAddress? { BrowserAddress(origin + path + "?" + query) }

    /// The whole address.
    package var text: String { requested + (fragment.map { "#" + $0 } ?? "") }

    /// The address without what is never sent.
    var requested: String { origin + path + (query.map { "?" + $0 } ?? "") }

    /// Scheme, host and port (RFC 6454).
    var origin: String { "https://" + host + (port == 443 ? "" : ":\(port)") }

    private static func isHost(_ host: String) -> Bool {
        (1...253).contains(host.utf8.count)
            && host.utf8.allSatisfy { (0x61...0x7a).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2d || $0 == 0x2e }
    }
}
