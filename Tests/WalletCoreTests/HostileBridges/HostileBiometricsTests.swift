// SPDX-License-Identifier: EUPL-1.2

import Crypto
import PlatformSupport
import Synchronization
import Testing
import WalletInterface

@testable import WalletCore

/// A sensor that breaks a promise enables and unlocks nothing. `BiometricsTests` has the replayed signature and each end of a prompt.
@Suite(.timeLimit(.minutes(20)))
struct HostileBiometricsTests {
    typealias Row = BrokenPromise<HostileBiometrics>

    private let phone: Phone

    init() async throws {
        phone = try Phone()
        _ = try await phone.registered()
    }

    /// Starts an unlocked wallet on a hostile sensor.
    private func unlocked(_ row: Row) async throws -> Core {
        try await unlocked(row.broken(by: HostileBiometrics(sensor: phone.biometrics)))
    }

    private func unlocked(_ sensor: HostileBiometrics) async throws -> Core {
        let core = try await phone.start(phone.replacing(biometrics: sensor))
        #expect(try await core.unlock(pin: Phone.pin()) == .valid)
        return core
    }

    private static func bytes(_ byte: UInt8, _ count: Int) -> [UInt8] { [UInt8](repeating: byte, count: count) }

    static let keys = [
        Row("an empty public key (BIO-02)", .hardwareFailed) { $0.publicKey = { _ in [] } },
        Row("a public key without its first byte", .hardwareFailed) { $0.publicKey = { Array($0.dropFirst()) } },
        Row("a public key of 66 bytes", .hardwareFailed) { $0.publicKey = { $0 + [0] } },
        Row("a public key of zeros", .hardwareFailed) { $0.publicKey = { _ in bytes(0, 65) } },
        Row("a point that is not on the curve", .hardwareFailed) { $0.publicKey = { _ in [4] + bytes(1, 64) } },
        Row("an enormous public key", .hardwareFailed) { $0.publicKey = { _ in bytes(4, 1 << 20) } },
    ]

    static let signatures = [
        Row("an empty signature (BIO-03)", .unexpected) { $0.signature = { _ in [] } },
        Row("a signature that was cut", .unexpected) { $0.signature = { Array($0.dropLast()) } },
        Row("64 zeros", .unexpected) { $0.signature = { _ in bytes(0, 64) } },
        Row("a signature of two zeros in DER", .unexpected) { $0.signature = { _ in [0x30, 6, 2, 1, 0, 2, 1, 0] } },
        Row("an enormous signature", .unexpected) { $0.signature = { _ in bytes(0x30, 1 << 20) } },
        Row("a signature over another nonce", .unexpected) { $0.nonce = { $0.map { $0 ^ 1 } } },
        Row("a signature over an empty nonce", .unexpected) { $0.nonce = { _ in [] } },
        Row("a signature by another key", .unexpected) {
            $0.signature = { _ in
                let signature = try? P256.Signing.PrivateKey().signature(for: bytes(1, 32))
                return signature.map { Array($0.derRepresentation) } ?? []
            }
        },
    ]

    @Test(arguments: keys)
    func `a key that verifies nothing is refused before the prompt, and an honest sensor can be enabled`(row: Row) async throws {
        let core = try await unlocked(row)
        await expect(row.error) { try await core.enableBiometricUnlock(prompt: "") }
        try await expectNotEnabled(core, prompts: 0)
    }

    @Test(arguments: signatures)
    func `a false signature enables nothing, and an honest sensor can be enabled`(row: Row) async throws {
        let core = try await unlocked(row)
        await expect(row.error) { try await core.enableBiometricUnlock(prompt: "") }
        try await expectNotEnabled(core, prompts: 1)
    }

    private func expectNotEnabled(_ core: Core, prompts: Int) async throws {
        #expect(try await !core.confirmBiometricUnlock())
        #expect(try await !core.isBiometricUnlockEnabled())
        #expect(phone.biometrics.state.value.key == nil)
        #expect(phone.biometrics.state.value.prompts.count == prompts)
        let next = try await phone.launch()
        #expect(try await next.unlock(pin: Phone.pin()) == .valid)
        #expect(try await next.enableBiometrics())
        try await phone.expectWhole()
    }

    @Test(arguments: signatures)
    func `a false signature unlocks nothing, and the honest sensor still unlocks`(row: Row) async throws {
        let first = try await phone.launch()
        #expect(try await first.unlock(pin: Phone.pin()) == .valid)
        #expect(try await first.enableBiometrics())
        let core = try await unlocked(row)
        await core.lock()
        for _ in 0..<3 { await expect(row.error) { try await core.unlockWithBiometrics(prompt: "") } }
        #expect(try await !core.isUnlocked())
        #expect(try await core.isBiometricUnlockEnabled())
        #expect(try await phone.launch().unlockWithBiometrics(prompt: "") == .unlocked)
        try await phone.expectWhole()
    }

    // MARK: The same key made twice

    @Test func `a key that survives its deletion (BIO-13) unlocks nothing until a new scan and the PIN enable it`() async throws {
        let core = try await unlocked(HostileBiometrics(sensor: phone.biometrics, makesOnce: true))
        #expect(try await core.enableBiometrics())
        try await core.disableBiometricUnlock()
        #expect(phone.biometrics.state.value.key != nil)
        await core.lock()
        await expect(.unexpected) { try await core.unlockWithBiometrics(prompt: "") }
        #expect(try await core.unlock(pin: Phone.pin()) == .valid)
        #expect(try await core.enableBiometrics())
        #expect(phone.biometrics.state.value.prompts.count == 2)
        await core.lock()
        #expect(try await core.unlockWithBiometrics(prompt: "") == .unlocked)
        try await phone.expectWhole()
    }

    @Test func `the signature that enabled a key does not enable the same key a second time`() async throws {
        let first = Mutex<[UInt8]?>(nil)
        let core = try await unlocked(
            HostileBiometrics(
                sensor: phone.biometrics,
                signature: { signature in
                    first.withLock { first in
                        let kept = first ?? signature
                        first = kept
                        return kept
                    }
                }, makesOnce: true))
        #expect(try await core.enableBiometrics())
        try await core.disableBiometricUnlock()
        await expect(.unexpected) { try await core.enableBiometricUnlock(prompt: "") }
        #expect(try await !core.confirmBiometricUnlock())
        #expect(try await !core.isBiometricUnlockEnabled())
        try await phone.expectWhole()
    }

    @Test func `the public key of an old key for a new one enables nothing`() async throws {
        let old = try await phone.biometrics.makeKey()
        let core = try await unlocked(HostileBiometrics(sensor: phone.biometrics, publicKey: { _ in old }))
        await expect(.unexpected) { try await core.enableBiometricUnlock(prompt: "") }
        try await expectNotEnabled(core, prompts: 1)
    }

    // MARK: Both forms of a signature

    @Test(arguments: SignatureForm.allCases)
    func `a signature with a low or a high s enables and unlocks`(form: SignatureForm) async throws {
        let core = try await unlocked(HostileBiometrics(sensor: phone.biometrics, signature: { form.of($0) }))
        #expect(try await core.enableBiometrics())
        await core.lock()
        #expect(try await core.unlockWithBiometrics(prompt: "") == .unlocked)
        try await phone.expectWhole()
    }

    @Test func `a sensor that says it is available and has no enrolment enables nothing`() async throws {
        let sensor = phone.biometrics
        sensor.state.change { state in
            state.beforeMakingKey = { sensor.state.change { $0.availability = .unsupported } }
        }
        let core = try await phone.launch()
        #expect(try await core.unlock(pin: Phone.pin()) == .valid)
        #expect(try await core.enableBiometricUnlock(prompt: "") == .rejected)
        #expect(try await !core.isBiometricUnlockEnabled())
        try await phone.expectWhole()
    }
}
