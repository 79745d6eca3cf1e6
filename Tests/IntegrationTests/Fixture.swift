// SPDX-License-Identifier: EUPL-1.2

import DeviceAttestation
import Foundation
import GRDB
import HSM
import JOSE
import PlatformSupport
import ProviderProtocol
import Synchronization
import Testing
import WalletCore
import WalletProvider
import WalletProviderSQLite

@testable import SimulatedPhone

/// A phone and a provider of one test's own, on one clock that only the test moves. The provider accepts phones of both kinds.
struct Fixture {
    let directory: URL
    let clock: VirtualClock
    let network: StagedNetwork
    let provider: WalletProvider
    let device: SimulatedDevice
    let sensor = BiometricSensor()
    /// Whether the provider has a list of revoked Android certificates.
    let hasRevocationList: Switch
    private let maker: PhoneMaker
    private let pretender: PhoneMaker

    /// Something that a test turns on and off.
    final class Switch: Sendable {
        let isOn = Mutex(true)
    }

    static let publicURL = "https://provider.test"
    static let right = "749205"
    static let wrong = "620943"

    /// Makes both, and removes their files afterwards.
    static func with(_ kind: PhoneKind = .iPhone, _ body: (Fixture) async throws -> Void) async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "wallet-" + UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: directory) }
        try await body(try Fixture(kind, in: directory))
    }

    private init(_ kind: PhoneKind, in directory: URL) throws {
        self.directory = directory
        try FileManager.default.createDirectory(at: directory.appending(path: "app"), withIntermediateDirectories: true)
        let start = Date(timeIntervalSince1970: 1_790_000_000)
        let clock = VirtualClock(base: { start })
        let hasRevocationList = Switch()
        let makers = try Makers(at: start)
        maker = makers[kind]
        pretender = try maker.pretending(now: start)
        let devices = try makers.acceptedDevices {
            hasRevocationList.isOn.withLock { $0 } ? try? DevelopmentGoogleCA.revocationList(at: clock.now) : nil
        }
        provider = WalletProvider(
            configuration: try ProviderConfiguration(publicURL: Self.publicURL, devices: devices),
            store: try SQLiteAccountStore(path: directory.appending(path: "provider.sqlite").path, clock: { clock.now }),
            hsm: try SoftwareHSM(
                keyFile: directory.appending(path: "hsm.keys").path, secretFile: directory.appending(path: "hsm.secret").path),
            clock: { clock.now }, randomBytes: systemRandomBytes)
        network = StagedNetwork(provider)
        device = try SimulatedDevice(in: directory.path, kind: kind)
        self.clock = clock
        self.hasRevocationList = hasRevocationList
    }

    /// A core as a new process of the app has it: over the files and the hardware that are there.
    ///
    /// - Parameter kill: may end it.
    func launchCore(_ kill: KillSwitch? = nil) async throws -> WalletCore {
        let core = WalletCore(
            embedded: try .pinning(
                Self.publicURL, roots: [], certificateKeys: try await keys(.certificate), resultKeys: try await keys(.result)),
            checkpoints: kill ?? NoCheckpointObserver())
        try await core.initPlatformSupport(
            PlatformBridges(
                attestedKey: SimulatedAttestedKeys(device: device, clock: clock, maker: maker, pretender: pretender),
                encryptionKey: SimulatedEncryptionKeys(device: device),
                biometrics: SimulatedBiometrics(device: device, sensor: sensor), network: kill ?? network, clock: clock,
                utilities: SimulatedUtilities(device: device, storageDirectory: directory.appending(path: "app").path)))
        try await core.initialize()
        return core
    }

    /// A core with a remote PIN, locked.
    func registeredCore() async throws -> WalletCore {
        let core = try await launchCore()
        try await core.register(pin: try pin(Self.right))
        await core.lock()
        return core
    }

    /// How many accounts the provider's database holds.
    func accountCount() async throws -> Int {
        let database = try DatabaseQueue(path: directory.appending(path: "provider.sqlite").path)
        return try await database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM account") ?? -1 }
    }

    private func keys(_ purpose: SigningPurpose) async throws -> [String: JWK] {
        Dictionary(uniqueKeysWithValues: try await provider.publicKeys(for: purpose).map { ($0.keyID, JWK($0.key)) })
    }
}

/// Reads a PIN that is one.
func pin(_ digits: String) throws -> PIN { try #require(PIN(digits)) }
