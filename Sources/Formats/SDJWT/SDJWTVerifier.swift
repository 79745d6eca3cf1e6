// SPDX-License-Identifier: EUPL-1.2

public import Foundation
public import JOSE
public import JSON

/// A verifier of SD-JWTs and presentations: every check of RFC 9901 §7.1 and §7.3, and the checks of SD-JWT VC for credentials.
///
/// It keeps no state and fetches nothing. The caller ensures that a nonce is used only once and checks `status`.
public struct SDJWTVerifier: Sendable {
    /// The expected kind of SD-JWT.
    @nonexhaustive public enum Kind: Sendable, Hashable {
        /// A credential (SD-JWT VC): `typ` is `dc+sd-jwt`, and `vct` is one of these types; an empty set accepts any `vct`.
        case credential(types: Set<String>)
        /// Any other SD-JWT, with this `typ`.
        case token(type: String)
    }

    /// The accepted issuers.
    public let trust: IssuerTrust
    /// The expected kind of SD-JWT.
    public let kind: Kind
    /// The required `iss`; nil if the key or certificate alone identifies the issuer.
    public let issuer: String?
    /// This verifier's identifier, which an `aud` in the SD-JWT must contain. Nil refuses every `aud`.
    public let audience: String?
    /// True if `exp` is required.
    public let requiresExpiry: Bool
    /// Allowed clock difference in seconds, at least 0; applies to every time comparison.
    public let leeway: Int64
    /// The limits on input.
    public let limits: SDJWTLimits

    /// A verifier. By default: `exp` is required, 60 seconds of leeway, no `iss` required, no `aud` accepted.
    public init(
        trust: IssuerTrust, kind: Kind, issuer: String? = nil, audience: String? = nil, requiresExpiry: Bool = true, leeway: Int64 = 60,
        limits: SDJWTLimits = .default
    ) {
        self.trust = trust
        self.kind = kind
        self.issuer = issuer
        self.audience = audience
        self.requiresExpiry = requiresExpiry
        self.leeway = max(0, leeway)
        self.limits = limits
    }

    /// Verifies an SD-JWT.
    ///
    /// - Parameters:
    ///   - text: the compact form, as received.
    ///   - keyBinding: the rule on key binding.
    ///   - time: the time at which certificates and claims must be valid.
    /// - Throws: ``SDJWTRejection``. The checks run in this order: form, header, issuer's key, signature, hash algorithm, disclosures,
    ///   claims, key binding. Claims are not read before the issuer's signature is verified.
    public func verify(_ text: String, keyBinding: KeyBindingRule, at time: Date) async throws(SDJWTRejection) -> VerifiedSDJWT {
        try await verify(CompactSDJWT(parsing: text, limits: limits), keyBinding: keyBinding, at: time)
    }

    /// Verifies an SD-JWT that the caller has parsed with these limits.
    ///
    /// - Throws: as the verification of a text, which begins with the form.
    package func verify(_ token: CompactSDJWT, keyBinding: KeyBindingRule, at time: Date) async throws(SDJWTRejection) -> VerifiedSDJWT {
        if keyBinding == .absent, token.keyBinding != nil { throw SDJWTRejection(.keyBindingUnexpected) }
        if keyBinding != .absent, token.keyBinding == nil { throw SDJWTRejection(.keyBindingMissing) }

        let header = try IssuerHeader(token.issuerSigned.header)
        guard header.type == type else { throw SDJWTRejection(.type) }
        let (key, signer) = try await trust.key(for: header, at: time)
        guard token.issuerSigned.isSigned(by: key) else { throw SDJWTRejection(.signature) }

        var processor = DisclosureProcessor(token.disclosures, limits: limits)
        let payload = try processor.process(token.signedPayload(limits: limits))
        let claims = try RegisteredClaims(payload)
        try check(claims, at: time)
        if case .required(let expectation) = keyBinding, let jws = token.keyBinding {
            guard let holder = claims.holderKey else { throw SDJWTRejection(.holderKey) }
            try expectation.check(jws, of: token, holder: holder, at: time, leeway: leeway)
        }
        return VerifiedSDJWT(
            payload: payload, disclosed: processor.disclosed, issuer: signer, credentialType: claims.credentialType,
            holderKey: claims.holderKey, issuedAt: claims.issuedAt, expiresAt: claims.expiresAt)
    }

    /// The expected `typ`.
    private var type: String {
        switch kind {
        case .credential: CompactSDJWT.credentialType
        case .token(let type): type
        }
    }

    private func check(_ claims: RegisteredClaims, at time: Date) throws(SDJWTRejection) {
        if let issuer {
            guard let claimed = claims.issuer else { throw SDJWTRejection(.claimMissing) }
            guard claimed == .string(issuer) else { throw SDJWTRejection(.issuer) }
        }
        if case .credential(let types) = kind {
            guard let type = claims.credentialType else { throw SDJWTRejection(.claimMissing) }
            guard types.isEmpty || types.contains(where: { .string($0) == JSONValue.string(type) }) else {
                throw SDJWTRejection(.credentialType)
            }
        }
        if let audiences = claims.audiences {
            guard let audience, audiences.contains(.string(audience)) else { throw SDJWTRejection(.audience) }
        }

        let clock = SDJWTClock(time: time, leeway: leeway)
        if let issuedAt = claims.issuedAt, !clock.isPast(issuedAt) { throw SDJWTRejection(.issuedInFuture) }
        if let notBefore = claims.notBefore, !clock.isPast(notBefore) { throw SDJWTRejection(.notYetValid) }
        if let expiresAt = claims.expiresAt {
            guard !clock.isOver(expiresAt, after: 0) else { throw SDJWTRejection(.expired) }
        } else if requiresExpiry {
            throw SDJWTRejection(.claimMissing)
        }
    }
}

extension CompactSDJWT {
    /// `typ` of a credential (SD-JWT VC).
    public static let credentialType = "dc+sd-jwt"

    /// The payload as the issuer signed it, including digests.
    ///
    /// - Throws: `SDJWTRejection` with `tooLarge` if it is nested too deeply, `malformed` if it is not a strict JSON object.
    func signedPayload(limits: SDJWTLimits) throws(SDJWTRejection) -> JSONObject {
        do throws(JSONError) {
            return try JSONObject(parsing: issuerSigned.payload, limits: limits.json)
        } catch {
            throw SDJWTRejection(error.isLimit ? .tooLarge : .malformed)
        }
    }
}

/// An SD-JWT that has passed every check of an ``SDJWTVerifier``.
public struct VerifiedSDJWT: Sendable, Hashable {
    /// The processed payload: all visible and disclosed claims, without the disclosure mechanism (RFC 9901 §7.1).
    public let payload: JSONObject
    /// The disclosed claims in ``payload``; a claim precedes the claims in it. All other claims are visible in the token.
    public let disclosed: [DisclosedClaim]
    /// The verified signer.
    public let issuer: SDJWTIssuer
    /// `vct`; nil only if the verifier does not expect a credential.
    public let credentialType: String?
    /// `cnf.jwk`, the holder's key. Present if key binding was required; the holder has then signed with it.
    public let holderKey: JWK?
    /// `iat` in seconds since 1970; nil if absent or not disclosed.
    public let issuedAt: Int64?
    /// `exp` in seconds since 1970; not nil if the verifier requires it.
    public let expiresAt: Int64?
}
