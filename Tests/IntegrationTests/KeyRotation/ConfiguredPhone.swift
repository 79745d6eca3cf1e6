// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import HSM
import JOSE
import ObservedValues
import PhoneSimulator
import PlatformSupport
import Synchronization
import Testing
import WalletConfiguration
import WalletInterface

@testable import WalletCore

/// A fixture's phone that gets its configuration from a server, and records the provider's refusals.
final class ConfiguredPhone: Sendable {
    let core: Core
    private let fixture: Fixture
    private let server: ConfigurationNetwork
    private let embedded: EmbeddedEdition
    private let signer: P256.Signing.PrivateKey
    private let version = Mutex<Int64>(1)
    private let pins = Mutex((right: Fixture.right, other: "583917"))

    /// Creates a locked phone with a remote PIN. Its app pins the provider's present keys.
    init(_ fixture: Fixture) async throws {
        self.fixture = fixture
        let signer = P256.Signing.PrivateKey()
        let standard = try await fixture.embeddedEdition(roots: [[0x30, 0x81, 0xC8] + [UInt8](repeating: 0, count: 200)])
        let trust = DocumentTrust(environment: standard.configurationTrust.environment, keys: ["signer": JWK(signer.publicKey)])
        embedded = EmbeddedEdition(
            appVersion: standard.appVersion, configuration: standard.configuration, configurationTrust: trust, updatePolicyTrust: trust)
        self.signer = signer
        server = ConfigurationNetwork(fixture.network)
        core = try await fixture.launchCore(embedded: embedded, through: server)
        try await core.register(pin: try pin(Fixture.right))
        await core.lock()
    }

    /// The provider's error responses.
    var refusals: [String] { server.refusals.withLock { $0 } }

    /// The number of requests for the configuration.
    var polls: Int { server.polls.withLock { $0 } }

    /// The version of the active configuration.
    var configurationVersion: Int64 { core.shared.configuration.state.value.version }

    /// Serves a new configuration with the provider's present keys, including the next ones. The phone does not fetch it yet.
    func publish() async throws {
        var document = embedded.configuration
        document.provider = ProviderAddress(
            address: document.provider.address, certificateKeys: try await fixture.keys(.certificate),
            resultKeys: try await fixture.keys(.result))
        let next = version.withLock { version in
            version += 1
            return version
        }
        let now = Int64(fixture.clock.now.timeIntervalSince1970)
        let claims = try DocumentClaims(
            version: next, issuedAt: now, expiresAt: now + 86_400, environment: embedded.configurationTrust.environment)
        let signed = try SignedConfiguration(signing: document, claims: claims, keyID: "signer", key: signer)
        server.token.withLock { $0 = signed.token }
    }

    /// Fetches the served configuration.
    func poll() async { #expect(await core.pollConfiguration(by: fixture.clock) == .accepted) }

    /// Uses every kind of signature: unlocks, gets a certificate by a PIN change, and is attested for an issuer.
    func use(_ location: SourceLocation = #_sourceLocation) async throws {
        await core.lock()
        let (right, other) = pins.withLock { $0 }
        #expect(try await core.unlock(pin: pin(right)) == .valid, sourceLocation: location)
        #expect(try await core.changePIN(from: pin(right), to: pin(other)) == .changed, sourceLocation: location)
        pins.withLock { $0 = (right: other, other: right) }
        _ = try await fixture.preview(core)
        try await core.cancelIssuance()
    }

    /// The PIN that is active now.
    var right: PIN { get throws { try pin(pins.withLock { $0.right }) } }
}

/// A fixture's network with a configuration server.
private final class ConfigurationNetwork: NetworkBridge {
    let token = Mutex<String?>(nil)
    let refusals = Mutex<[String]>([])
    let polls = Mutex(0)
    private let base: StagedNetwork

    init(_ base: StagedNetwork) { self.base = base }

    func send(_ request: NetworkRequest) async throws(NetworkError) -> NetworkResponse {
        guard request.url == Fixture.publicURL + DocumentEndpoint.configuration.path else {
            let response = try await base.send(request)
            if request.url.hasPrefix(Fixture.publicURL), !(200...201).contains(response.status) {
                refusals.withLock { $0.append("\(request.url) \(response.status)") }
            }
            return response
        }
        polls.withLock { $0 += 1 }
        guard let token = token.withLock({ $0 }) else { throw .unreachable }
        return NetworkResponse(status: 200, mediaType: DocumentEndpoint.mediaType, body: Array(token.utf8))
    }
}
