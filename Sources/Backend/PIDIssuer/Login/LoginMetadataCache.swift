// SPDX-License-Identifier: EUPL-1.2

import JOSE
import OpenID4VCI

/// What the login provider says of itself (OpenID Connect Discovery 1.0).
struct LoginMetadata: Sendable {
    let authorizationEndpoint: HTTPSURL
    let tokenEndpoint: HTTPSURL
    let keysAddress: HTTPSURL
    var keys: [String: JWK]
    /// Seconds since 1970.
    let fetchedAt: Int64

    /// For how long it is believed, in seconds.
    static let lifetime: Int64 = 3600
    /// How often keys are looked for that are not there, in seconds.
    static let patience: Int64 = 30
}

/// Keeps the login provider's metadata and keys; asks again for what is old, and for keys with names that it does not know.
actor LoginMetadataCache {
    private let provider: HTTPSURL
    private let fetch: Fetch
    private var last: LoginMetadata?
    private var lastSearch: Int64 = 0

    init(provider: HTTPSURL, fetch: @escaping Fetch) {
        self.provider = provider
        self.fetch = fetch
    }

    /// The metadata.
    ///
    /// - Throws: ``LoginFault``.
    func current(now: Int64) async throws -> LoginMetadata {
        if let last, (0..<LoginMetadata.lifetime).contains(now - last.fetchedAt) { return last }
        let document = try await object(at: provider.text + "/.well-known/openid-configuration")
        guard document["issuer"] == .string(provider.text) else { throw LoginFault.provider("its metadata are another one's") }
        guard let authorization = url(document["authorization_endpoint"]), let token = url(document["token_endpoint"]),
            let keysAddress = url(document["jwks_uri"])
        else { throw LoginFault.provider("its metadata lack an address") }
        let metadata = LoginMetadata(
            authorizationEndpoint: authorization, tokenEndpoint: token, keysAddress: keysAddress, keys: try await keys(at: keysAddress),
            fetchedAt: now)
        last = metadata
        return metadata
    }

    /// The provider's key of that name.
    ///
    /// - Throws: ``LoginFault``.
    func key(_ id: String, now: Int64) async throws -> JWK? {
        let metadata = try await current(now: now)
        if let key = metadata.keys[id] { return key }
        // The provider may have changed its key; nobody makes us ask for ever.
        guard now - lastSearch >= LoginMetadata.patience else { return nil }
        lastSearch = now
        last?.keys = try await keys(at: metadata.keysAddress)
        return last?.keys[id]
    }

    private func keys(at url: HTTPSURL) async throws -> [String: JWK] {
        guard case .array(let entries)? = try await object(at: url.text)["keys"], entries.count <= 16 else {
            throw LoginFault.provider("its keys cannot be read")
        }
        var keys: [String: JWK] = [:]
        for case .object(let entry) in entries {
            guard case .string(let id)? = entry["kid"], let key = try? JWK(forVerifying: entry) else { continue }
            keys[id] = key
        }
        return keys
    }

    private func object(at address: String) async throws -> JSONObject {
        guard let url = HTTPSURL(address) else { throw LoginFault.provider("an address that is none") }
        let response: IssuanceResponse
        do {
            response = try await fetch(
                IssuanceRequest(method: .get, url: url, headers: HeaderFields([.init("Accept", "application/json")])))
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            throw LoginFault.unreachable
        }
        guard response.status == 200 else { throw LoginFault.unreachable }
        guard let object = try? JSONObject(parsing: response.body) else { throw LoginFault.provider("its metadata cannot be read") }
        return object
    }

    private func url(_ value: JSONValue?) -> HTTPSURL? {
        guard case .string(let text)? = value, let url = HTTPSURL(text), url.query == nil else { return nil }
        return url
    }
}
