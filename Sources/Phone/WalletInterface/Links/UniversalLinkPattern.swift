// SPDX-License-Identifier: EUPL-1.2

package import WalletConfiguration

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

extension UniversalLinkPattern {
    /// What a configuration says of a kind of link.
    ///
    /// A link that names https's own port is another one: nobody has to write it.
    ///
    /// - Returns: nil for what no flow of this version opens: moving a wallet, and schemes of their own, which any other app can claim, too.
    package init?(_ configured: WalletConfiguration.UniversalLink) {
        let kind: UniversalLinkKind
        switch configured.kind {
        case .credentialOffer: kind = .issuance
        case .disclosureBasedIssuance: kind = .disclosureBasedIssuance
        case .disclosure: kind = .disclosure
        case .issuanceRedirect: kind = .authenticationRedirect
        case .transfer: return nil
        }
        guard case .web(let host, let port, let path) = configured.form, path.utf8.first == UInt8(ascii: "/") else { return nil }
        let segments = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        self.init(kind: kind, scheme: "https", host: host, port: port == 443 ? nil : port, segments: segments)
    }
}
