// SPDX-License-Identifier: EUPL-1.2

import JOSE
import JSON
import OpenID4VCI

/// The login provider's metadata (OpenID Connect Discovery 1.0).
struct LoginMetadata: Sendable {
    let authorizationEndpoint: HTTPSURL
    let tokenEndpoint: HTTPSURL
    let keysAddress: HTTPSURL
    var keys: [String: JWK]
    /// The time of the request, in seconds since 1970.
    let fetchedAt: Int64

    /// The time for which metadata is cached, in seconds.
    static let lifetime: Int64 = 3600
    /// The minimum time between two searches for an unknown key, in seconds.
    static let patience: Int64 = 30
    /// The maximum number of entries in the key set, usable or not. Providers publish old and future keys, and keys for other algorithms.
    static let maximumKeys = 256
}

/// A cache of the login provider's metadata and keys. It reloads metadata that is too old, and keys when an unknown key id occurs.
actor LoginMetadataCache {
    private let provider: HTTPSURL
    private let fetch: Fetch
    private var last: LoginMetadata?
    private var lastSearch: Int64 = 0

    init(provider: HTTPSURL, fetch: @escaping Fetch) {
        self.provider = provider
        self.fetch = fetch
    }

    /// Returns the metadata, reloading it if needed.
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

    /// Returns the provider's key with this id, or nil if it does not exist.
    ///
    /// - Throws: ``LoginFault``.
    func key(_ id: String, now: Int64) async throws -> JWK? {
        let metadata = try await current(now: now)
        if let key = metadata.keys[id] { return key }
        // The provider may have changed its key. The pause keeps forged key ids from causing constant requests.
        guard now - lastSearch >= LoginMetadata.patience else { return nil }
        lastSearch = now
        last?.keys = try await keys(at: metadata.keysAddress)
        return last?.keys[id]
    }

    /// Fetches the key set. Only the key that an ID token names matters, so an entry that is no usable key is left out (RFC 7517 §5).
    private func keys(at url: HTTPSURL) async throws -> [String: JWK] {
        guard case .array(let entries)? = try await object(at: url.text)["keys"], entries.count <= LoginMetadata.maximumKeys else {
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
