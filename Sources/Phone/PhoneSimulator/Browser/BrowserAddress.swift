// SPDX-License-Identifier: EUPL-1.2

import Foundation

/// An address that the phone's browser can open: `https`, normalised (RFC 3986 §6.2).
///
/// The host is lower case letters, digits, hyphens and dots. There is no user information. The path has no dot segments. The port appears
/// only when it is not 443. At most 8192 bytes.
package struct BrowserAddress: Sendable, Hashable {
    /// The host, in lower case.
    package let host: String
    /// The port, 1...65535.
    package let port: Int
    /// The path with its leading slash, as sent.
    let path: String
    /// The query without its question mark, as sent; nil if absent.
    private(set) var query: String?
    /// The fragment without its number sign; it is never sent.
    private(set) var fragment: String?

    /// The longest address, in bytes.
    static let longest = 8192

    /// Parses an absolute address; nil for any other text.
    package init?(_ text: String) { self.init(text, relativeTo: nil) }

    private init?(_ text: String, relativeTo base: URL?) {
        // Browsers repair other characters; this one refuses the address.
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

    /// Resolves a reference in the page of this address (RFC 3986 §5); nil for an address that the browser does not open.
    func resolving(_ reference: String) -> BrowserAddress? {
        let reference = reference.trimmingCharacters(in: .whitespacesAndNewlines)
        // An empty reference means the page itself.
        return BrowserAddress(reference.isEmpty ? requested : reference, relativeTo: URL(string: text))
    }

    /// The complete address.
    package var text: String { requested + (fragment.map { "#" + $0 } ?? "") }

    /// The address without its fragment.
    var requested: String { origin + path + (query.map { "?" + $0 } ?? "") }

    /// The address without query and fragment, as the operating system compares the links of an app (T-U1).
    var withoutQuery: BrowserAddress {
        var address = self
        (address.query, address.fragment) = (nil, nil)
        return address
    }

    /// Scheme, host and port (RFC 6454).
    package var origin: String { "https://" + host + (port == 443 ? "" : ":\(port)") }

    private static func isHost(_ host: String) -> Bool {
        (1...253).contains(host.utf8.count)
            && host.utf8.allSatisfy { (0x61...0x7a).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2d || $0 == 0x2e }
    }
}
