// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport
import Synchronization
import Testing
import WalletInterface

@testable import WalletCore

/// Calls that a bridge performs after its caller has gone on.
@Suite(.timeLimit(.minutes(20)))
struct LateAnswerTests {
    private let phone: Phone
    private let silence = Silence()

    init() throws {
        phone = try Phone()
    }

    private var bridges: PlatformBridges { phone.bridges(silence).answeringInTime(by: phone.limitClock) }

    @Test func `a deletion that hangs stops every new key, so that it deletes no later key`() async throws {
        let keys = bridges.encryptionKey
        silence.begin(.deleteEncryptionKey)
        try await phone.withoutPatience(silence) { await keys.delete("name") }
        silence.stop()
        phone.rest()
        await #expect(throws: EncryptionKeyError.notAnswering) { try await keys.encrypt([1], with: "name") }
        await #expect(throws: EncryptionKeyError.unknownKey) { try await keys.decrypt([], with: "name") }
        silence.end()
        let sealed = try await retry { try await keys.encrypt([1], with: "name") }
        #expect(try await keys.decrypt(sealed, with: "name") == [1])
    }

    @Test func `an encryption that hangs stops deletions, so that it makes no key after them`() async throws {
        let keys = bridges.encryptionKey
        silence.begin(.encrypt)
        try await phone.withoutPatience(silence) {
            await #expect(throws: EncryptionKeyError.notAnswering) { try await keys.encrypt([1], with: "name") }
        }
        silence.stop()
        phone.rest()
        await keys.deleteAll()
        #expect(!silence.calls.contains(.deleteAllEncryptionKeys))
        silence.end()
        while !silence.calls.contains(.deleteAllEncryptionKeys) {
            await keys.deleteAll()
            // A refused call does not suspend.
            await Task.yield()
        }
        #expect(phone.encryptionKeys.keys.withLock { $0.isEmpty })
    }

    @Test func `a deletion of all device keys that hangs stops new device keys`() async throws {
        let keys = bridges.attestedKey
        silence.begin(.deleteAllKeys)
        try await phone.withoutPatience(silence) { await keys.deleteAll(except: []) }
        silence.stop()
        phone.rest()
        await #expect(throws: AttestedKeyError.notAnswering) { try await keys.generate() }
        silence.end()
        let name = try await retry { try await keys.generate() }
        _ = try await keys.attest(name, challengeHash: [1])
        _ = try await keys.sign([], with: name)
    }

    @Test(arguments: [BridgeCallName.makeBiometricKey, .deleteBiometricKey])
    func `a sensor makes no key while it still makes or deletes one`(name: BridgeCallName) async throws {
        let sensor = bridges.biometrics
        silence.begin(name)
        try await phone.withoutPatience(silence) {
            guard name == .makeBiometricKey else { return await sensor.deleteKey() }
            await #expect(throws: BiometricsError.notAnswering) { try await sensor.makeKey() }
        }
        silence.stop()
        await #expect(throws: BiometricsError.notAnswering) { try await sensor.makeKey() }
        silence.end()
        _ = try await retry { try await sensor.makeKey() }
        #expect(phone.biometrics.state.value.key != nil)
    }

    @Test func `a response that arrives late is dropped`() async throws {
        let network = bridges.network
        let request = NetworkRequest(method: .get, url: FakeProvider.url + "/none", trustedRoots: [])
        silence.begin(.send)
        try await phone.withoutPatience(silence) {
            await #expect(throws: NetworkError.lost) { try await network.send(request) }
        }
        silence.end()
        _ = try await network.send(request)
    }

    /// Repeats a call until the calls that were let go on have returned.
    private func retry<Value>(_ call: () async throws -> Value) async throws -> Value {
        while true {
            do {
                return try await call()
            } catch {
                guard "\(error)" == "notAnswering" else { throw error }
                try Task.checkCancellation()
                await Task.yield()
            }
        }
    }
}
