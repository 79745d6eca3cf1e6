// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import PlatformSupport
import ProviderProtocol
import Synchronization
import Testing
import WalletInterface

@testable import WalletCore

struct BiometricsTests {
    private let phone: Phone
    private let core: Core

    init() async throws {
        phone = try Phone()
        core = try await phone.registered()
    }

    private func answer(_ scan: BiometricPromptEnding) {
        phone.biometrics.state.change { $0.answers.append(scan) }
    }

    private func enable() async throws {
        #expect(try await core.enableBiometrics(prompt: "enable"))
        await core.lock()
    }

    @Test func `enabling asks for one scan, and later a scan unlocks`() async throws {
        #expect(try await core.enableBiometrics(prompt: "enable"))
        #expect(try await core.isBiometricUnlockEnabled())
        let next = try await phone.launch()
        #expect(try await next.isBiometricUnlockEnabled())
        let count = phone.provider.requestCount
        #expect(try await next.unlockWithBiometrics(prompt: "unlock") == .unlocked)
        #expect(try await next.isUnlocked())
        #expect(phone.provider.requestCount == count)
        let state = phone.biometrics.state.value
        #expect(state.prompts == [BiometricPrompt("enable"), BiometricPrompt("unlock")])
        #expect(state.nonces.allSatisfy { $0.count == 32 } && Set(state.nonces).count == 2)
    }

    @Test(arguments: [
        BiometricPromptEnding.cancelled, .fallback, .notRecognised, .interrupted, .lockedOut, .enrolmentChanged, .unavailable,
        .notAvailableYet, .failed,
    ])
    func `an unsuccessful scan enables nothing`(scan: BiometricPromptEnding) async throws {
        answer(scan)
        #expect(try await core.enableBiometricUnlock(prompt: "") == .rejected)
        #expect(try await !core.isBiometricUnlockEnabled())
        #expect(phone.biometrics.state.value.key == nil)
        #expect(try await core.enableBiometrics())
    }

    @Test func `enabling biometrics a second time asks for no scan`() async throws {
        #expect(try await core.enableBiometrics())
        #expect(try await core.enableBiometrics())
        #expect(phone.biometrics.state.value.prompts.count == 1)
    }

    @Test func `a phone without an enrolled face enables nothing`() async throws {
        phone.biometrics.state.change { $0.availability = .notEnrolled(.faceID) }
        #expect(try await core.enableBiometricUnlock(prompt: "") == .unavailable)
        #expect(try await !core.isBiometricUnlockEnabled())
    }

    @Test func `a finger that is removed before the key is made enables nothing and is no error`() async throws {
        let phone = phone
        phone.biometrics.state.change { state in
            state.beforeMakingKey = { phone.biometrics.state.change { $0.availability = .notEnrolled(.faceID) } }
        }
        #expect(try await core.enableBiometricUnlock(prompt: "") == .rejected)
        #expect(try await !core.isBiometricUnlockEnabled())
    }

    @Test func `hardware that cannot make the key is reported as such, and a retry succeeds`() async throws {
        phone.biometrics.state.change { $0.makeKeyError = .failed }
        await expect(.hardwareFailed) { try await core.enableBiometricUnlock(prompt: "") }
        #expect(try await core.enableBiometrics())
    }

    @Test func `a signature over a different message enables nothing`() async throws {
        phone.biometrics.state.change { $0.forges = true }
        await expect(.unexpected) { try await core.enableBiometricUnlock(prompt: "") }
        #expect(try await !core.isBiometricUnlockEnabled())
        #expect(phone.biometrics.state.value.key == nil)
    }

    @Test func `a lock during the scan enables nothing`() async throws {
        let core = core
        phone.biometrics.state.change { $0.duringScan = { await core.lock() } }
        await expect(.locked) { try await core.enableBiometricUnlock(prompt: "") }
        #expect(try await !core.isBiometricUnlockEnabled())
        #expect(phone.biometrics.state.value.key == nil)
    }

    @Test func `biometrics that are not enabled do not unlock`() async throws {
        await core.lock()
        await expect(.unexpected) { try await core.unlockWithBiometrics(prompt: "") }
        #expect(phone.biometrics.state.value.prompts.isEmpty)
        #expect(try await !core.isUnlocked())
    }

    @Test(arguments: [
        (BiometricPromptEnding.notRecognised, BiometricUnlock.notRecognised), (.cancelled, .cancelled), (.lockedOut, .lockedOut),
        (.fallback, .fallback), (.interrupted, .interrupted), (.notAvailableYet, .interrupted), (.failed, .failed),
    ])
    func `an unsuccessful scan does not unlock, and the user may repeat it`(
        scan: BiometricPromptEnding, outcome: BiometricUnlock
    ) async throws {
        try await enable()
        answer(scan)
        #expect(try await core.unlockWithBiometrics(prompt: "") == outcome)
        #expect(try await !core.isUnlocked())
        #expect(try await core.isBiometricUnlockEnabled())
        #expect(try await core.unlockWithBiometrics(prompt: "") == .unlocked)
    }

    @Test(arguments: [BiometricPromptEnding.enrolmentChanged, .unavailable])
    func `a changed enrolment disables biometrics`(scan: BiometricPromptEnding) async throws {
        try await enable()
        answer(scan)
        #expect(try await core.unlockWithBiometrics(prompt: "") == .enrolmentChanged)
        #expect(try await !core.isBiometricUnlockEnabled())
        #expect(try await !core.isUnlocked())
        #expect(try await !phone.launch().isBiometricUnlockEnabled())
    }

    @Test func `a signature over a different message does not unlock`() async throws {
        try await enable()
        phone.biometrics.state.change { $0.forges = true }
        await expect(.unexpected) { try await core.unlockWithBiometrics(prompt: "") }
        #expect(try await !core.isUnlocked())
    }

    @Test func `a signature with a different key does not unlock`() async throws {
        try await enable()
        _ = try await phone.biometrics.makeKey()
        await expect(.unexpected) { try await core.unlockWithBiometrics(prompt: "") }
        #expect(try await !core.isUnlocked())
    }

    @Test func `an invented signature does not unlock`() async throws {
        try await enable()
        answer(.signed([1, 2, 3]))
        await expect(.unexpected) { try await core.unlockWithBiometrics(prompt: "") }
        #expect(try await !core.isUnlocked())
    }

    @Test func `a signature of an earlier scan does not unlock`() async throws {
        try await enable()
        #expect(try await core.unlockWithBiometrics(prompt: "") == .unlocked)
        await core.lock()
        let state = phone.biometrics.state.value
        let old = Array(try #require(state.key).signature(for: try #require(state.nonces.last)).derRepresentation)
        answer(.signed(old))
        await expect(.unexpected) { try await core.unlockWithBiometrics(prompt: "") }
        #expect(try await !core.isUnlocked())
    }

    @Test func `a lock during the scan takes precedence over the unlock`() async throws {
        try await enable()
        let core = core
        phone.biometrics.state.change { $0.duringScan = { await core.lock() } }
        await expect(.locked) { try await core.unlockWithBiometrics(prompt: "") }
        #expect(try await !core.isUnlocked())
    }

    @Test(arguments: [BiometricPromptEnding?.none, .cancelled, .failed, .lockedOut, .enrolmentChanged])
    func `after a wipe during the prompt there is nothing to unlock, however the prompt ends`(ending: BiometricPromptEnding?) async throws {
        try await enable()
        let core = core
        phone.biometrics.state.change { state in
            state.answers = ending.map { [$0] } ?? []
            state.duringScan = { try? await core.wipe() }
        }
        await expect(.notRegistered) { try await core.unlockWithBiometrics(prompt: "") }
        #expect(try await !core.isUnlocked())
        #expect(phone.biometrics.state.value.key == nil)
    }

    @Test func `a lock while the prompt is open does not change the result of a prompt without a match`() async throws {
        try await enable()
        let core = core
        phone.biometrics.state.change { $0.duringScan = { await core.lock() } }
        answer(.fallback)
        #expect(try await core.unlockWithBiometrics(prompt: "") == .fallback)
        #expect(try await core.isBiometricUnlockEnabled())
    }

    @Test(arguments: [BiometricPromptEnding?.none, .cancelled, .failed, .lockedOut, .interrupted, .enrolmentChanged])
    func `the prompt's messages are returned with its outcome`(ending: BiometricPromptEnding?) async throws {
        try await enable()
        let shown = [BiometricPromptMessage(.scansOn, .anotherTry), BiometricPromptMessage(.asksToTryAgain)]
        phone.biometrics.state.change { $0.shown = shown }
        if let ending { answer(ending) }
        let result = try await core.unlockWithBiometrics(prompt: BiometricPrompt("unlock"))
        #expect(result.shown == shown)
        #expect((result.outcome == .unlocked) == (ending == nil))
    }

    @Test func `of two concurrent unlocks the second opens its prompt after the first has ended`() async throws {
        try await enable()
        let phone = phone
        let core = core
        let open = Mutex(0)
        let most = Mutex(0)
        phone.biometrics.state.change { state in
            state.duringScan = {
                let now = open.withLock { open in
                    open += 1
                    return open
                }
                most.withLock { $0 = max($0, now) }
                for _ in 0..<50 { await Task.yield() }
                open.withLock { $0 -= 1 }
            }
        }
        async let first = core.unlockWithBiometrics(prompt: "first")
        async let second = core.unlockWithBiometrics(prompt: "second")
        #expect(try await [first, second] == [.unlocked, .unlocked])
        #expect(most.withLock { $0 } == 1)
    }

    @Test(arguments: [true, false])
    func `a wallet that turns out to be permanently blocked does not report changed faces`(isScanned: Bool) async throws {
        try await enable()
        let (core, phone) = (core, phone)
        phone.provider.state.withLock { $0.status = .blocked }
        if isScanned {
            phone.biometrics.state.change { $0.duringScan = { _ = try? await core.refreshWalletStatus() } }
        } else {
            phone.clock.advance(by: 86_400)
        }
        let before = phone.biometrics.state.value.prompts.count
        #expect(try await core.unlockWithBiometrics(prompt: "") == .disabled)
        #expect(phone.biometrics.state.value.prompts.count == before + (isScanned ? 1 : 0))
        #expect(try await !core.isUnlocked())
        #expect(try await !core.isBiometricUnlockEnabled())
    }

    @Test func `only an unlocked wallet can disable biometrics`() async throws {
        try await enable()
        let core = core
        phone.biometrics.state.change { $0.duringScan = { await expect(.locked) { try await core.disableBiometricUnlock() } } }
        #expect(try await core.unlockWithBiometrics(prompt: "") == .unlocked)
        #expect(try await core.isBiometricUnlockEnabled())
    }

    @Test func `disabling biometrics removes the key and can be repeated`() async throws {
        try await enable()
        #expect(try await core.unlock(pin: Phone.pin()) == .valid)
        try await core.disableBiometricUnlock()
        try await core.disableBiometricUnlock()
        #expect(try await !core.isBiometricUnlockEnabled())
        #expect(phone.biometrics.state.value.key == nil)
        await expect(.unexpected) { try await core.unlockWithBiometrics(prompt: "") }
    }
}
