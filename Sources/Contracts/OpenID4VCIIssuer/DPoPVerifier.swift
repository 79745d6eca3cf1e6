// SPDX-License-Identifier: EUPL-1.2

public import JOSE
public import OpenID4VCI

/// A verifier of the DPoP proof in a request (RFC 9449 §4.3, §8, §11.1).
public struct DPoPVerifier: Sendable, Hashable {
    /// The accepted age of a proof, or of the nonce in it.
    public let window: TokenWindow

    /// A verifier; proofs are accepted for 300 seconds by default.
    public init(window: TokenWindow = TokenWindow()) { self.window = window }

    /// Verifies the proof and returns the sender's key.
    ///
    /// The identifier is marked as used only after all other checks, so that a proof refused for another reason can be corrected and
    /// resent.
    ///
    /// - Parameters:
    ///   - accessToken: the access token in the request, to which the proof must refer; nil if none is expected.
    ///   - thumbprint: the key to which the token or code is bound; nil if not bound yet.
    ///   - now: seconds since 1970.
    /// - Throws: `TokenFault`, or errors of the stores. For `nonce` the server must respond with `use_dpop_nonce` and a nonce.
    public func verify(
        _ request: IssuanceRequest, accessToken: String? = nil, boundTo thumbprint: String? = nil, now: Int64, checks: OneTimeChecks
    ) async throws -> JWK {
        let values = request.headers.values(FieldName.dpop)
        guard values.count == 1 else { throw TokenFault.missing }
        let jwt = try ReceivedJWT(parsing: values[0], type: DPoPProof.type)
        let key = try jwt.headerKey(ignoringKeyID: true)
        try jwt.checkSignature(by: key)
        let claims = try jwt.read { (members) throws(MalformedMessage) in try Claims(members) }

        guard claims.method.isExactly(request.method.rawValue) else { throw TokenFault.method }
        guard HTTPSURL(target: claims.address)?.normalizedTarget == request.url.normalizedTarget else { throw TokenFault.address }
        switch (accessToken, claims.tokenHash) {
        case (nil, nil): break
        case (let token?, let hash?) where hash.isExactly(digest(of: token)): break
        default: throw TokenFault.accessToken
        }
        if let thumbprint, !thumbprint.isExactly(key.thumbprint) { throw TokenFault.binding }
        let end = try await claims.time.check(in: window, nonceTime: checks.dpopNonceTime, now: now)
        // The client chooses the identifier, so two clients may choose the same; the key makes it unique.
        let identifier = "dpop:" + key.thumbprint + ":" + digest(of: claims.identifier)
        guard try await checks.use(identifier, end) else { throw TokenFault.replayed }
        return key
    }

    private struct Claims {
        let identifier, method, address: String
        let time: ProofTime
        let tokenHash: String?

        init(_ members: Members) throws(MalformedMessage) {
            identifier = try members.token("jti", maximum: Members.maximumNameBytes)
            method = try members.token("htm", maximum: Members.maximumWordBytes)
            address = try members.token("htu")
            time = ProofTime(
                issuedAt: try members.time("iat"), nonce: try members.optionalToken("nonce", maximum: Members.maximumNonceBytes))
            tokenHash = try members.optionalToken("ath", maximum: Members.maximumWordBytes)
        }
    }
}
