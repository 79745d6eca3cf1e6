// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import JOSE
import NIOCore
import TestEnvironment
import WalletConfiguration

@testable import ConfigurationServer

/// A server with its own directory of files, and a clock that a test moves.
final class TestServer: Sendable {
    private let files: TemporaryDirectory
    var directory: URL { files.url }
    let key = P256.Signing.PrivateKey()
    let log = LogRecorder()
    let server: ConfigurationServer
    private let clock = TestClock(at: TestServer.start * 1000)
    static let start: Int64 = 1_800_000_000

    init() throws {
        files = try TemporaryDirectory()
        guard let environment = EnvironmentName("test") else { throw CocoaError(.featureUnsupported) }
        server = ConfigurationServer(
            files: ConfigurationServer.Files(
                configuration: files.path("configuration.jwt"), updatePolicy: files.path("update-policy.jwt")),
            trust: DocumentTrust(environment: environment, keys: ["k1": JWK(key.publicKey)]),
            clock: { [clock] in Int64(clock.now.timeIntervalSince1970) }, logger: log.logger)
    }

    var now: Int64 {
        get { Int64(clock.now.timeIntervalSince1970) }
        set { clock.advance(seconds: newValue - now) }
    }

    /// A signed policy whose contents show the version.
    func policy(
        _ version: Int64, environment: String = "test", key: P256.Signing.PrivateKey? = nil, keyID: String = "k1", issuedAt: Int64? = nil,
        life: Int64 = 3600, patch: Int = 0
    ) throws -> String {
        guard let environment = EnvironmentName(environment), let app = AppVersion(major: Int(version), minor: 0, patch: patch) else {
            throw CocoaError(.featureUnsupported)
        }
        let issuedAt = issuedAt ?? Self.start
        return try SignedUpdatePolicy(
            signing: UpdatePolicy(available: [app]),
            claims: DocumentClaims(version: version, issuedAt: issuedAt, expiresAt: issuedAt + life, environment: environment),
            keyID: keyID,
            key: key ?? self.key
        ).token
    }

    func configuration(_ version: Int64) throws -> String {
        guard let environment = EnvironmentName("test"), let url = WebAddress(base: "https://provider.example") else {
            throw CocoaError(.featureUnsupported)
        }
        let root: [UInt8] = [0x30, 0x82, 0, 254] + [UInt8](repeating: 1, count: 254)
        let address = ServiceAddress(url: url, tlsRoots: [[0x30, 0x81, 0xC8] + root.prefix(200)])
        let keys = ["k": JWK(key.publicKey)]
        return try SignedConfiguration(
            signing: ConfigurationDocument(
                provider: ProviderAddress(address: address, certificateKeys: keys, resultKeys: keys),
                services: Services(configuration: address, updatePolicy: address)),
            claims: DocumentClaims(version: version, issuedAt: Self.start, expiresAt: Self.start + 3600, environment: environment),
            keyID: "k1", key: key
        ).token
    }

    /// Writes a file like `wallet-config sign`, and lets the server check it.
    func put(_ text: String, as name: String = "update-policy.jwt") throws {
        try Data(text.utf8).write(to: directory.appending(path: name), options: .atomic)
        server.refresh()
    }

    /// The version of the policy that is served; nil without a policy.
    var servedVersion: Int64? { server.current(.updatePolicy)?.version }

    func serving(_ body: @escaping @Sendable (any TestClientProtocol) async throws -> Void) async throws {
        try await Application(router: server.router(), logger: log.logger).test(.router, body)
    }
}
