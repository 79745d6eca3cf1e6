// SPDX-License-Identifier: EUPL-1.2

import Deadlines
import DeviceAttestation
import Foundation
import HSM
import JOSE
import Logging
import PlatformSupport
import ProviderWorld
import ServerKit
import TestParties
import Testing
import WalletCore
import WalletInterface
import WalletProvider
import WalletProviderHTTP
import WalletProviderSQLite

@testable import PhoneSimulator

/// The core with the provider on a real TLS port.
@Suite(.timeLimit(.minutes(20))) struct TLSTests {
    @Test(arguments: PhoneKind.allCases)
    func `a wallet registers and unlocks over TLS, and only with the pinned root`(kind: PhoneKind) async throws {
        let files = try TemporaryDirectory(isInMemory: false)
        defer { withExtendedLifetime(files) {} }
        let directory = files.url
        let (ours, foreign) = (directory.appending(path: "ours"), directory.appending(path: "foreign"))
        for path in ["app", "ours", "foreign"] {
            try FileManager.default.createDirectory(at: directory.appending(path: path), withIntermediateDirectories: true)
        }
        let certificates = try DevelopmentCertificateAuthority(directory: ours, now: Date())
        let others = try DevelopmentCertificateAuthority(directory: foreign, now: Date())
        let makers = try Makers(at: Date())
        let hsm = try SoftwareHSM(keyFile: ours.appending(path: "keys").path, secretFile: ours.appending(path: "secret").path)
        let store = try SQLiteAccountStore(path: ours.appending(path: "provider.sqlite").path, timeouts: .patient)
        let device = try SimulatedDevice(in: directory.path, kind: kind)
        let clock = VirtualClock()

        // The audience contains the port, so the port is chosen first, as in the demo.
        let (ports, found) = AsyncStream.makeStream(of: Int.self)
        let publicURL = "https://localhost"
        let provider = WalletProvider(
            try ProviderConfiguration(
                publicURL: publicURL,
                devices: try makers.acceptedDevices(revocationList: { try? DevelopmentGoogleCA.revocationList(at: Date()) })),
            store: store, hsm: hsm)
        let server = ProviderServer(
            provider: provider, host: "127.0.0.1", port: 0, identity: certificates.identity, timeouts: .patient, limits: .none,
            logger: Logger(label: "test"),
            onRunning: { found.yield($0) })

        func core(trusting root: [UInt8], port: Int) async throws -> Core {
            let core = Core(
                embedded: try .pinning(
                    publicURL, roots: [root], certificateKeys: try await provider.keysByID(for: .certificate),
                    resultKeys: try await provider.keysByID(for: .result)),
                answerBudget: 60)
            try await core.initPlatformSupport(
                PlatformBridges(
                    attestedKey: SimulatedAttestedKeys(device: device, clock: clock, maker: makers[kind], pretender: makers[kind]),
                    encryptionKey: SimulatedEncryptionKeys(device: device),
                    biometrics: SimulatedBiometrics(device: device, sensor: BiometricSensor()), camera: NoCamera(),
                    network: PortNetwork(network: SimulatedNetwork(device: device, leastTimeout: .seconds(60)), port: port), clock: clock,
                    utilities: SimulatedUtilities(device: device, storageDirectory: directory.appending(path: "app").path)))
            try await core.initialize()
            return core
        }

        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await server.run() }
            guard let port = await ports.first(where: { _ in true }) else { throw CancellationError() }

            let misled = try await core(trusting: others.rootCertificate, port: port)
            await #expect(throws: WalletCoreError(.serverUnreachable, "")) { try await misled.register(pin: pin(Fixture.right)) }

            let genuine = try await core(trusting: certificates.rootCertificate, port: port)
            try device.change { $0.network = .offline }
            await #expect(throws: WalletCoreError(.noInternet, "")) { try await genuine.register(pin: pin(Fixture.right)) }
            try device.change { $0.network = .servicesUnreachable }
            await #expect(throws: WalletCoreError(.serverUnreachable, "")) { try await genuine.register(pin: pin(Fixture.right)) }
            try device.change { $0.network = .online }
            try await genuine.register(pin: pin(Fixture.right))
            await genuine.lock()
            #expect(try await genuine.unlock(pin: pin(Fixture.wrong)) == .invalid(attemptsLeftInRound: 3, isFinalRound: false))
            #expect(try await genuine.unlock(pin: pin(Fixture.right)) == .valid)

            group.cancelAll()
            do { try await group.waitForAll() } catch is CancellationError {}
            await genuine.lock()
            await #expect(throws: WalletCoreError(.serverUnreachable, "")) { try await genuine.unlock(pin: pin(Fixture.right)) }
        }
    }
}

/// Puts the test's port into each address; the audience in the messages has no port.
private struct PortNetwork: NetworkBridge {
    let network: SimulatedNetwork
    let port: Int

    func send(_ request: NetworkRequest) async throws(NetworkError) -> NetworkResponse {
        var request = request
        request.url = request.url.replacing("https://localhost/", with: "https://localhost:\(port)/")
        return try await network.send(request)
    }
}
