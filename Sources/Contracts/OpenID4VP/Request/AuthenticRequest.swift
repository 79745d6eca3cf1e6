// SPDX-License-Identifier: EUPL-1.2

import JSON
public import OAuthMessages

/// A request of a known verifier: certificate, signature and `client_id` hold. What it asks has not been read.
///
/// Between the two steps, a refusal can name the verifier and be told to it.
public struct AuthenticRequest: Sendable, Hashable {
    /// The verifier, from its access certificate.
    public let identity: VerifierIdentity
    private let claims: JSONObject

    init(identity: VerifierIdentity, claims: JSONObject) {
        self.identity = identity
        self.claims = claims
    }

    /// Where an error may be posted.
    public struct ReplyAddress: Sendable, Hashable {
        /// `response_uri`, at a host of the verifier's.
        public let responseURI: HTTPSURL
        /// `state`; nil without an acceptable one.
        public let state: String?
    }

    /// Where a refusal of ``request(walletNonce:now:)`` may be posted; nil if `response_uri` is not the verifier's own.
    public var replyAddress: ReplyAddress? {
        guard let addresses = try? PresentationRequest.addresses(claims, identity) else { return nil }
        return ReplyAddress(responseURI: addresses.responseURI, state: try? RequestClaims(object: claims).state())
    }

    /// Reads what is asked.
    ///
    /// - Parameters:
    ///   - walletNonce: the `wallet_nonce` that was sent; nil if none was.
    ///   - now: seconds since 1970.
    /// - Throws: ``RequestRefusal``.
    public func request(walletNonce: String?, now: Int64) throws(RequestRefusal) -> PresentationRequest {
        try PresentationRequest(claims: claims, now: now, identity: identity, walletNonce: walletNonce)
    }
}
