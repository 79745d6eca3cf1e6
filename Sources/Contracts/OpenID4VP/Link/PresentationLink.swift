// SPDX-License-Identifier: EUPL-1.2

public import OAuthMessages

/// A link or QR code that asks for a presentation: where its signed request is, and whose it must be (OpenID4VP 1.0 §5).
///
/// Nothing else that a link says is used. The wallet's configuration defines which links reach the wallet.
public struct PresentationLink: Sendable, Hashable {
    /// `client_id`; the signed request must have the same.
    public let clientID: ClientIdentifier
    /// `request_uri`.
    public let requestURI: HTTPSURL
    /// True if the request is fetched by POST, with a `wallet_nonce` (§5.10).
    public let isPost: Bool
    /// The session type declared in the query of ``requestURI``; nil without one.
    public let declaredSession: SessionType?

    /// The schemes of OpenID4VP, HAIP and the EU for wallets without a link of their own.
    public static let schemes = ["openid4vp", "haip-vp", "eu-eaap"]
    /// Maximum size of a link in bytes.
    public static let maximumBytes = 64 * 1024

    /// A link to send.
    public init(clientID: ClientIdentifier, requestURI: HTTPSURL, isPost: Bool) {
        self.clientID = clientID
        self.requestURI = requestURI
        self.isPost = isPost
        declaredSession = requestURI.query.flatMap(SessionType.init(declaredIn:))
    }

    /// Reads a link: one of ``schemes``, or an `https` URL with the same query.
    ///
    /// - Throws: ``RequestRefusal`` with `linkMalformed`, `requestURI`, `requestURIMethod` or `clientIDPrefix`, in this order.
    public init(parsing link: String) throws(RequestRefusal) {
        let parameters = try Self.parameters(of: link)
        guard let client = parameters["client_id"] else { throw RequestRefusal(.linkMalformed) }
        guard let requestURI = parameters["request_uri"].flatMap({ HTTPSURL($0) }) else { throw RequestRefusal(.requestURI) }
        let isPost =
            switch parameters["request_uri_method"] {
            case nil, "get"?: false
            case "post"?: true
            default: throw RequestRefusal(.requestURIMethod)
            }
        self.init(clientID: try ClientIdentifier(client), requestURI: requestURI, isPost: isPost)
    }

    private static func parameters(of link: String) throws(RequestRefusal) -> FormParameters {
        guard link.utf8.count <= maximumBytes, link.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw RequestRefusal(.linkMalformed)
        }
        // A question mark in the fragment begins no query.
        let parts = link.prefix { $0 != "#" }.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let target = parts[0].lowercased()
        let isKnown =
            (target.hasPrefix("https://") && target.utf8.count > 8)
            || schemes.contains { scheme in
                // An authority such as `openid4vp://authorize` means nothing and is usual.
                target == scheme + ":" || target.hasPrefix(scheme + "://")
            }
        guard isKnown, parts.count == 2,
            let parameters = try? FormParameters(parsing: parts[1].utf8, maximumBytes: maximumBytes)
        else { throw RequestRefusal(.linkMalformed) }
        return parameters
    }

    /// Makes the link.
    ///
    /// - Parameter base: the part before the question mark, such as `openid4vp://`.
    public func link(base: String) -> String {
        let parameters = FormParameters([
            ("client_id", clientID.text), ("request_uri", requestURI.text), ("request_uri_method", isPost ? "post" : nil),
        ])
        return base + "?" + parameters.encoded
    }
}
