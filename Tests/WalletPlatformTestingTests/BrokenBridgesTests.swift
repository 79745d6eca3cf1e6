// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import ObservedValues
import PlatformSupport
import Synchronization
import Testing

@testable import PhoneSimulator
@testable import WalletPlatformTesting

/// A bridge that breaks a promise is found by the suite.
@Suite(.timeLimit(.minutes(20)))
struct BrokenBridgesTests {
    /// Runs the suite on an iPhone with a replaced bridge.
    ///
    /// - Returns: the identifiers of the broken promises.
    private func broken(_ alter: @escaping @Sendable (inout SimulatedPhoneUnderTest) -> Void) async throws -> Set<String> {
        let report = try await TestPhone(.iPhone).suite { phone in
            var phone = phone
            alter(&phone)
            return phone
        }
        return Set(report.results.filter { $0.verdict == .broken }.map(\.identifier))
    }

    @Test func `keys that are replaced at every use are reported as broken`() async throws {
        let uses = Uses()
        #expect(
            try await broken { $0.replaceKeys { ForgetfulKeys(keys: $0, uses: uses) } }.isSuperset(of: ["KEY-01", "KEY-02", "KEY-21"]))
    }

    @Test func `keys that treat an empty ciphertext as an unknown key are reported as broken`() async throws {
        #expect(try await broken { $0.replaceKeys { HastyKeys(keys: $0, emptyIsUnknown: true) } } == ["KEY-08", "KEY-19"])
    }

    @Test func `keys that seem lost before the phone is unlocked are reported as broken`() async throws {
        #expect(try await broken { $0.replaceKeys { HastyKeys(keys: $0, lockedIsUnknown: true) } } == ["KEY-18", "KEY-19"])
    }

    @Test func `keys that are never deleted are reported as broken`() async throws {
        #expect(
            try await broken { $0.replaceKeys { StubbornKeys(keys: $0) } } == ["KEY-13", "KEY-15", "KEY-20", "KEY-22"])
    }

    @Test func `attested keys that sign a different payload are reported as broken`() async throws {
        #expect(
            try await broken { phone in phone.bridges = phone.bridges.with(attestedKey: CarelessSigner(keys: phone.bridges.attestedKey)) }
                .isSuperset(of: ["ATT-06", "ATT-07", "ATT-14"]))
    }

    @Test func `a sensor that signs for any person is reported as broken`() async throws {
        #expect(
            try await broken { phone in phone.bridges = phone.bridges.with(biometrics: OpenSensor()) }
                .isSuperset(of: ["BIO-05", "BIO-18", "BIO-09", "BIO-11", "BIO-12", "BIO-15", "BIO-17"]))
    }

    @Test func `a camera that uses itself without permission is reported as broken`() async throws {
        #expect(
            try await broken { phone in phone.bridges = phone.bridges.with(camera: BoldCamera(camera: phone.bridges.camera)) }
                .isSuperset(of: ["CAM-01", "CAM-03"]))
    }

    @Test func `a camera that reads a code twice is reported as broken`() async throws {
        #expect(
            try await broken { phone in phone.bridges = phone.bridges.with(camera: EagerCamera(camera: phone.bridges.camera)) }
                == ["CAM-07"])
    }

    @Test func `a camera whose light burns without a scan, and that changes a text, is reported as broken`() async throws {
        let found = try await broken { phone in phone.bridges = phone.bridges.with(camera: BlurredCamera(camera: phone.bridges.camera)) }
        #expect(found == ["CAM-04", "CAM-07", "CAM-08", "CAM-09"])
    }

    @Test func `monotonic time that follows the wall clock is reported as broken`() async throws {
        #expect(
            try await broken { phone in phone.bridges = phone.bridges.with(clock: WallClock(clock: phone.phone.clock)) } == ["CLK-05"])
    }

    @Test func `a clock that looks at the cancellation only before it waits is reported`() async throws {
        var found: String?
        // The cancellation may still arrive before the wait.
        while found == nil {
            found = try await fault(of: "CLK-03") { phone in
                var phone = phone
                phone.bridges = phone.bridges.with(clock: DeafClock(clock: phone.bridges.clock))
                return phone
            }
        }
        #expect(found == "it did not")
    }

    @Test func `an identity that changes with every call is reported as broken`() async throws {
        #expect(
            try await broken { phone in phone.bridges = phone.bridges.with(utilities: Nameless(utilities: phone.bridges.utilities)) }
                == ["UTL-02", "UTL-04", "UTL-07"])
    }

    @Test func `a call that never returns breaks its promise at the time limit, and the suite continues`() async throws {
        let isStuck = ObservedValue(false)
        let notebook = Mutex(Notebook())
        try await TestPhone(.iPhone).run { phone in
            var phone = phone
            phone.bridges = phone.bridges.with(utilities: StuckUtilities(utilities: phone.bridges.utilities, isStuck: isStuck))
            let ran = await ConformanceSuite.run(.beforeRestart, on: phone, limit: .seconds(60), clock: LimitClock(isOver: isStuck))
            notebook.withLock { $0 = ran }
        }
        let broken = notebook.withLock { $0.results.filter { $0.verdict == .broken } }
        #expect(broken.map(\.identifier) == ["UTL-05"])
        #expect(broken.first?.detail?.hasPrefix("it did not end") == true)
    }

    /// Tries one promise on a phone that is made from an iPhone.
    ///
    /// - Parameter limit: the time for the promise.
    /// - Returns: the observation that breaks it; nil if it is kept.
    private func fault(
        of identifier: String, within limit: Duration = .seconds(240),
        on phone: @escaping @Sendable (SimulatedPhoneUnderTest) -> any PhoneUnderTest
    ) async throws -> String? {
        let promise = try #require(ConformanceSuite.promises.first { $0.identifier == identifier })
        let detail = Mutex<String?>(nil)
        try await TestPhone(.iPhone).run { simulated in
            do {
                let trial = Trial(of: promise, on: phone(simulated), Notebook())
                try await Patience(limit: limit, clock: ContinuousClock()).wait { try await promise.check(trial) }
            } catch let broken as Broken {
                detail.withLock { $0 = broken.detail }
            }
        }
        return detail.withLock { $0 }
    }

    @Test(arguments: Carelessness.allCases)
    fileprivate func `a network that ignores a part of an exchange is reported`(_ carelessness: Carelessness) async throws {
        let faults = Mutex<[String: String]>([:])
        for identifier in ["NET-02", "NET-04", "NET-05", "NET-06", "NET-07", "NET-08", "NET-09", "NET-10", "NET-11"] {
            // Without its time limit the exchange never ends, so no machine is too slow for a short limit.
            let limit: Duration = carelessness == .timeLimit && identifier == "NET-06" ? .seconds(1) : .seconds(240)
            let fault = try await fault(of: identifier, within: limit) { phone in
                var phone = phone
                phone.bridges = phone.bridges.with(
                    network: CarelessNetwork(network: phone.bridges.network, server: phone.server, carelessness: carelessness))
                return phone
            }
            faults.withLock { $0[identifier] = fault }
        }
        #expect(faults.withLock { $0 } == [carelessness.identifier: carelessness.fault])
    }

    @Test(arguments: [(LinkPhone.Order.linkFirst, nil), (.eventFirst, "the event came first"), (.noEvent, "no event was sent")])
    fileprivate func `a phone that sends the event before the link, or never, is reported`(_ order: LinkPhone.Order, _ detail: String?)
        async throws
    {
        #expect(try await fault(of: "LNK-04") { LinkPhone(phone: $0, order: order) } == detail)
    }

    @Test func `a sensor that is cancelled before it has shown a prompt is reported`() async throws {
        let fault = try await fault(of: "BIO-08") { phone in
            var phone = phone
            phone.bridges = phone.bridges.with(biometrics: ShySensor())
            return phone
        }
        #expect(fault == "it ended as cancelled before the prompt was shown")
    }

    @Test func `links that are delivered twice or never are reported as broken`() async throws {
        #expect(try await broken { $0.links = $0.links.repeated(2) } == ["LNK-01", "LNK-02", "LNK-03"])
        #expect(try await broken { $0.links = $0.links.repeated(0) } == ["LNK-01", "LNK-02", "LNK-03", "LNK-04"])
    }
}

/// A counter that several copies of a bridge share.
private final class Uses: Sendable {
    private let value = Mutex(0)

    func next() -> Int {
        value.withLock { value in
            value += 1
            return value
        }
    }
}

private struct ForgetfulKeys: EncryptionKeyBridge {
    let keys: any EncryptionKeyBridge
    let uses: Uses

    func encrypt(_ plaintext: [UInt8], with identifier: String) async throws(EncryptionKeyError) -> [UInt8] {
        let sealed = try await keys.encrypt(plaintext, with: identifier + ".\(uses.next())")
        _ = try await keys.encrypt([], with: identifier)
        return sealed
    }
    func decrypt(_ ciphertext: [UInt8], with identifier: String) async throws(EncryptionKeyError) -> [UInt8] {
        try await keys.decrypt(ciphertext, with: identifier)
    }
    func delete(_ identifier: String) async { await keys.delete(identifier) }
    func deleteAll() async { await keys.deleteAll() }
}

private struct HastyKeys: EncryptionKeyBridge {
    let keys: any EncryptionKeyBridge
    var emptyIsUnknown = false
    var lockedIsUnknown = false

    func encrypt(_ plaintext: [UInt8], with identifier: String) async throws(EncryptionKeyError) -> [UInt8] {
        try await keys.encrypt(plaintext, with: identifier)
    }
    func decrypt(_ ciphertext: [UInt8], with identifier: String) async throws(EncryptionKeyError) -> [UInt8] {
        if emptyIsUnknown, ciphertext.isEmpty { throw .unknownKey }
        do {
            return try await keys.decrypt(ciphertext, with: identifier)
        } catch {
            throw lockedIsUnknown && error == .notAvailableYet ? .unknownKey : error
        }
    }
    func delete(_ identifier: String) async { await keys.delete(identifier) }
    func deleteAll() async { await keys.deleteAll() }
}

private struct StubbornKeys: EncryptionKeyBridge {
    let keys: any EncryptionKeyBridge

    func encrypt(_ plaintext: [UInt8], with identifier: String) async throws(EncryptionKeyError) -> [UInt8] {
        try await keys.encrypt(plaintext, with: identifier)
    }
    func decrypt(_ ciphertext: [UInt8], with identifier: String) async throws(EncryptionKeyError) -> [UInt8] {
        try await keys.decrypt(ciphertext, with: identifier)
    }
    func delete(_ identifier: String) async {}
    func deleteAll() async {}
}

private struct CarelessSigner: AttestedKeyBridge {
    let keys: any AttestedKeyBridge

    func generate() async throws(AttestedKeyError) -> String { try await keys.generate() }
    func attest(_ identifier: String, challengeHash: [UInt8]) async throws(AttestedKeyError) -> PlatformAttestation {
        try await keys.attest(identifier, challengeHash: challengeHash)
    }
    func sign(_ payload: [UInt8], with identifier: String) async throws(AttestedKeyError) -> PlatformKeyProof {
        try await keys.sign(Array("always the same".utf8), with: identifier)
    }
    func delete(_ identifier: String) async { await keys.delete(identifier) }
    func deleteAll(except identifiers: Set<String>) async { await keys.deleteAll(except: identifiers) }
}

private struct OpenSensor: BiometricsBridge {
    private let key = P256.Signing.PrivateKey()

    func availability() async -> BiometricAvailability { .available(.faceID) }
    func makeKey() async throws(BiometricsError) -> [UInt8] { Array(key.publicKey.x963Representation) }
    func sign(_ nonce: [UInt8], prompt: BiometricPrompt) async -> BiometricPromptResult {
        guard let signature = try? key.signature(for: nonce) else { return BiometricPromptResult(.unavailable) }
        return BiometricPromptResult(.signed(Array(signature.derRepresentation)))
    }
    func deleteKey() async {}
}

/// Ends every call as cancelled, without a prompt.
private struct ShySensor: BiometricsBridge {
    func availability() async -> BiometricAvailability { .available(.faceID) }
    func makeKey() async throws(BiometricsError) -> [UInt8] { [] }
    func sign(_ nonce: [UInt8], prompt: BiometricPrompt) async -> BiometricPromptResult { BiometricPromptResult(.cancelled) }
    func deleteKey() async {}
}

/// A phone with links and events of its own.
private struct LinkPhone: PhoneUnderTest {
    enum Order: Sendable {
        case linkFirst, eventFirst, noEvent
    }

    let phone: SimulatedPhoneUnderTest
    let order: Order
    let links = OpenedLinks()
    private let sent = ObservedValue(0)

    init(phone: SimulatedPhoneUnderTest, order: Order) {
        self.phone = phone
        self.order = order
    }

    var name: String { phone.name }
    var platform: Platform { phone.platform }
    var bridges: PlatformBridges { phone.bridges }
    var attestations: any AttestationJudge { phone.attestations }
    var server: SuiteServer? { phone.server }

    func perform(_ act: Act) async throws {
        guard case .openLink(let link) = act else { throw ActNotPossible() }
        if order == .eventFirst { sent.change { $0 += 1 } }
        links.open(link)
        if order == .linkFirst { sent.change { $0 += 1 } }
    }

    /// Says that it has sent the event, whether it has or not.
    func events(of act: Act, until last: AppLifecycleEvent) async throws -> [AppLifecycleEvent] {
        try await perform(act)
        return [last]
    }

    func sentCount(of event: AppLifecycleEvent) -> Int { event == .openLink ? sent.value : 0 }
}

/// The part of an exchange that a network ignores.
private enum Carelessness: CaseIterable {
    case scheme, roots, redirects, location, timeLimit, size, validator, name, headers, body, mediaType

    /// The promise that it breaks.
    var identifier: String {
        switch self {
        case .scheme: "NET-02"
        case .roots: "NET-04"
        case .redirects, .location: "NET-05"
        case .timeLimit: "NET-06"
        case .size: "NET-07"
        case .validator: "NET-08"
        case .name: "NET-09"
        case .headers, .body: "NET-10"
        case .mediaType: "NET-11"
        }
    }

    /// The suite's observation.
    var fault: String {
        switch self {
        case .scheme, .roots, .name: "nothing was thrown instead of unreachable"
        case .redirects: "the response was 200"
        case .location: "not exactly the sent location was returned"
        case .timeLimit: "it did not end within 1.0 seconds"
        case .size: "nothing was thrown instead of lost"
        case .validator: "the response to a request with the validator was 200"
        case .headers: "not exactly the requested Accept arrived"
        case .body: "another body arrived"
        case .mediaType: "it was Application/Conformance+JSON ; charset=utf-8"
        }
    }
}

private struct CarelessNetwork: NetworkBridge {
    let network: any NetworkBridge
    let server: SuiteServer?
    let carelessness: Carelessness

    func send(_ request: NetworkRequest) async throws(NetworkError) -> NetworkResponse {
        guard let server else { throw .offline }
        var request = request
        switch carelessness {
        case .scheme: request.url = request.url.replacing("http://", with: "https://")
        case .roots: request.trustedRoots = [server.root]
        case .redirects, .location, .mediaType: break
        case .timeLimit: request.timeout = .seconds(3600)
        case .size: request.maximumResponseSize = 1 << 20
        case .validator: request.validator = nil
        case .name: request.url = request.url.replacing(server.addressOfAnotherName, with: server.address)
        case .headers: request.headers = []
        case .body: request.body.append(0)
        }
        let response = try await network.send(request)
        if carelessness == .location {
            return NetworkResponse(
                status: response.status, mediaType: response.mediaType, body: response.body, validator: response.validator,
                headers: response.headers.filter { $0.name.lowercased() != "location" })
        }
        if carelessness == .mediaType {
            return NetworkResponse(
                status: response.status, mediaType: response.headers.first { $0.name.lowercased() == "content-type" }?.value ?? "",
                body: response.body, validator: response.validator, headers: response.headers)
        }
        guard carelessness == .redirects, response.status == 302 else { return response }
        request.url = server.address + "/notes"
        return try await network.send(request)
    }
}

private struct WallClock: ClockBridge {
    let clock: VirtualClock

    var now: Date { clock.now }
    var steadyNow: Date { clock.now }
    func sleep(until deadline: Date) async throws { try await clock.sleep(until: deadline) }
    func sleep(untilSteady deadline: Date) async throws { try await clock.sleep(until: deadline) }
}

/// Ends a cancelled wait as if its instant had come.
private struct DeafClock: ClockBridge {
    let clock: any ClockBridge

    var now: Date { clock.now }
    var steadyNow: Date { clock.steadyNow }
    func sleep(until deadline: Date) async throws {
        try Task.checkCancellation()
        try? await clock.sleep(until: deadline)
    }
    func sleep(untilSteady deadline: Date) async throws {
        try Task.checkCancellation()
        try? await clock.sleep(untilSteady: deadline)
    }
}

/// Says that the user has allowed it.
private struct BoldCamera: CameraBridge {
    let camera: any CameraBridge

    func permission() async -> CameraPermission { .granted }
    func requestPermission() async -> CameraPermission { .granted }
    func scan(ignoring last: ScannedCode?) async throws(CameraError) -> ScannedCode { try await camera.scan(ignoring: last) }
    func setLight(_ isOn: Bool) async -> Bool { await camera.setLight(isOn) }
}

/// Ignores no code.
private struct EagerCamera: CameraBridge {
    let camera: any CameraBridge

    func permission() async -> CameraPermission { await camera.permission() }
    func requestPermission() async -> CameraPermission { await camera.requestPermission() }
    func scan(ignoring last: ScannedCode?) async throws(CameraError) -> ScannedCode { try await camera.scan(ignoring: nil) }
    func setLight(_ isOn: Bool) async -> Bool { await camera.setLight(isOn) }
}

/// Returns another text.
private struct BlurredCamera: CameraBridge {
    let camera: any CameraBridge

    func permission() async -> CameraPermission { await camera.permission() }
    func requestPermission() async -> CameraPermission { await camera.requestPermission() }
    func scan(ignoring last: ScannedCode?) async throws(CameraError) -> ScannedCode {
        let code = try await camera.scan(ignoring: last)
        guard let blurred = ScannedCode(code.text + ".") else { throw .failed }
        return blurred
    }
    func setLight(_ isOn: Bool) async -> Bool { isOn }
}

private struct Nameless: UtilitiesBridge {
    let utilities: any UtilitiesBridge

    var storageDirectory: String { utilities.storageDirectory }
    func installationIdentity() async -> InstallationIdentity? { InstallationIdentity(UUID().uuidString) }
    func isStorageAvailable() async -> Bool { true }
    func isDeviceRooted() async -> Bool { await utilities.isDeviceRooted() }
}

/// Never says whether the phone is rooted.
private struct StuckUtilities: UtilitiesBridge {
    let utilities: any UtilitiesBridge
    let isStuck: ObservedValue<Bool>

    var storageDirectory: String { utilities.storageDirectory }
    func installationIdentity() async -> InstallationIdentity? { await utilities.installationIdentity() }
    func isStorageAvailable() async -> Bool { await utilities.isStorageAvailable() }
    func isDeviceRooted() async -> Bool {
        isStuck.set(true)
        for await _ in AsyncStream<Never>.makeStream().stream {}
        return false
    }
}

/// A clock on which time passes only while a call is stuck.
private struct LimitClock: Clock {
    let isOver: ObservedValue<Bool>

    var now: ContinuousClock.Instant { .now }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
        _ = try await isOver.next(otherThan: false)
        isOver.set(false)
    }
}

extension OpenedLinks {
    /// The links, each told as often as `count`.
    fileprivate func repeated(_ count: Int) -> OpenedLinks {
        let links = OpenedLinks()
        receive { text in for _ in 0..<count { links.open(text) } }
        return links
    }
}

extension SimulatedPhoneUnderTest {
    fileprivate mutating func replaceKeys(_ replacement: (any EncryptionKeyBridge) -> any EncryptionKeyBridge) {
        bridges = bridges.with(encryptionKey: replacement(bridges.encryptionKey))
    }
}

extension PlatformBridges {
    fileprivate func with(
        attestedKey: (any AttestedKeyBridge)? = nil, encryptionKey: (any EncryptionKeyBridge)? = nil,
        biometrics: (any BiometricsBridge)? = nil, camera: (any CameraBridge)? = nil, network: (any NetworkBridge)? = nil,
        clock: (any ClockBridge)? = nil, utilities: (any UtilitiesBridge)? = nil
    ) -> PlatformBridges {
        PlatformBridges(
            attestedKey: attestedKey ?? self.attestedKey, encryptionKey: encryptionKey ?? self.encryptionKey,
            biometrics: biometrics ?? self.biometrics, camera: camera ?? self.camera, network: network ?? self.network,
            clock: clock ?? self.clock, utilities: utilities ?? self.utilities)
    }
}
