// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import JOSE
import JSON

/// The verifier's rule on key binding: whether the holder must prove possession of the key in the SD-JWT. The token has no influence on it
/// (RFC 9901 §7.3, step 1).
///
/// The cases are complete.
public enum KeyBindingRule: Sendable, Hashable {
    /// No key binding may be present: the form in which an issuer delivers (§7.2), or a presentation without key binding.
    case absent
    /// A key binding must be present and match the expectation.
    case required(KeyBindingExpectation)
}

/// The required contents of a key binding (RFC 9901 §4.3, §7.3 step 5).
public struct KeyBindingExpectation: Sendable, Hashable {
    /// `nonce`: a fresh text chosen by the verifier. The verifier must ensure that it is used only once.
    public let nonce: String
    /// `aud`: the verifier's identifier.
    public let audience: String
    /// Maximum age of a key binding at verification, in seconds; the verifier's leeway is added.
    public let maximumAge: Int64

    /// An expectation; the maximum age is 300 seconds by default.
    public init(nonce: String, audience: String, maximumAge: Int64 = 300) {
        self.nonce = nonce
        self.audience = audience
        self.maximumAge = maximumAge
    }
}

extension KeyBindingExpectation {
    /// `typ` of a key binding JWT.
    static let type = "kb+jwt"

    /// Checks a key binding against an SD-JWT and the holder's key.
    ///
    /// - Throws: `SDJWTRejection` with one of the reasons `keyBinding…`.
    func check(
        _ keyBinding: CompactJWS, of token: CompactSDJWT, holder: JWK, at time: Date, leeway: Int64
    ) throws(SDJWTRejection) {
        let header: JWTHeader
        do throws(JOSEError) {
            header = try JWTHeader(keyBinding.header)
        } catch {
            throw SDJWTRejection(error.code == .unacceptableAlgorithm ? .keyBindingAlgorithm : .keyBindingMalformed)
        }
        guard header.type == Self.type else { throw SDJWTRejection(.keyBindingType) }
        guard keyBinding.isSigned(by: holder.publicKey) else { throw SDJWTRejection(.keyBindingSignature) }

        let claims: KeyBindingClaims
        do throws(JSONError) {
            claims = try KeyBindingClaims(JSONObject(parsing: keyBinding.payload))
        } catch {
            throw SDJWTRejection(.keyBindingMalformed)
        }
        // Compared as JSON strings, that is, code point by code point.
        guard JSONValue.string(claims.hash) == .string(token.hash) else { throw SDJWTRejection(.keyBindingHash) }
        guard JSONValue.string(claims.nonce) == .string(nonce) else { throw SDJWTRejection(.keyBindingNonce) }
        guard JSONValue.string(claims.audience) == .string(audience) else { throw SDJWTRejection(.keyBindingAudience) }
        let clock = SDJWTClock(time: time, leeway: leeway)
        guard clock.isPast(claims.issuedAt), !clock.isOver(claims.issuedAt, after: maximumAge),
            claims.notBefore.map(clock.isPast) ?? true, !(claims.expiresAt.map { clock.isOver($0, after: 0) } ?? false)
        else { throw SDJWTRejection(.keyBindingTime) }
    }
}

/// The claims of a key binding. Further claims are ignored (SD-JWT VC, *Key Binding JWT*).
private struct KeyBindingClaims {
    let nonce: String
    let audience: String
    let hash: String
    let issuedAt: Int64
    let notBefore: Int64?
    let expiresAt: Int64?

    init(_ object: JSONObject) throws(JSONError) {
        var reader = JSONReader(object)
        nonce = try reader.string("nonce")
        audience = try reader.string("aud")
        hash = try reader.string("sd_hash")
        issuedAt = try reader.time("iat")
        notBefore = try reader.optionalTime("nbf")
        expiresAt = try reader.optionalTime("exp")
    }
}

/// A clock for the times in a token, in seconds since 1970, with a leeway on every comparison.
struct SDJWTClock {
    let time: Date
    /// Allowed clock difference in seconds, at least 0.
    let leeway: Int64

    /// True if an instant has passed or is ahead by at most the leeway.
    func isPast(_ instant: Int64) -> Bool { Double(instant) <= time.timeIntervalSince1970 + Double(leeway) }

    /// True once `seconds` plus the leeway have passed since an instant, inclusive.
    func isOver(_ instant: Int64, after seconds: Int64) -> Bool {
        time.timeIntervalSince1970 >= Double(instant) + Double(seconds) + Double(leeway)
    }
}
