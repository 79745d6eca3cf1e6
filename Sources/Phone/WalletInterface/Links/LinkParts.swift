// SPDX-License-Identifier: EUPL-1.2

/// The parts of a link in the only accepted form: `scheme://host[:port]/segment[/segment…][?query]`.
///
/// Any other form of URL is refused, not repaired: user information, a fragment, upper case in scheme or host, a character that needs
/// encoding, an encoded character outside the query, an empty segment. So every parser sees the same host and path in an accepted link.
struct LinkParts: Sendable, Equatable, Redacted {
    let scheme: String
    /// A lower-case host name.
    let host: String
    /// 1…65535; nil if not written.
    let port: Int?
    /// The path segments, without percent-encoding. At least one, none of them empty.
    let segments: [String]
    /// The query as written, after the `?`; nil if absent.
    let query: String?

    /// Parses a link.
    ///
    /// - Parameter text: untrusted, of any length.
    /// - Returns: nil when it is longer than `UniversalLink.longest` or not exactly of that form.
    init?(parsing text: String) {
        guard text.utf8.count <= UniversalLink.longest else { return nil }
        let bytes = Array(text.utf8)
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), LinkGrammar.isScheme(bytes[..<colon]) else { return nil }
        var rest = bytes[(colon + 1)...]
        guard rest.starts(with: "//".utf8) else { return nil }
        rest = rest.dropFirst(2)

        let beforeQuery = rest.prefix { $0 != UInt8(ascii: "?") }
        let query = rest.dropFirst(beforeQuery.count)
        let authority = beforeQuery.prefix { $0 != UInt8(ascii: "/") }
        let path = beforeQuery.dropFirst(authority.count)

        let host = authority.prefix { $0 != UInt8(ascii: ":") }
        let port = authority.dropFirst(host.count)
        guard LinkGrammar.isHost(host), port.isEmpty || LinkGrammar.port(port.dropFirst()) != nil else { return nil }
        let segments = path.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard !segments.isEmpty, segments.allSatisfy(LinkGrammar.isSegment), LinkGrammar.isQuery(query.dropFirst()) else { return nil }

        scheme = String(decoding: bytes[..<colon], as: UTF8.self)
        self.host = String(decoding: host, as: UTF8.self)
        self.port = LinkGrammar.port(port.dropFirst())
        self.segments = segments.map { String(decoding: $0, as: UTF8.self) }
        self.query = query.isEmpty ? nil : String(decoding: query.dropFirst(), as: UTF8.self)
    }

    /// Reveals nothing of the content.
    var logged: String { "the parts of a link" }
}
