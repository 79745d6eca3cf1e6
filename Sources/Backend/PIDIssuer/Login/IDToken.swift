// SPDX-License-Identifier: EUPL-1.2

import JOSE
import JSON
import OpenID4VCI

/// The checks of an ID token (OpenID Connect Core 1.0 §3.1.3.7).
struct IDToken: Sendable {
    let provider: HTTPSURL
    let clientID: String
    let nonce: String

    /// Verifies a token and returns its citizen service number.
    ///
    /// - Parameters:
    ///   - now: seconds since 1970.
    ///   - key: returns the provider's key with this id; nil if it does not exist.
    /// - Throws: ``LoginFault``, or the error of `key`.
    func number(in text: String, now: Int64, key: (_ id: String) async throws -> JWK?) async throws -> String {
        guard let jws = try? CompactJWS(parsing: text), jws.header["alg"] == "ES256", jws.header["crit"] == nil,
            jws.header["typ"].map({ $0 == "JWT" }) ?? true, case .string(let id)? = jws.header["kid"]
        else { throw LoginFault.provider("the ID token cannot be read") }
        guard let key = try await key(id), jws.isSigned(by: key.publicKey) else { throw LoginFault.provider("the ID token's signature") }
        guard let claims = try? JSONObject(parsing: jws.payload) else { throw LoginFault.provider("the ID token's claims") }
        guard claims["iss"] == .string(provider.text) else { throw LoginFault.provider("the ID token's iss") }
        guard claims["aud"] == .string(clientID) || claims["aud"] == .array([.string(clientID)]),
            claims["azp"].map({ $0 == .string(clientID) }) ?? true
        else { throw LoginFault.provider("the ID token's aud") }
        guard claims["nonce"] == .string(nonce) else { throw LoginFault.provider("the ID token's nonce") }
        guard let end = claims["exp"].flatMap({ NumericDate($0)?.seconds }), let start = claims["iat"].flatMap({ NumericDate($0)?.seconds })
        else { throw LoginFault.provider("the ID token's times") }
        guard now < end + LoginClient.leeway, start <= now + LoginClient.leeway, start >= now - 600 else {
            throw LoginFault.provider("the ID token is not of now")
        }
        guard case .string(let number)? = claims[LoginClient.numberClaim], number.utf8.count == 9,
            number.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { throw LoginFault.provider("the ID token names no person") }
        return number
    }
}
