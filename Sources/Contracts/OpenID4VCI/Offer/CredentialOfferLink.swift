// SPDX-License-Identifier: EUPL-1.2

/// How an offer reaches a wallet: as a link or in a QR code, by value or by reference (OpenID4VCI §4.1).
///
/// Which links are the wallet's at all is for the wallet's configuration to say; only the query is looked at here.
package enum CredentialOfferLink: Sendable, Hashable {
    /// The offer itself.
    case value(CredentialOffer)
    /// Where the offer is.
    case reference(HTTPSURL)

    /// The scheme that wallets without a link of their own are reached by (§12.1.1).
    package static let scheme = "openid-credential-offer"

    /// The most bytes that a link may have.
    package static let maximumBytes = 64 * 1024

    /// What a link carries: `openid-credential-offer://?…`, or an `https` address with the same query.
    ///
    /// - Throws: ``MalformedMessage`` for another scheme, anything between scheme and query in a link of our scheme, both parameters or
    ///   none, one of them twice, and an offer or address that is none.
    package init(parsing link: String) throws(MalformedMessage) {
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

    /// What a link's query carries. Other parameters are let be.
    ///
    /// - Throws: ``MalformedMessage``.
    package init(query: FormParameters) throws(MalformedMessage) {
        switch (query["credential_offer"], query["credential_offer_uri"]) {
        case (let offer?, nil): self = .value(try CredentialOffer(parsing: Array(offer.utf8), maximumBytes: Self.maximumBytes))
        case (nil, let address?):
            guard let url = HTTPSURL(address) else { throw MalformedMessage("credential_offer_uri is not an https address") }
            self = .reference(url)
        default: throw MalformedMessage("not exactly one of credential_offer and credential_offer_uri")
        }
    }

    /// The link.
    ///
    /// - Parameter base: what stands in front of the question mark; `openid-credential-offer://` unless told.
    package func link(base: String = scheme + "://") -> String {
        let parameter: (String, String?) =
            switch self {
            case .value(let offer): ("credential_offer", String(decoding: offer.body, as: UTF8.self))
            case .reference(let url): ("credential_offer_uri", url.text)
            }
        return base + "?" + FormParameters([parameter]).encoded
    }
}
