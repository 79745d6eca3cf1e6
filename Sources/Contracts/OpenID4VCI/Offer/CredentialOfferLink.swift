// SPDX-License-Identifier: EUPL-1.2

/// A link or QR code with an offer, by value or by reference (OpenID4VCI §4.1).
///
/// Only the query is read here; the wallet's configuration defines which links the wallet accepts.
///
/// The cases are complete.
public enum CredentialOfferLink: Sendable, Hashable {
    /// The offer itself.
    case value(CredentialOffer)
    /// The URL of the offer.
    case reference(HTTPSURL)

    /// The scheme for wallets without a link of their own (§12.1.1).
    public static let scheme = "openid-credential-offer"

    /// Maximum size of a link in bytes.
    public static let maximumBytes = 64 * 1024

    /// Reads a link: `openid-credential-offer://?…`, or an `https` URL with the same query.
    ///
    /// - Throws: `MalformedMessage` for an unknown scheme, text between scheme and query in an `openid-credential-offer` link, both or
    ///   neither of the parameters, a duplicate parameter, or an invalid offer or URL.
    public init(parsing link: String) throws(MalformedMessage) {
        guard link.utf8.count <= Self.maximumBytes, link.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw MalformedMessage("a link that is too long or no address")
        }
        let parts = link.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let target = parts[0].lowercased()
        let isKnown = ["://", ":", ":///"].contains { target == Self.scheme + $0 } || (target.hasPrefix("https://") && target.count > 8)
        guard isKnown, parts.count == 2 else { throw MalformedMessage("a link of another kind") }
        let query = parts[1].prefix { $0 != "#" }
        try self.init(query: FormParameters(parsing: Array(query.utf8), maximumBytes: Self.maximumBytes))
    }

    /// Reads a link's query. Other parameters are ignored.
    ///
    /// - Throws: `MalformedMessage`.
    public init(query: FormParameters) throws(MalformedMessage) {
        switch (query["credential_offer"], query["credential_offer_uri"]) {
        case (let offer?, nil): self = .value(try CredentialOffer(parsing: Array(offer.utf8), maximumBytes: Self.maximumBytes))
        case (nil, let address?):
            guard let url = HTTPSURL(address) else { throw MalformedMessage("credential_offer_uri is not an https address") }
            self = .reference(url)
        default: throw MalformedMessage("not exactly one of credential_offer and credential_offer_uri")
        }
    }

    /// Makes the link.
    ///
    /// - Parameter base: the part before the question mark; `openid-credential-offer://` by default.
    public func link(base: String = scheme + "://") -> String {
        let parameter: (String, String?) =
            switch self {
            case .value(let offer): ("credential_offer", String(decoding: offer.body, as: UTF8.self))
            case .reference(let url): ("credential_offer_uri", url.text)
            }
        return base + "?" + FormParameters([parameter]).encoded
    }
}
