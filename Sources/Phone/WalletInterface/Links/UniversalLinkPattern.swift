// SPDX-License-Identifier: EUPL-1.2

package import WalletConfiguration

/// The address of links of one kind. Every part must match exactly, byte by byte.
package struct UniversalLinkPattern: Sendable, Hashable {
    package let kind: UniversalLinkKind
    /// The scheme in lower case, such as `https`. `http` is not permitted, because an attacker on the network could forge an `http` link.
    package let scheme: String
    /// A lower-case host name.
    package let host: String
    /// 1…65535; nil when links contain no port, not even the scheme's own.
    package let port: Int?
    /// The complete path: one or more segments of letters, digits, `-`, `.`, `_` and `~`.
    package let segments: [String]

    /// - Returns: nil when a part does not have the form above; no link could match the pattern.
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
    /// Creates the pattern of a configured link.
    ///
    /// A link that contains the default port of https does not match, because no sender needs to write it.
    ///
    /// - Returns: nil for links that no flow of this version opens: transfer of a wallet, and custom schemes, which any other app can
    ///   claim.
    package init?(_ configured: ConfiguredLink) {
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
