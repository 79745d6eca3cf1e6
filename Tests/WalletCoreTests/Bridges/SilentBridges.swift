// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport
import Synchronization

@testable import WalletCore

/// The asynchronous calls of the bridges, without the clock's.
enum BridgeCallName: String, Sendable, CaseIterable {
    case generate, attest, sign, deleteKey, deleteAllKeys
    case encrypt, decrypt, deleteEncryptionKey, deleteAllEncryptionKeys
    case availability, makeBiometricKey, prompt, deleteBiometricKey
    case cameraPermission, requestCamera, setLight
    case send
    case installationIdentity, isStorageAvailable, isDeviceRooted
}

/// Decides which calls of the bridges hang, and lets them go on. A hanging call ignores its cancellation.
final class Silence: Sendable {
    private struct State {
        var names: Set<BridgeCallName> = []
        var hanging: [CheckedContinuation<Void, Never>] = []
        var calls: [BridgeCallName] = []
    }

    private let state = Mutex(State())
    private let hung = RestartableTimer()

    /// Lets calls of these names hang from now on, before they do anything.
    func begin(_ names: BridgeCallName...) { state.withLock { $0.names = Set(names) } }

    /// Lets new calls pass; those that hang stay.
    func stop() { state.withLock { $0.names = [] } }

    /// Lets new calls pass, and performs those that hang.
    func end() {
        let hanging = state.withLock { state in
            state.names = []
            defer { state.hanging = [] }
            return state.hanging
        }
        for call in hanging { call.resume() }
    }

    /// The calls that reached the bridges.
    var calls: [BridgeCallName] { state.withLock { $0.calls } }

    /// Waits until a call hangs, once for each; for one task at a time.
    func hangs() async { await hung.wait(until: nil, by: PhoneClock()) }

    fileprivate func pass(_ name: BridgeCallName) async {
        let hangs = state.withLock { state in
            state.calls.append(name)
            return state.names.contains(name)
        }
        guard hangs else { return }
        await withCheckedContinuation { call in
            state.withLock { $0.hanging.append(call) }
            hung.wake()
        }
    }
}

extension Phone {
    /// The phone's bridges, some of whose calls hang.
    func bridges(_ silence: Silence) -> PlatformBridges {
        PlatformBridges(
            attestedKey: SilentAttestedKeys(bridge: attestedKeys, silence: silence),
            encryptionKey: SilentEncryptionKeys(bridge: encryptionKeys, silence: silence),
            biometrics: SilentBiometrics(bridge: biometrics, silence: silence),
            camera: SilentCamera(bridge: camera, silence: silence),
            network: SilentNetwork(bridge: provider, silence: silence), clock: clock,
            utilities: SilentUtilities(bridge: utilities, silence: silence))
    }

    /// Starts a process, not initialised, some of whose bridges' calls hang.
    func process(_ silence: Silence) async throws -> Core {
        let core = Core(embedded: provider.embedded)
        try await core.initPlatformSupport(bridges(silence), limitsBy: limitClock)
        return core
    }

    /// Lets the limit of each call that hangs pass while the body runs.
    @discardableResult
    func withoutPatience<Value: Sendable>(
        _ silence: Silence, _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let passing = Task { [limitClock] in
            while !Task.isCancelled {
                await silence.hangs()
                // Each limit passes in two halves.
                for _ in 1...2 {
                    await limitClock.hasSleepers()
                    guard !Task.isCancelled else { return }
                    limitClock.advance(by: 300)
                }
            }
        }
        defer { passing.cancel() }
        return try await body()
    }

    /// Lets the time pass in which hardware rests after a limit.
    func rest() { limitClock.advance(by: EncryptionKeysInTime.rest) }
}

private struct SilentCamera: CameraBridge {
    let bridge: FakeCamera
    let silence: Silence

    func permission() async -> CameraPermission {
        await silence.pass(.cameraPermission)
        return await bridge.permission()
    }

    func requestPermission() async -> CameraPermission {
        await silence.pass(.requestCamera)
        return await bridge.requestPermission()
    }

    func scan(ignoring last: ScannedCode?) async throws(CameraError) -> ScannedCode { try await bridge.scan(ignoring: last) }

    func setLight(_ isOn: Bool) async -> Bool {
        await silence.pass(.setLight)
        return await bridge.setLight(isOn)
    }
}

private struct SilentAttestedKeys: AttestedKeyBridge {
    let bridge: FakeAttestedKeys
    let silence: Silence

    func generate() async throws(AttestedKeyError) -> String {
        await silence.pass(.generate)
        return try await bridge.generate()
    }

    func attest(_ identifier: String, challengeHash: [UInt8]) async throws(AttestedKeyError) -> PlatformAttestation {
        await silence.pass(.attest)
        return try await bridge.attest(identifier, challengeHash: challengeHash)
    }

    func sign(_ payload: [UInt8], with identifier: String) async throws(AttestedKeyError) -> PlatformKeyProof {
        await silence.pass(.sign)
        return try await bridge.sign(payload, with: identifier)
    }

    func delete(_ identifier: String) async {
        await silence.pass(.deleteKey)
        await bridge.delete(identifier)
    }

    func deleteAll(except identifiers: Set<String>) async {
        await silence.pass(.deleteAllKeys)
        await bridge.deleteAll(except: identifiers)
    }
}

private struct SilentEncryptionKeys: EncryptionKeyBridge {
    let bridge: FakeEncryptionKeys
    let silence: Silence

    func encrypt(_ plaintext: [UInt8], with identifier: String) async throws(EncryptionKeyError) -> [UInt8] {
        await silence.pass(.encrypt)
        return try await bridge.encrypt(plaintext, with: identifier)
    }

    func decrypt(_ ciphertext: [UInt8], with identifier: String) async throws(EncryptionKeyError) -> [UInt8] {
        await silence.pass(.decrypt)
        return try await bridge.decrypt(ciphertext, with: identifier)
    }

    func delete(_ identifier: String) async {
        await silence.pass(.deleteEncryptionKey)
        await bridge.delete(identifier)
    }

    func deleteAll() async {
        await silence.pass(.deleteAllEncryptionKeys)
        await bridge.deleteAll()
    }
}

private struct SilentBiometrics: BiometricsBridge {
    let bridge: FakeBiometrics
    let silence: Silence

    func availability() async -> BiometricAvailability {
        await silence.pass(.availability)
        return await bridge.availability()
    }

    func makeKey() async throws(BiometricsError) -> [UInt8] {
        await silence.pass(.makeBiometricKey)
        return try await bridge.makeKey()
    }

    func sign(_ nonce: [UInt8], prompt: BiometricPrompt) async -> BiometricPromptResult {
        await silence.pass(.prompt)
        return await bridge.sign(nonce, prompt: prompt)
    }

    func deleteKey() async {
        await silence.pass(.deleteBiometricKey)
        await bridge.deleteKey()
    }
}

private struct SilentNetwork: NetworkBridge {
    let bridge: FakeProvider
    let silence: Silence

    func send(_ request: NetworkRequest) async throws(NetworkError) -> NetworkResponse {
        await silence.pass(.send)
        return try await bridge.send(request)
    }
}

private struct SilentUtilities: UtilitiesBridge {
    let bridge: FakeUtilities
    let silence: Silence

    var storageDirectory: String { bridge.storageDirectory }

    func installationIdentity() async -> InstallationIdentity? {
        await silence.pass(.installationIdentity)
        return await bridge.installationIdentity()
    }

    func isStorageAvailable() async -> Bool {
        await silence.pass(.isStorageAvailable)
        return await bridge.isStorageAvailable()
    }

    func isDeviceRooted() async -> Bool {
        await silence.pass(.isDeviceRooted)
        return await bridge.isDeviceRooted()
    }
}
