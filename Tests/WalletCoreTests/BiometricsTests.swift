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
    private let core: WalletCore

    init() async throws {
        phone = try Phone()
        core = try await phone.registered()
    }

    private func answer(_ scan: BiometricScan) {
        phone.biometrics.state.withLock { $0.answers.append(scan) }
    }

    private func enable() async throws {
        #expect(try await core.enableBiometrics(prompt: "enable"))
        await core.lock()
    }

    @Test func `enabling asks for one scan, and a scan unlocks from then on`() async throws {
        #expect(try await core.enableBiometrics(prompt: "enable"))
        #expect(try await core.isBiometricUnlockEnabled())
        let next = try await phone.launch()
        #expect(try await next.isBiometricUnlockEnabled())
        let count = phone.provider.requestCount
        #expect(try await next.unlockWithBiometrics(prompt: "unlock") == .unlocked)
        #expect(try await next.isUnlocked())
        #expect(phone.provider.requestCount == count)
        phone.biometrics.state.withLock { state in
            #expect(state.prompts == ["enable", "unlock"])
            #expect(state.nonces.allSatisfy { $0.count == 32 } && Set(state.nonces).count == 2)
        }
    }

    @Test(arguments: [
        BiometricScan.notRecognised, .notRecognisedForTheLastTime, .cancelled, .interrupted, .lockedOut, .enrolmentChanged, .unavailable,
    ])
    func `a scan that does not succeed enables nothing`(scan: BiometricScan) async throws {
        answer(scan)
        #expect(try await core.enableBiometricUnlock(prompt: "") == .rejected)
        #expect(try await !core.isBiometricUnlockEnabled())
        #expect(phone.biometrics.state.withLock { $0.key } == nil)
        #expect(try await core.enableBiometrics())
    }

    @Test func `enabling twice asks once`() async throws {
        #expect(try await core.enableBiometrics())
        #expect(try await core.enableBiometrics())
        #expect(phone.biometrics.state.withLock { $0.prompts.count } == 1)
    }

    @Test func `a phone without an enrolled face enables nothing`() async throws {
        phone.biometrics.state.withLock { $0.availability = .notEnrolled(.faceID) }
        #expect(try await core.enableBiometricUnlock(prompt: "") == .unavailable)
        #expect(try await !core.isBiometricUnlockEnabled())
    }

    @Test func `a signature over something else enables nothing`() async throws {
        phone.biometrics.state.withLock { $0.forges = true }
        await expect(.unexpected) { try await core.enableBiometricUnlock(prompt: "") }
        #expect(try await !core.isBiometricUnlockEnabled())
        #expect(phone.biometrics.state.withLock { $0.key } == nil)
    }

    @Test func `a lock during the scan enables nothing`() async throws {
        let core = core
        phone.biometrics.state.withLock { $0.duringScan = { await core.lock() } }
        await expect(.locked) { try await core.enableBiometricUnlock(prompt: "") }
        #expect(try await !core.isBiometricUnlockEnabled())
        #expect(phone.biometrics.state.withLock { $0.key } == nil)
    }

    @Test func `biometrics that are not enabled do not unlock`() async throws {
        await core.lock()
        await expect(.unexpected) { try await core.unlockWithBiometrics(prompt: "") }
        #expect(phone.biometrics.state.withLock { $0.prompts.isEmpty })
        #expect(try await !core.isUnlocked())
    }

    @Test(arguments: [
        (BiometricScan.notRecognised, BiometricUnlock.notRecognised), (.cancelled, .cancelled), (.lockedOut, .lockedOut),
        (.notRecognisedForTheLastTime, .notRecognisedForTheLastTime), (.interrupted, .interrupted),
    ])
    func `a scan that does not succeed does not unlock, and may be repeated`(scan: BiometricScan, outcome: BiometricUnlock) async throws {
        try await enable()
        answer(scan)
        #expect(try await core.unlockWithBiometrics(prompt: "") == outcome)
        #expect(try await !core.isUnlocked())
        #expect(try await core.isBiometricUnlockEnabled())
        #expect(try await core.unlockWithBiometrics(prompt: "") == .unlocked)
    }

    @Test(arguments: [BiometricScan.enrolmentChanged, .unavailable])
    func `another enrolment disables it`(scan: BiometricScan) async throws {
        try await enable()
        answer(scan)
        #expect(try await core.unlockWithBiometrics(prompt: "") == .enrolmentChanged)
        #expect(try await !core.isBiometricUnlockEnabled())
        #expect(try await !core.isUnlocked())
        #expect(try await !phone.launch().isBiometricUnlockEnabled())
    }

    @Test func `a signature over something else does not unlock`() async throws {
        try await enable()
        phone.biometrics.state.withLock { $0.forges = true }
        await expect(.unexpected) { try await core.unlockWithBiometrics(prompt: "") }
        #expect(try await !core.isUnlocked())
    }

    @Test func `another key does not unlock`() async throws {
        try await enable()
        _ = try await phone.biometrics.makeKey()
        await expect(.unexpected) { try await core.unlockWithBiometrics(prompt: "") }
        #expect(try await !core.isUnlocked())
    }

    @Test func `a made up signature does not unlock`() async throws {
        try await enable()
        answer(.signed([1, 2, 3]))
        await expect(.unexpected) { try await core.unlockWithBiometrics(prompt: "") }
        #expect(try await !core.isUnlocked())
    }

    @Test func `a signature of an earlier scan does not unlock`() async throws {
        try await enable()
        #expect(try await core.unlockWithBiometrics(prompt: "") == .unlocked)
        await core.lock()
        let old = try phone.biometrics.state.withLock { state in
            let key = try #require(state.key)
            return Array(try key.signature(for: try #require(state.nonces.last)).derRepresentation)
        }
        answer(.signed(old))
        await expect(.unexpected) { try await core.unlockWithBiometrics(prompt: "") }
        #expect(try await !core.isUnlocked())
    }

    @Test func `a lock during the scan wins`() async throws {
        try await enable()
        let core = core
        phone.biometrics.state.withLock { $0.duringScan = { await core.lock() } }
        await expect(.locked) { try await core.unlockWithBiometrics(prompt: "") }
        #expect(try await !core.isUnlocked())
    }

    @Test(arguments: [true, false])
    func `a wallet that turns out to be blocked for good says nothing about the face`(isScanned: Bool) async throws {
        try await enable()
        let (core, phone) = (core, phone)
        phone.provider.state.withLock { $0.status = .blocked }
        if isScanned {
            phone.biometrics.state.withLock { $0.duringScan = { _ = try? await core.refreshWalletStatus() } }
        } else {
            phone.clock.advance(by: 86_400)
        }
        let before = phone.biometrics.state.withLock { $0.prompts.count }
        #expect(try await core.unlockWithBiometrics(prompt: "") == .disabled)
        #expect(phone.biometrics.state.withLock { $0.prompts.count } == before + (isScanned ? 1 : 0))
        #expect(try await !core.isUnlocked())
        #expect(try await !core.isBiometricUnlockEnabled())
    }

    @Test func `only an unlocked wallet disables them`() async throws {
        try await enable()
        let core = core
        phone.biometrics.state.withLock { $0.duringScan = { await expect(.locked) { try await core.disableBiometricUnlock() } } }
        #expect(try await core.unlockWithBiometrics(prompt: "") == .unlocked)
        #expect(try await core.isBiometricUnlockEnabled())
    }

    @Test func `disabling removes the key and can be repeated`() async throws {
        try await enable()
        #expect(try await core.unlock(pin: Phone.pin()) == .valid)
        try await core.disableBiometricUnlock()
        try await core.disableBiometricUnlock()
        #expect(try await !core.isBiometricUnlockEnabled())
        #expect(phone.biometrics.state.withLock { $0.key } == nil)
        await expect(.unexpected) { try await core.unlockWithBiometrics(prompt: "") }
    }
}
