// SPDX-License-Identifier: EUPL-1.2

import OAuthMessages

/// `redirect_uri` of a verifier's reply: where the person goes on in the browser (OpenID4VP 1.0 §8.2).
///
/// An absolute `https` URL. Unlike other addresses it may have a fragment, in which the standard's example carries `response_code`.
public struct RedirectURI: Sendable, Hashable {
    /// The URL as received.
    public let text: String
    /// The host as written.
    public let host: String

    /// Reads a URL; nil for another scheme, a relative reference, or more than 2048 bytes.
    public init?(_ text: String) {
        guard let url = HTTPSURL(page: text) else { return nil }
        self.text = text
        host = url.host
    }
}
