// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Deadlines
import DeviceAttestation
import Foundation
import GRDB
import HSM
import JOSE
import OpenID4VCI
import PlatformSupport
import ProviderProtocol
import ProviderWorld
import SwiftASN1
import Synchronization
import TestParties
import Testing
import WalletConfiguration
import WalletCore
import WalletInterface
import WalletProvider
import WalletProviderSQLite
import X509

@testable import PhoneSimulator

/// A phone and a provider of one test, on one clock that only the test moves. The provider accepts phones of both kinds.
struct Fixture {
    let directory: URL
    let clock: VirtualClock
    let network: StagedNetwork
    let provider: WalletProvider
    /// The provider's keys, which an operator rotates.
    let hsm: SoftwareHSM
    /// The certificates of its attestation keys, each key's own first, by key id.
    private let attestationChains: Recorded<[String: [[UInt8]]]>
    private let providerAuthority: TestAuthority
    let device: SimulatedDevice
    let sensor = BiometricSensor()
    let issuer: TestIssuer
    /// The real issuer, if it replaces the one in memory.
    let realIssuer: RealIssuer?
    /// True if the app trusts that issuer.
    let trustsIssuer = Recorded(true)
    /// True if the provider has a list of revoked Android certificates.
    let hasRevocationList: Recorded<Bool>
    private let maker: PhoneMaker
    private let pretender: PhoneMaker

    static let start = Date(timeIntervalSince1970: 1_790_000_000)
    static let publicURL = "https://provider.test"
    static let right = "749205"
    static let wrong = "620943"

    /// Creates a phone and a provider, and removes their files afterwards.
    static func with(_ kind: PhoneKind = .iPhone, _ body: (Fixture) async throws -> Void) async throws {
        try await TemporaryDirectory.with(isInMemory: true) { try await body(try await Fixture(kind, in: $0.url)) }
    }

    /// Creates both, with the real issuer of PIDs instead of the one in memory.
    ///
    /// - Parameters:
    ///   - keyAttestation: the issuer's requirement for keys.
    ///   - keyStorage: the provider's statement about keys.
    static func withRealIssuer(
        keyAttestation: KeyAttestationRequirement? = nil, keyStorage: [String] = [],
        _ body: @escaping @Sendable (Fixture, RealIssuer) async throws -> Void
    ) async throws {
        try await TemporaryDirectory.with(isInMemory: true) { directory in
            let fixture = try await Fixture(
                .iPhone, in: directory.url, isIssuerReal: true, keyAttestation: keyAttestation, keyStorage: keyStorage)
            let issuer = try #require(fixture.realIssuer)
            try await issuer.serve { try await body(fixture, issuer) }
        }
    }

    private init(
        _ kind: PhoneKind, in directory: URL, isIssuerReal: Bool = false, keyAttestation: KeyAttestationRequirement? = nil,
        keyStorage: [String] = []
    ) async throws {
        self.directory = directory
        try FileManager.default.createDirectory(at: directory.appending(path: "app"), withIntermediateDirectories: true)
        let start = Self.start
        let clock = VirtualClock(base: { start })
        let hasRevocationList = Recorded(true)
        (maker, pretender) = (try Makers.shared[kind], try Makers.pretenders[kind])
        let devices = try Makers.shared.acceptedDevices {
            hasRevocationList.value ? try? DevelopmentGoogleCA.revocationList(at: clock.now) : nil
        }
        let hsm = try SoftwareHSM(
            keyFile: directory.appending(path: "hsm.keys").path, secretFile: directory.appending(path: "hsm.secret").path)
        self.hsm = hsm
        let providers = TestAuthority("Provider root", at: start)
        providerAuthority = providers
        let attestationChains = Recorded<[String: [[UInt8]]]>([:])
        self.attestationChains = attestationChains
        issuer = try TestIssuer(clock: clock, providerRoot: try providers.root)
        realIssuer =
            isIssuerReal
            ? try await RealIssuer(
                in: directory, clock: clock, providerRoot: try providers.root, keyAttestation: keyAttestation) : nil
        let roots = [issuer.root] + (realIssuer.map { [$0.root] } ?? [])
        provider = WalletProvider(
            try ProviderConfiguration(
                publicURL: Self.publicURL, devices: devices,
                recoveryCodeReader: try PIDRecoveryCode(
                    roots: roots.map { try Certificate(derEncoded: $0) }, types: ["urn:eudi:pid:1", "urn:eudi:pid:nl:1"]),
                attestation: try AttestationSettings(clientID: TestIssuer.clientID, keyStorage: keyStorage) {
                    attestationChains.value[$0] ?? []
                }),
            store: try SQLiteAccountStore(
                path: directory.appending(path: "provider.sqlite").path, timeouts: .patient, clock: { clock.now }),
            hsm: hsm, clock: { clock.now })
        let attested = provider
        realIssuer?.statusList.withLock { $0 = { try await attested.attestationStatusList("1") } }
        network = StagedNetwork(provider, issuer, realIssuer, clock: clock)
        device = try SimulatedDevice(in: directory.path, kind: kind)
        self.clock = clock
        self.hasRevocationList = hasRevocationList
        try await certifyAttestationKeys()
    }

    /// Certifies every attestation key, including the next one.
    func certifyAttestationKeys() async throws {
        for key in try await hsm.publicKeys(for: .attestation) {
            let chain = [try providerAuthority.certificate(for: key.key, called: "Wallet Provider")]
            attestationChains.change { $0[key.keyID] = chain }
        }
    }

    /// Creates a core as a new process of the app does, over the existing files and hardware.
    ///
    /// - Parameters:
    ///   - kill: can kill the core.
    ///   - embedded: the embedded edition; by default with the provider's present keys.
    ///   - bridge: the network of the core; by default `network`.
    ///   - phoneClock: the phone's own clock; by default the clock of the servers.
    func launchCore(
        _ kill: KillSwitch? = nil, embedded: EmbeddedEdition? = nil, through bridge: (any NetworkBridge)? = nil,
        on phoneClock: VirtualClock? = nil
    ) async throws -> Core {
        let standard = try await embeddedEdition()
        let core = Core(
            embedded: embedded ?? standard,
            checkpoints: kill ?? NoCheckpointObserver())
        try await core.initPlatformSupport(
            PlatformBridges(
                attestedKey: SimulatedAttestedKeys(device: device, clock: clock, maker: maker, pretender: pretender),
                encryptionKey: SimulatedEncryptionKeys(device: device),
                biometrics: SimulatedBiometrics(device: device, sensor: sensor), camera: NoCamera(), network: bridge ?? kill ?? network,
                clock: phoneClock ?? clock,
                utilities: SimulatedUtilities(device: device, storageDirectory: directory.appending(path: "app").path)))
        try await core.initialize()
        return core
    }

    /// Returns the embedded edition of an app that pins the provider's present keys.
    ///
    /// - Parameters:
    ///   - roots: the roots of its servers; a signed configuration needs one.
    ///   - sharing: the settings of sharing; without them the app knows no link to share.
    func embeddedEdition(roots: [[UInt8]] = [], sharing: SharingSettings? = nil) async throws -> EmbeddedEdition {
        try .pinning(
            Self.publicURL, roots: roots, certificateKeys: try await keys(.certificate), resultKeys: try await keys(.result),
            pid: trustsIssuer.value ? realIssuer?.root ?? issuer.root : try TestAuthority("PID root", at: Self.start).root,
            settings: realIssuer == nil ? TestIssuer.settings : RealIssuer.settings, sharing: sharing)
    }

    /// Returns a locked core with a remote PIN.
    func registeredCore() async throws -> Core {
        let core = try await launchCore()
        try await core.register(pin: try pin(Self.right))
        await core.lock()
        return core
    }

    /// Returns the number of the provider's accounts in a state.
    func accountCount(_ state: String) async throws -> Int {
        try await count("SELECT count(*) FROM account WHERE state = '\(state)'")
    }

    /// The number of device keys in the phone's hardware.
    var deviceKeyCount: Int { device.contents.attestedKeys.count }

    static let prompt = BiometricPrompt(title: "Wallet", reason: "Open it", fallback: "PIN")

    /// Presents the right face or finger as soon as the sensor asks.
    func scanned<Value: Sendable>(_ call: @escaping @Sendable () async throws -> Value) async throws -> Value {
        sensor.setAppOnGlass(true)
        let statuses = sensor.statusChanges()
        async let value = call()
        for await status in statuses where status.prompt != nil { break }
        _ = sensor.match()
        return try await value
    }

    /// Returns the files in the app's directory, by name.
    func files() throws -> [String: Data] {
        let app = directory.appending(path: "app")
        return try FileManager.default.contentsOfDirectory(atPath: app.path).reduce(into: [:]) { files, name in
            files[name] = try Data(contentsOf: app.appending(path: name))
        }
    }

    /// Runs the core's background work while the body runs.
    func whileRunning(_ core: Core, _ body: @escaping @Sendable () async throws -> Void) async throws {
        try await withThrowingTaskGroup { group in
            group.addTask { try await core.run() }
            try await body()
            group.cancelAll()
        }
    }

    /// Returns the number of accounts in the provider's database.
    func accountCount() async throws -> Int { try await count("SELECT count(*) FROM account") }

    /// Returns a count from the provider's database.
    func count(_ sql: String) async throws -> Int {
        let database = try DatabaseQueue(path: directory.appending(path: "provider.sqlite").path)
        return try await database.read { try Int.fetchOne($0, sql: sql) ?? -1 }
    }

    /// Returns the provider's public keys for a purpose, as a configuration contains them.
    func keys(_ purpose: SigningPurpose) async throws -> [String: JWK] { try await provider.keysByID(for: purpose) }
}

/// Parses a valid PIN.
func pin(_ digits: String) throws -> PIN { try #require(PIN(digits)) }
