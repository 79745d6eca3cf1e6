// SPDX-License-Identifier: EUPL-1.2

package import Foundation
package import JOSE

/// Verifies SD-JWTs and presentations of them: every check of RFC 9901 §7.1 and §7.3, and those of SD-JWT VC for credentials.
///
/// Nothing is remembered here and nothing fetched: that a nonce is used once, and what `status` says, is the caller's work.
package struct SDJWTVerifier: Sendable {
    /// What kind of SD-JWT is expected.
    package enum Kind: Sendable, Hashable {
        /// A credential, SD-JWT VC: `typ` is `dc+sd-jwt`, and `vct` is one of these; any one when there are none.
        case credential(types: Set<String>)
        /// Any other SD-JWT, with this `typ`.
        case token(type: String)
    }

    /// Whose SD-JWTs are accepted.
    package let trust: IssuerTrust
    /// What kind is expected.
    package let kind: Kind
    /// The `iss` that must be there; nil when the key or certificate alone says who the issuer is.
    package let issuer: String?
    /// The name of this verifier that `aud` of the SD-JWT must hold when there is one; with nil every `aud` is foreign.
    package let audience: String?
    /// Whether `exp` must be there.
    package let requiresExpiry: Bool
    /// The seconds by which clocks may differ, at least 0; every comparison with a time is that much more generous.
    package let leeway: Int64
    /// How much is accepted.
    package let limits: SDJWTLimits

    /// A verifier. Unless told, `exp` must be there, clocks may differ by 60 seconds, no `iss` is asked for and no `aud` accepted.
    package init(
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
    ///   - keyBinding: whether the holder must prove to have its key.
    ///   - time: the time for which certificates and claims must be valid.
    /// - Throws: ``SDJWTRejection``. The order of the checks is: form, header, issuer's key, signature, hash algorithm, disclosures, claims,
    ///   key binding. The claims are not looked at before the signature is known to be the issuer's.
    package func verify(_ text: String, keyBinding: KeyBindingRule, at time: Date) async throws(SDJWTRejection) -> VerifiedSDJWT {
        let token = try SDJWT(parsing: text, limits: limits)
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

    /// The `typ` that is expected.
    private var type: String {
        switch kind {
        case .credential: SDJWT.credentialType
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

extension SDJWT {
    /// `typ` of a credential (SD-JWT VC).
    package static let credentialType = "dc+sd-jwt"

    /// The payload as the issuer signed it, digests and all.
    ///
    /// - Throws: `SDJWTRejection` with `tooLarge` for nesting that is too deep, `malformed` for anything but a strict JSON object.
    func signedPayload(limits: SDJWTLimits) throws(SDJWTRejection) -> JSONObject {
        do throws(JSONError) {
            return try JSONObject(parsing: issuerSigned.payload, limits: limits.json)
        } catch {
            throw SDJWTRejection(error.isLimit ? .tooLarge : .malformed)
        }
    }
}

/// An SD-JWT that passed every check of an ``SDJWTVerifier``.
package struct VerifiedSDJWT: Sendable, Hashable {
    /// The processed payload: all claims that are visible or were disclosed, and nothing of the mechanism (RFC 9901 §7.1).
    package let payload: JSONObject
    /// The claims of ``payload`` that were disclosed, a claim before those that it holds. All others were visible anyway.
    package let disclosed: [DisclosedClaim]
    /// Who signed.
    package let issuer: SDJWTIssuer
    /// `vct`; nil only when the verifier expects no credential.
    package let credentialType: String?
    /// `cnf.jwk`, the key of the holder; not nil when key binding was required, and then its owner signed the key binding.
    package let holderKey: JWK?
    /// `iat`, seconds since 1970; nil when the issuer does not say it, or the holder not disclose it.
    package let issuedAt: Int64?
    /// `exp`, seconds since 1970; not nil when the verifier requires it.
    package let expiresAt: Int64?
}
