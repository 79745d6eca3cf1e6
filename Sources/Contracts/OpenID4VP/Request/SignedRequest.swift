// SPDX-License-Identifier: EUPL-1.2

import Crypto
public import Foundation
import JOSE
import JSON
import OAuthMessages
import SwiftASN1
public import X509

/// A request object with a valid form and header (OpenID4VP 1.0 §5, RFC 9101, HAIP 1.0 §5); its signature has not been verified.
public struct SignedRequest: Sendable, Hashable {
    /// `typ`.
    public static let type = "oauth-authz-req+jwt"
    /// The media type of the answer of `request_uri`.
    public static let mediaType = "application/oauth-authz-req+jwt"
    /// `aud` (§5.8).
    public static let audience = "https://self-issued.me/v2"
    /// Maximum size in bytes.
    public static let maximumBytes = 64 * 1024
    /// Header members that carry a key from elsewhere or change the meaning of the object.
    private static let refused = ["crit", "b64", "zip", "cty", "jwk", "jku", "x5u"]

    /// The compact JWS as received.
    public let text: String
    private let jws: CompactJWS
    private let chain: [[UInt8]]
    private let claims: JSONObject

    /// Reads the answer of `request_uri`.
    ///
    /// - Throws: ``RequestRefusal`` with `requestUnavailable` for a status other than 200, `requestMediaType`, or as
    ///   ``init(parsing:)``.
    public init(_ answer: VerifierAnswer) throws(RequestRefusal) {
        guard answer.status == 200 else { throw RequestRefusal(.requestUnavailable) }
        guard answer.mediaType.isExactly(Self.mediaType) else { throw RequestRefusal(.requestMediaType) }
        try self.init(parsing: answer.body)
    }

    /// Reads a request object of at most ``maximumBytes``, whose claims are nested at most 16 deep.
    ///
    /// - Throws: ``RequestRefusal`` with `requestTooLarge`, `requestMalformed`, `requestType`, `requestAlgorithm`, `requestHeader`, or
    ///   `certificateChain` without a readable `x5c`.
    public init(parsing body: [UInt8]) throws(RequestRefusal) {
        guard body.count <= Self.maximumBytes else { throw RequestRefusal(.requestTooLarge) }
        let limits = JSONLimits(maximumBytes: Self.maximumBytes, maximumDepth: 16)
        guard let jws = try? CompactJWS(parsing: body[...], maximumBytes: Self.maximumBytes),
            let claims = try? JSONObject(parsing: jws.payload, limits: limits)
        else { throw RequestRefusal(.requestMalformed) }
        guard jws.header["typ"] == .string(Self.type) else { throw RequestRefusal(.requestType) }
        guard jws.header["alg"] == "ES256" else { throw RequestRefusal(.requestAlgorithm) }
        if let name = Self.refused.first(where: { jws.header.has($0) }) { throw RequestRefusal(.requestHeader, member: name) }
        guard let certificates = jws.header["x5c"], let chain = try? X5C.decode(certificates) else {
            throw RequestRefusal(.certificateChain)
        }
        text = jws.serialized
        self.jws = jws
        self.chain = chain
        self.claims = claims
    }

    /// Verifies who asks, and reads what is asked.
    ///
    /// - Parameters:
    ///   - roots: the roots of access certificates.
    ///   - clientID: the link's.
    ///   - walletNonce: the `wallet_nonce` that was sent; nil if none was.
    ///   - now: the time at which certificates and request must be valid.
    /// - Throws: ``RequestRefusal``.
    public func verified(
        roots: [Certificate], clientID: ClientIdentifier, walletNonce: String?, at now: Date
    ) async throws(RequestRefusal) -> (request: PresentationRequest, identity: VerifierIdentity) {
        let authentic = try await authenticated(roots: roots, clientID: clientID, at: now)
        // In range: no certificate is valid at a time that is not.
        let seconds = Int64(now.timeIntervalSince1970.rounded(.down))
        return (try authentic.request(walletNonce: walletNonce, now: seconds), authentic.identity)
    }

    /// Verifies who asks. ``AuthenticRequest/request(walletNonce:now:)`` then reads the claims, and its refusals can name the verifier.
    ///
    /// - Throws: ``RequestRefusal`` of a verifier that is not known: `certificateChain`, `certificateSelfSigned`, `clientIDHash`,
    ///   `clientIDName`, `requestSignature` or `clientIDMismatch`.
    public func authenticated(
        roots: [Certificate], clientID: ClientIdentifier, at now: Date
    ) async throws(RequestRefusal) -> AuthenticRequest {
        let identity = try await VerifierTrust(roots: roots).identity(of: chain, at: now)
        try clientID.check(identity)
        guard let certificate = try? Certificate(derEncoded: identity.certificate),
            let key = P256.Signing.PublicKey(certificate.publicKey), jws.isSigned(by: key)
        else { throw RequestRefusal(.requestSignature) }
        guard claims["client_id"] == .string(clientID.text) else { throw RequestRefusal(.clientIDMismatch) }
        return AuthenticRequest(identity: identity, claims: claims)
    }
}
