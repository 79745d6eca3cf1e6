// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport
import Testing

@testable import WalletCore

/// The limit and the error of each call of a bridge.
@Suite(.timeLimit(.minutes(20)))
struct BridgesInTimeTests {
    private let phone: Phone
    private let silence = Silence()
    private let bridges: PlatformBridges

    init() throws {
        phone = try Phone()
        bridges = phone.bridges(silence).answeringInTime(by: phone.limitClock)
    }

    @Test(arguments: BridgeCallName.allCases)
    func `a call that never returns ends at its limit, with an answer that damages nothing`(name: BridgeCallName) async throws {
        let clock = phone.limitClock
        let start = clock.steadyNow
        silence.begin(name)
        async let outcome = bridges.outcome(of: name)
        await silence.hangs()
        await clock.hasSleepers(until: start.addingTimeInterval(name.limit / 2))
        clock.advance(by: name.limit / 2)
        await clock.hasSleepers(until: start.addingTimeInterval(name.limit))
        clock.advance(by: name.limit / 2 - 1)
        #expect(clock.sleepers == [start.addingTimeInterval(name.limit)])
        clock.advance(by: 1)
        #expect(await outcome == name.silentOutcome)
        silence.end()
    }

    @Test(arguments: BridgeCallName.allCases)
    func `a call that a cancelled caller leaves hanging ends five seconds later`(name: BridgeCallName) async throws {
        let (clock, bridges) = (phone.limitClock, bridges)
        let start = clock.steadyNow
        silence.begin(name)
        let caller = Task { await bridges.outcome(of: name) }
        await silence.hangs()
        caller.cancel()
        for half in [2.5, 5] {
            await clock.hasSleepers(until: start.addingTimeInterval(half))
            clock.advance(by: 2.5)
        }
        #expect(await caller.value == (name == .prompt ? "cancelled" : name.silentOutcome))
        silence.end()
    }

    @Test(arguments: BridgeCallName.allCases)
    func `a bridge never collects more hanging calls than permitted, and is called again when they return`(
        name: BridgeCallName
    ) async throws {
        let (phone, bridges) = (phone, bridges)
        let maximum = name == .send ? NetworkInTime.maximumLeft : 4
        silence.begin(name)
        try await phone.withoutPatience(silence) {
            for _ in 0..<maximum {
                _ = await bridges.outcome(of: name)
                phone.rest()
            }
        }
        let reached = silence.calls.count
        // The key of a sensor, and encryption keys, have stricter rules.
        #expect(name == .makeBiometricKey ? reached == 1 : reached == maximum)
        #expect(await bridges.outcome(of: name) == (name == .send ? "unreachable" : name.silentOutcome))
        #expect(silence.calls.count == reached)
        silence.end()
        while await bridges.outcome(of: name) == (name == .send ? "unreachable" : name.silentOutcome), silence.calls.count == reached {
            await Task.yield()
        }
        #expect(silence.calls.count == reached + 1)
    }

    @Test func `a bridge that answers is asked at once and leaves no task or sleeper behind`() async throws {
        for name in BridgeCallName.allCases {
            #expect(await bridges.outcome(of: name) != name.silentOutcome || name.silentOutcome == "returned")
        }
        #expect(phone.limitClock.sleepers.isEmpty)
    }

    @Test func `a bridge that reacts to the cancellation returns its own result`() async throws {
        let network = NetworkInTime(bridge: CancellableNetwork(), calls: BridgeCalls(phone.limitClock))
        let caller = Task { await Self.error(of: network) }
        caller.cancel()
        #expect(await caller.value == .offline)
    }

    @Test func `after a passed limit key hardware is not asked for five seconds, so one action waits for one limit`() async throws {
        let (phone, bridges) = (phone, bridges)
        silence.begin(.decrypt)
        let outcomes = try await phone.withoutPatience(silence) {
            (await bridges.outcome(of: .decrypt), await bridges.outcome(of: .decrypt), await bridges.outcome(of: .encrypt))
        }
        #expect(outcomes == ("notAnswering", "notAnswering", "notAnswering"))
        #expect(silence.calls == [.decrypt])
        silence.stop()
        phone.rest()
        #expect(await bridges.outcome(of: .encrypt) == "value")
        silence.end()
    }

    @Test func `a phone that sleeps through a limit still hears an answer that has arrived`() async throws {
        let (clock, bridges) = (phone.limitClock, bridges)
        silence.begin(.generate)
        async let outcome = bridges.outcome(of: .generate)
        await silence.hangs()
        await clock.hasSleepers()
        clock.advance(by: 86_400)
        silence.end()
        #expect(await outcome == "value")
    }

    private static func error(of network: NetworkInTime) async -> NetworkError? {
        do throws(NetworkError) {
            _ = try await network.send(NetworkRequest(method: .get, url: "https://a.test", trustedRoots: []))
            return nil
        } catch {
            return error
        }
    }
}

/// Waits for its cancellation.
private struct CancellableNetwork: NetworkBridge {
    func send(_ request: NetworkRequest) async throws(NetworkError) -> NetworkResponse {
        let cancelled = Signal()
        await withTaskCancellationHandler {
            await cancelled.wait()
        } onCancel: {
            cancelled.set()
        }
        throw .offline
    }
}

extension BridgeCallName {
    /// In seconds.
    fileprivate var limit: TimeInterval {
        switch self {
        case .generate, .sign, .deleteKey, .deleteAllKeys, .encrypt, .decrypt, .deleteEncryptionKey, .deleteAllEncryptionKeys,
            .makeBiometricKey,
            .send:
            30
        case .attest: 60
        case .availability, .deleteBiometricKey, .installationIdentity, .isStorageAvailable, .isDeviceRooted,
            .cameraPermission, .setLight:
            10
        case .prompt, .requestCamera: 300
        }
    }

    /// The outcome of the call when the bridge never answers.
    fileprivate var silentOutcome: String {
        switch self {
        case .generate, .attest, .sign, .encrypt, .decrypt, .makeBiometricKey: "notAnswering"
        case .deleteKey, .deleteAllKeys, .deleteEncryptionKey, .deleteAllEncryptionKeys, .deleteBiometricKey: "returned"
        case .availability: "unsupported"
        case .prompt: "failed"
        case .cameraPermission, .requestCamera: "unavailable"
        case .setLight: "off"
        case .send: "lost"
        case .installationIdentity, .isStorageAvailable, .isDeviceRooted: "hardwareFailed: the phone did not answer in time"
        }
    }
}

extension PlatformBridges {
    /// Makes a call; returns the name of its error or of its answer.
    fileprivate func outcome(of name: BridgeCallName) async -> String {
        do {
            switch name {
            case .generate: _ = try await attestedKey.generate()
            case .attest: _ = try await attestedKey.attest("key", challengeHash: [1])
            case .sign: _ = try await attestedKey.sign([1], with: "key")
            case .deleteKey:
                await attestedKey.delete("key")
                return "returned"
            case .deleteAllKeys:
                await attestedKey.deleteAll(except: [])
                return "returned"
            case .encrypt: _ = try await encryptionKey.encrypt([1], with: "name")
            case .decrypt: _ = try await encryptionKey.decrypt([1], with: "name")
            case .deleteEncryptionKey:
                await encryptionKey.delete("name")
                return "returned"
            case .deleteAllEncryptionKeys:
                await encryptionKey.deleteAll()
                return "returned"
            case .availability: if await biometrics.availability() == .unsupported { return "unsupported" }
            case .makeBiometricKey: _ = try await biometrics.makeKey()
            case .prompt:
                let ending = await biometrics.sign([1], prompt: BiometricPrompt("")).ending
                if ending == .cancelled || ending == .failed { return "\(ending)" }
            case .deleteBiometricKey:
                await biometrics.deleteKey()
                return "returned"
            case .cameraPermission: if await camera.permission() == .unavailable { return "unavailable" }
            case .requestCamera: if await camera.requestPermission() == .unavailable { return "unavailable" }
            case .setLight: if await !camera.setLight(true) { return "off" }
            case .send:
                _ = try await network.send(
                    NetworkRequest(method: .get, url: FakeProvider.url + "/none", trustedRoots: [], timeout: .seconds(10)))
            case .installationIdentity: _ = try await utilities.installationIdentityInTime()
            case .isStorageAvailable: _ = try await utilities.isStorageAvailableInTime()
            case .isDeviceRooted: _ = try await utilities.isDeviceRootedInTime()
            }
            return "value"
        } catch {
            return "\(error)"
        }
    }
}
