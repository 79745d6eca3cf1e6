// SPDX-License-Identifier: EUPL-1.2

public import OAuthMessages

/// An HTTP request of the wallet to a verifier, as a value. Transports must not follow redirects, and send no cookies and no `User-Agent`
/// that tells wallets apart.
public struct WalletRequest: Sendable, Hashable {
    /// True for POST, false for GET.
    public let isPost: Bool
    /// `request_uri` or `response_uri`.
    public let url: HTTPSURL
    /// The field `Accept`.
    public let accept: String
    /// The field `Content-Type`; nil without a body.
    public let contentType: String?
    /// The body; empty for GET.
    public let body: [UInt8]
    /// Maximum size of the answer in bytes; a larger one is not read.
    public let maximumAnswerBytes: Int

    /// A request with these parts.
    public init(isPost: Bool, url: HTTPSURL, accept: String, contentType: String?, body: [UInt8], maximumAnswerBytes: Int) {
        self.isPost = isPost
        self.url = url
        self.accept = accept
        self.contentType = contentType
        self.body = body
        self.maximumAnswerBytes = maximumAnswerBytes
    }
}

/// A verifier's HTTP answer, as a value.
public struct VerifierAnswer: Sendable, Hashable {
    /// The HTTP status.
    public let status: Int
    /// The media type in lower case without parameters; empty if absent or ambiguous.
    public let mediaType: String
    /// The body, at most ``WalletRequest/maximumAnswerBytes``.
    public let body: [UInt8]

    /// An answer with these parts.
    public init(status: Int, mediaType: String, body: [UInt8]) {
        self.status = status
        self.mediaType = mediaType
        self.body = body
    }
}
