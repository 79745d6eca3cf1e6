// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import JOSE

/// Whether the holder must prove to have the key that the SD-JWT is bound to. It is the verifier's decision, never the token's (RFC 9901
/// §7.3, step 1).
package enum KeyBindingRule: Sendable, Hashable {
    /// No key binding may be there: what an issuer hands out (§7.2), or what a verifier asked for without.
    case absent
    /// A key binding must be there and be as expected.
    case required(KeyBindingExpectation)
}

/// What a key binding must say (RFC 9901 §4.3, §7.3 step 5).
package struct KeyBindingExpectation: Sendable, Hashable {
    /// `nonce`: the verifier's own fresh text. That it is used once is the verifier's work.
    package let nonce: String
    /// `aud`: the verifier.
    package let audience: String
    /// The oldest key binding that is accepted, in seconds before the time of verification; the verifier's leeway comes on top.
    package let maximumAge: Int64

    /// Expects this nonce and audience; the age is 300 seconds at most unless told.
    package init(nonce: String, audience: String, maximumAge: Int64 = 300) {
        self.nonce = nonce
        self.audience = audience
        self.maximumAge = maximumAge
    }
}

extension KeyBindingExpectation {
    /// `typ` of a key binding's JWT.
    static let type = "kb+jwt"

    /// Checks a key binding against an SD-JWT and its holder's key.
    ///
    /// - Throws: `SDJWTRejection` with one of the reasons `keyBinding…`.
    func check(
        _ keyBinding: CompactJWS, of token: SDJWT, holder: JWK, at time: Date, leeway: Int64
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
        // Compared as JSON texts: code point by code point.
        guard JSONValue.string(claims.hash) == .string(token.hash) else { throw SDJWTRejection(.keyBindingHash) }
        guard JSONValue.string(claims.nonce) == .string(nonce) else { throw SDJWTRejection(.keyBindingNonce) }
        guard JSONValue.string(claims.audience) == .string(audience) else { throw SDJWTRejection(.keyBindingAudience) }
        let clock = SDJWTClock(time: time, leeway: leeway)
        guard clock.isPast(claims.issuedAt), !clock.isOver(claims.issuedAt, after: maximumAge),
            claims.notBefore.map(clock.isPast) ?? true, !(claims.expiresAt.map { clock.isOver($0, after: 0) } ?? false)
        else { throw SDJWTRejection(.keyBindingTime) }
    }
}

/// The claims of a key binding. Others may be there and are not looked at (SD-JWT VC, *Key Binding JWT*).
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
        issuedAt = try reader.integer("iat")
        notBefore = try reader.optionalInteger("nbf")
        expiresAt = try reader.optionalInteger("exp")
    }
}

/// Compares a token's times, in seconds since 1970, with the time of verification, generously by the leeway.
struct SDJWTClock {
    let time: Date
    /// Seconds, at least 0, by which clocks may differ.
    let leeway: Int64

    /// Whether an instant has come, or will within the leeway.
    func isPast(_ instant: Int64) -> Bool { Double(instant) <= time.timeIntervalSince1970 + Double(leeway) }

    /// Whether so many seconds and the leeway have passed since an instant; exactly then it is over.
    func isOver(_ instant: Int64, after seconds: Int64) -> Bool {
        time.timeIntervalSince1970 >= Double(instant) + Double(seconds) + Double(leeway)
    }
}
