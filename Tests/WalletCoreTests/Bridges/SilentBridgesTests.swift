// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport
import Synchronization
import Testing
import WalletInterface

@testable import WalletCore

/// The core on bridges that never answer: a named error, nothing lost, and the next start works.
@Suite(.timeLimit(.minutes(20)))
struct SilentBridgesTests {
    private let phone: Phone
    private let silence = Silence()

    init() throws {
        phone = try Phone()
    }

    /// Expects a call to fail as a phone that does not answer.
    private func expectSilence(_ call: @escaping @Sendable () async throws -> some Sendable) async throws {
        let silence = silence
        let error = try await phone.withoutPatience(silence) { () async throws -> WalletCoreError? in
            do {
                _ = try await call()
                return nil
            } catch let error as WalletCoreError {
                return error
            }
        }
        #expect(error?.description == "hardwareFailed: the phone did not answer in time")
    }

    private func expectWhole(_ phone: Phone) async throws {
        let next = try await phone.launch()
        #expect(try await next.unlock(pin: Phone.pin()) == .valid)
    }

    // MARK: Start

    @Test(arguments: [BridgeCallName.decrypt, .installationIdentity, .isStorageAvailable])
    func `a wallet is not opened, not damaged, and whole at the next start`(name: BridgeCallName) async throws {
        try await phone.registered().store().close()
        let before = try phone.contents().filter { $0.key == StoreFile.name }
        let core = try await phone.process(silence)
        silence.begin(name)
        try await expectSilence { try await core.initialize() }
        #expect(try phone.contents().filter { $0.key == StoreFile.name } == before)
        silence.end()
        try await expectWhole(phone)
    }

    @Test func `the same process opens the wallet when its hardware answers again`() async throws {
        try await phone.registered().store().close()
        let core = try await phone.process(silence)
        silence.begin(.decrypt)
        try await expectSilence { try await core.initialize() }
        silence.stop()
        phone.rest()
        try await core.initialize()
        #expect(try await core.unlock(pin: Phone.pin()) == .valid)
        silence.end()
    }

    @Test func `a first start whose key is not made in time is repeated`() async throws {
        let core = try await phone.process(silence)
        silence.begin(.encrypt)
        try await expectSilence { try await core.initialize() }
        silence.end()
        #expect(try await phone.launch().state() == .empty)
    }

    @Test func `a phone that does not say whether it is rooted is not taken for either`() async throws {
        let core = try await phone.process(silence)
        silence.begin(.isDeviceRooted)
        try await expectSilence { try await core.isDeviceRooted() }
        silence.stop()
        #expect(try await !core.isDeviceRooted())
        silence.end()
    }

    @Test func `a sensor that does not delete a key delays a start and fails nothing`() async throws {
        let core = try await phone.process(silence)
        silence.begin(.deleteBiometricKey)
        try await phone.withoutPatience(silence) { try await core.initialize() }
        #expect(try await core.state() == .empty)
        silence.end()
    }

    // MARK: Registration, unlock, issuance

    @Test(arguments: [BridgeCallName.generate, .attest, .sign])
    func `a registration fails by name, and its repetition succeeds`(name: BridgeCallName) async throws {
        let core = try await phone.process(silence)
        try await core.initialize()
        silence.begin(name)
        try await expectSilence { try await core.register(pin: Phone.pin()) }
        silence.stop()
        phone.rest()
        try await core.register(pin: Phone.pin())
        silence.end()
        try await expectWhole(phone)
    }

    @Test func `a request without an answer is repeated`() async throws {
        let core = try await phone.process(silence)
        try await core.initialize()
        silence.begin(.send)
        try await phone.withoutPatience(silence) {
            await expect(.serverUnreachable) { try await core.register(pin: Phone.pin()) }
        }
        silence.end()
        try await core.register(pin: Phone.pin())
        try await expectWhole(phone)
    }

    @Test func `a device key that does not sign fails an unlock and an issuance, and counts as present`() async throws {
        let core = try await phone.process(silence)
        try await core.initialize()
        try await core.register(pin: Phone.pin())
        silence.begin(.sign)
        try await expectSilence { try await core.startIssuance() }
        phone.rest()
        await core.lock()
        try await expectSilence { try await core.unlock(pin: Phone.pin()) }
        #expect(try await !core.isUnlocked())
        silence.stop()
        phone.rest()
        #expect(try await core.unlock(pin: Phone.pin()) == .valid)
        silence.end()
    }

    // MARK: Biometrics

    @Test func `a prompt that never ends unlocks nothing, not even after a late match, and disables nothing`() async throws {
        let core = try await phone.process(silence)
        try await core.initialize()
        try await core.register(pin: Phone.pin())
        #expect(try await core.enableBiometrics())
        await core.lock()
        silence.begin(.prompt)
        #expect(try await phone.withoutPatience(silence) { try await core.unlockWithBiometrics(prompt: "") } == .failed)
        silence.end()
        await phone.biometrics.state.wait { $0.nonces.count == 2 }
        #expect(try await !core.isUnlocked())
        #expect(try await core.isBiometricUnlockEnabled())
        #expect(try await core.unlockWithBiometrics(prompt: "") == .unlocked)
    }

    @Test func `a biometric key that is made late is not enabled, and the next start deletes it`() async throws {
        let core = try await phone.process(silence)
        try await core.initialize()
        try await core.register(pin: Phone.pin())
        silence.begin(.makeBiometricKey)
        try await expectSilence { try await core.enableBiometricUnlock(prompt: "") }
        #expect(try await !core.isBiometricUnlockEnabled())
        silence.end()
        await phone.biometrics.state.wait { $0.key != nil }
        _ = try await phone.launch()
        #expect(phone.biometrics.state.value.key == nil)
    }

    @Test func `a sensor that does not answer counts as no sensor`() async throws {
        let core = try await phone.process(silence)
        try await core.initialize()
        silence.begin(.availability)
        #expect(try await phone.withoutPatience(silence) { try await core.biometricAvailability() } == .unsupported)
        silence.end()
    }

    // MARK: Wipe

    @Test func `a wipe whose store's key is not deleted in time is finished by the next start`() async throws {
        let core = try await phone.process(silence)
        try await core.initialize()
        try await core.register(pin: Phone.pin())
        silence.begin(.deleteEncryptionKey)
        try await expectSilence { try await core.wipe() }
        #expect(phone.encryptionKeys.keys.withLock { $0[SealedStore.encryptionKeyIdentifier] } != nil)
        let next = try await phone.launch()
        #expect(try await next.state() == .empty)
        try await next.register(pin: Phone.otherPIN())
        #expect(try await phone.launch().unlock(pin: Phone.otherPIN()) == .valid)
        silence.end()
    }

    @Test func `a wipe goes on if device keys are not deleted in time, and the late deletion takes no new key`() async throws {
        let core = try await phone.process(silence)
        try await core.initialize()
        try await core.register(pin: Phone.pin())
        silence.begin(.deleteAllKeys)
        try await phone.withoutPatience(silence) { try await core.wipe() }
        #expect(try await core.state() == .empty)
        phone.rest()
        await expect(.hardwareFailed) { try await core.register(pin: Phone.otherPIN()) }
        silence.end()
        while (try? await core.register(pin: Phone.otherPIN())) == nil { await Task.yield() }
        #expect(try await phone.launch().unlock(pin: Phone.otherPIN()) == .valid)
    }

    @Test(arguments: [BridgeCallName.encrypt, .decrypt])
    func `a wipe that cannot begin leaves the wallet whole`(name: BridgeCallName) async throws {
        let core = try await phone.process(silence)
        try await core.initialize()
        try await core.register(pin: Phone.pin())
        silence.begin(name)
        try await expectSilence { try await core.wipe() }
        silence.end()
        try await expectWhole(phone)
    }
}
