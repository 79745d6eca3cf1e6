// SPDX-License-Identifier: EUPL-1.2

import Crypto
import JOSE
import PlatformSupport
import Synchronization
import Testing
import WalletConfiguration

@testable import WalletCore

/// A configuration server in memory, unreachable until it has something to serve.
final class FakeDocuments: NetworkBridge {
    static let url = "https://configuration.test"
    static let keyID = "sign-1"

    struct State {
        var requests: [NetworkRequest] = []
        /// The responses by path.
        var served: [String: NetworkResponse] = [:]
        /// Responds with 304 to the present validator.
        var knowsValidators = true
        var error: NetworkError?
        /// Runs before a response is sent.
        var beforeAnswer: (@Sendable () async -> Void)?
    }

    let configurationKey = P256.Signing.PrivateKey()
    let policyKey = P256.Signing.PrivateKey()
    let state = Mutex(State())
    /// The settings for sharing in the embedded configuration.
    let sharing = Mutex<SharingSettings?>(nil)

    static var environment: EnvironmentName { name("test") }

    static func name(_ text: String) -> EnvironmentName {
        guard let name = EnvironmentName(text) else { preconditionFailure("no name of an environment") }
        return name
    }

    static func address(_ url: String) -> ServiceAddress {
        guard let address = WebAddress(base: url) else { preconditionFailure("no address") }
        return ServiceAddress(url: address, tlsRoots: [[0x30, 0x81, 0x80] + [UInt8](repeating: 5, count: 128)])
    }

    static func version(_ text: String) -> AppVersion {
        guard let version = AppVersion(text) else { preconditionFailure("no version") }
        return version
    }

    var configurationTrust: DocumentTrust {
        DocumentTrust(environment: Self.environment, keys: [Self.keyID: JWK(configurationKey.publicKey)])
    }

    var policyTrust: DocumentTrust {
        DocumentTrust(environment: Self.environment, keys: [Self.keyID: JWK(policyKey.publicKey)])
    }

    func embedded(
        provider: ProviderAddress, appVersion: String = "1.2.3", lockTimeouts: LockTimeouts = .standard
    ) -> EmbeddedEdition {
        var configuration = configuration(provider)
        configuration.lockTimeouts = lockTimeouts
        return EmbeddedEdition(
            appVersion: Self.version(appVersion), configuration: configuration, configurationTrust: configurationTrust,
            updatePolicyTrust: policyTrust)
    }

    func configuration(_ provider: ProviderAddress) -> ConfigurationDocument {
        let address = Self.address(Self.url)
        return ConfigurationDocument(
            provider: provider, services: Services(configuration: address, updatePolicy: address),
            sharing: sharing.withLock { $0 }, universalLinks: Self.universalLinks)
    }

    func send(_ request: NetworkRequest) async throws(NetworkError) -> NetworkResponse {
        let path = String(request.url.dropFirst(Self.url.count))
        let result: Result<NetworkResponse, NetworkError> = state.withLock { state in
            state.requests.append(request)
            if let error = state.error { return .failure(error) }
            guard let response = state.served[path] else { return .failure(.unreachable) }
            if state.knowsValidators, let validator = request.validator, validator == response.validator {
                return .success(NetworkResponse(status: 304, mediaType: "", body: [], validator: validator))
            }
            return .success(response)
        }
        await state.withLock { $0.beforeAnswer }?()
        return try result.get()
    }

    // MARK: Served documents

    func serve(_ response: NetworkResponse, at endpoint: DocumentEndpoint) {
        state.withLock { $0.served[endpoint.path] = response }
    }

    func serve(_ token: String, validator: String? = nil, at endpoint: DocumentEndpoint) {
        serve(
            NetworkResponse(status: 200, mediaType: DocumentEndpoint.mediaType, body: Array(token.utf8), validator: validator),
            at: endpoint)
    }

    /// Returns the validators sent to an endpoint, in order.
    func validators(at endpoint: DocumentEndpoint) -> [String?] {
        state.withLock { $0.requests.filter { $0.url == Self.url + endpoint.path }.map(\.validator) }
    }

    /// Signs a configuration that is valid for a day.
    func sign(
        _ contents: ConfigurationDocument, version: Int64, at now: Int64, life: Int64 = 86_400, environment: EnvironmentName = environment,
        keyID: String = keyID, key: P256.Signing.PrivateKey? = nil
    ) throws -> String {
        try SignedDocument(
            signing: contents,
            claims: DocumentClaims(version: version, issuedAt: now, expiresAt: now + life, environment: environment),
            keyID: keyID, key: key ?? configurationKey
        ).token
    }

    /// Signs an update policy that is valid for a day.
    func sign(
        _ contents: UpdatePolicy, version: Int64, at now: Int64, life: Int64 = 86_400, environment: EnvironmentName = environment,
        keyID: String = keyID, key: P256.Signing.PrivateKey? = nil
    ) throws -> String {
        try SignedDocument(
            signing: contents,
            claims: DocumentClaims(version: version, issuedAt: now, expiresAt: now + life, environment: environment),
            keyID: keyID, key: key ?? policyKey
        ).token
    }
}
