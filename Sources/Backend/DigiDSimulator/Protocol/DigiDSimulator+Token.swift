// SPDX-License-Identifier: EUPL-1.2

import Crypto
import JOSE
import JSON
import OpenID4VCI
import Synchronization

/// A rejected token request, with an error code of RFC 6749 §5.2.
struct TokenRefusal: Error, Hashable {
    let error: String

    static let invalidRequest = TokenRefusal(error: "invalid_request")
    static let invalidClient = TokenRefusal(error: "invalid_client")
    static let invalidGrant = TokenRefusal(error: "invalid_grant")
}

extension DigiDSimulator {
    /// `POST /token` (OpenID Connect Core 1.0 §3.1.3, §9).
    ///
    /// - Throws: ``TokenRefusal``.
    func redeem(_ form: FormParameters) throws -> JSONObject {
        let now = now
        let client = try authenticate(form, now)
        guard form["grant_type"] == "authorization_code", let code = form["code"], let text = form["code_verifier"],
            let verifier = try? CodeVerifier(parsing: text)
        else { throw TokenRefusal.invalidRequest }
        // Remove the code first, because a code works only once, whatever the outcome.
        guard let record = state.withLock({ $0.codes.removeValue(forKey: code) }), now < record.expiresAt,
            record.login.client == client, form["redirect_uri"] == client.redirectURI, verifier.challenge == record.login.challenge
        else { throw TokenRefusal.invalidGrant }
        return [
            "access_token": .string(freshSecret()), "token_type": "Bearer", "expires_in": 60,
            "id_token": .string(try idToken(for: record, now)),
        ]
    }

    private func idToken(for record: SimulatorState.Code, _ now: Int64) throws -> String {
        let claims: JSONObject = [
            "iss": .string(issuer.text), "sub": .string(subject(record.citizenServiceNumber)),
            "aud": .string(record.login.client.identifier), "iat": .integer(now), "exp": .integer(now + 300),
            "nonce": .string(record.login.nonce), "bsn": .string(record.citizenServiceNumber),
        ]
        return try CompactJWS.sign(
            header: ["alg": "ES256", "typ": "JWT", "kid": .string(JWK(key.publicKey).thumbprint)], payload: claims.encode(), with: key
        ).serialized
    }

    /// Returns a pseudonym that does not reveal the number.
    private func subject(_ number: String) -> String { Base64URL.encode(SHA256.hash(data: Array("digid-simulator/\(number)".utf8))) }

    /// Authenticates the client by private_key_jwt (RFC 7523 §2.2, §3).
    private func authenticate(_ form: FormParameters, _ now: Int64) throws(TokenRefusal) -> Client {
        guard form["client_assertion_type"] == "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
            let text = form["client_assertion"], let jws = try? CompactJWS(parsing: text), jws.header["alg"] == "ES256",
            let claims = try? JSONObject(parsing: jws.payload),
            let client = clients.first(where: { .string($0.identifier) == claims["sub"] }), claims["iss"] == .string(client.identifier),
            form["client_id"].map({ $0 == client.identifier }) ?? true, claims["aud"] == .string(issuer.text),
            jws.isSigned(by: client.key.publicKey), let end = claims["exp"].flatMap({ NumericDate($0)?.seconds }),
            (now - 60...now + 600).contains(end),
            case .string(let identifier)? = claims["jti"], identifier.utf8.count <= 256
        else { throw .invalidClient }
        let isNew = state.withLock { state in
            state.removeExpired(at: now)
            guard state.used.count < Self.mostKept else { return false }
            return state.used.updateValue(end + 61, forKey: client.identifier + "\n" + identifier) == nil
        }
        guard isNew else { throw .invalidClient }
        return client
    }

    /// The metadata (OpenID Connect Discovery 1.0 §3).
    var metadata: JSONObject {
        [
            "issuer": .string(issuer.text), "authorization_endpoint": .string(issuer.text + "/authorize"),
            "token_endpoint": .string(issuer.text + "/token"), "jwks_uri": .string(issuer.text + "/jwks.json"),
            "response_types_supported": ["code"], "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": ["ES256"], "scopes_supported": ["openid"],
            "token_endpoint_auth_methods_supported": ["private_key_jwt"],
            "token_endpoint_auth_signing_alg_values_supported": ["ES256"], "code_challenge_methods_supported": ["S256"],
            "authorization_response_iss_parameter_supported": true, "claims_supported": ["sub", "bsn"],
            "ui_locales_supported": .array(skin.offered.map { .string($0.rawValue) }),
        ]
    }

    /// The public keys of ID tokens.
    var keys: JSONObject {
        var key = JWK(self.key.publicKey).json
        key.append("kid", .string(JWK(self.key.publicKey).thumbprint))
        key.append("use", "sig")
        key.append("alg", "ES256")
        return ["keys": [.object(key)]]
    }
}
