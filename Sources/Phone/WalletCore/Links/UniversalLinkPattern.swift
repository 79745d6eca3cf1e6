// SPDX-License-Identifier: EUPL-1.2

/// Where links of one kind lead: all of it must be met exactly, by bytes.
package struct UniversalLinkPattern: Sendable, Hashable {
    /// What such a link is for.
    package let kind: UniversalLinkKind
    /// In lower case, such as `https`. `http` is none: anybody on the way could write such a link.
    package let scheme: String
    /// A lower-case host name.
    package let host: String
    /// 1…65535; nil when links name no port, also not the scheme's own.
    package let port: Int?
    /// The whole path, one segment or more, each of letters, digits, `-`, `.`, `_` and `~`.
    package let segments: [String]

    /// - Returns: nil when a part is not of the form above; no link could ever meet such a pattern.
    package init?(kind: UniversalLinkKind, scheme: String, host: String, port: Int? = nil, segments: [String]) {
        guard scheme != "http", LinkGrammar.isScheme(scheme.utf8), LinkGrammar.isHost(host.utf8), (1...65_535).contains(port ?? 1),
            !segments.isEmpty, segments.allSatisfy({ LinkGrammar.isSegment($0.utf8) })
        else { return nil }
        self.kind = kind
        self.scheme = scheme
        self.host = host
        self.port = port
        self.segments = segments
    }

    func matches(_ parts: LinkParts) -> Bool {
        parts.scheme == scheme && parts.host == host && parts.port == port && parts.segments == segments
    }
}

extension [UniversalLinkPattern] {
    /// The embedded edition: one path for each kind, under a host name that nobody can own (RFC 2606).
    package static var embedded: Self {
        [
            (UniversalLinkKind.issuance, "credential-offer"), (.disclosureBasedIssuance, "disclosure_based_issuance"),
            (.disclosure, "disclosure"), (.authenticationRedirect, "authentication"),
        ].compactMap { UniversalLinkPattern(kind: $0, scheme: "https", host: "wallet.example", segments: ["link", $1]) }
    }
}
