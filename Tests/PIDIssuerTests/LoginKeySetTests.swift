// SPDX-License-Identifier: EUPL-1.2

import Crypto
import JOSE
import JSON
import OpenID4VCI
import Testing

@testable import PIDIssuer

/// The login provider's key set (RFC 7517 §5): only the key that an ID token names matters.
struct LoginKeySetTests {
    let key = JWK(P256.Signing.PrivateKey().publicKey)

    private func entry(_ id: String, _ changes: [(String, JSONValue)] = []) -> JSONValue {
        var object = key.json
        object.set("kid", .string(id))
        for (name, value) in changes { object.set(name, value) }
        return .object(object)
    }

    /// A cache for a provider that publishes this value as `keys`.
    private func cache(_ keys: JSONValue?) -> LoginMetadataCache {
        let provider = IssuerStage.login
        return LoginMetadataCache(provider: provider) { request in
            guard request.url.path == "/jwks.json" else {
                let metadata: JSONObject = [
                    "issuer": .string(provider.text), "authorization_endpoint": .string(provider.text + "/authorize"),
                    "token_endpoint": .string(provider.text + "/token"), "jwks_uri": .string(provider.text + "/jwks.json"),
                ]
                return IssuanceResponse(json: metadata.encode())
            }
            var set = JSONObject()
            if let keys { set.append("keys", keys) }
            return IssuanceResponse(json: set.encode())
        }
    }

    private static let odd: [JSONValue] = [
        1, nil, "key", [], [:], ["kty": "RSA", "kid": "odd", "n": "AQAB", "e": "AQAB"], ["kty": "made up", "kid": "odd"],
        ["kty": "OKP", "crv": "Ed25519", "kid": "odd", "x": "AA"], ["kty": "EC", "crv": "P-256", "kid": "odd", "x": "AA", "y": "AA"],
    ]

    @Test func `an odd key does not keep its neighbours out, and is not found itself`() async throws {
        let more = [
            entry("odd", [("alg", "ES512")]), entry("odd", [("use", "enc")]), entry("odd", [("d", "AA")]), entry("odd", [("key_ops", [])]),
            entry("other", [("kid", 1)]),
        ]
        for odd in Self.odd + more {
            for keys in [[odd, entry("good")], [entry("good"), odd]] {
                let cache = cache(.array(keys))
                #expect(try await cache.key("good", now: 1000) == key, "\(odd)")
                #expect(try await cache.key("odd", now: 1000) == nil, "\(odd)")
            }
        }
    }

    @Test(arguments: [(17, true), (256, true), (257, false), (2000, false)])
    func `a set of many keys is read, up to a limit`(count: Int, isRead: Bool) async throws {
        let others: [JSONValue] = (1..<count).map { ["kty": "RSA", "kid": .string("\($0)")] }
        let cache = cache(.array(others + [entry("good")]))
        if isRead {
            #expect(try await cache.key("good", now: 1000) == key)
        } else {
            await #expect(throws: LoginFault.provider("its keys cannot be read")) { try await cache.key("good", now: 1000) }
        }
    }

    @Test(arguments: [nil, .some(nil), [:], "good", 1] as [JSONValue?]) func `a set that is no array is refused`(_ keys: JSONValue?) async {
        let cache = cache(keys)
        await #expect(throws: LoginFault.provider("its keys cannot be read")) { try await cache.key("good", now: 1000) }
    }
}
