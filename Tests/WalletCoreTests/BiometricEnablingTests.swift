// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport
import ProviderProtocol
import Synchronization
import Testing
import WalletInterface

@testable import WalletCore

/// UC2.2, ruling 1.3c: nothing is enabled until the PIN confirms it, whatever happens between the scan and the PIN.
@Suite(.timeLimit(.minutes(20)))
struct BiometricEnablingTests {
    private let phone: Phone
    private let core: Core

    init() async throws {
        phone = try Phone()
        core = try await phone.registered()
    }

    private var hasKey: Bool { phone.biometrics.state.value.key != nil }
    private var prompts: Int { phone.biometrics.state.value.prompts.count }

    private func prove(at location: SourceLocation = #_sourceLocation) async throws {
        #expect(try await core.enableBiometricUnlock(prompt: "") == .proven, sourceLocation: location)
    }

    private func expectNothingEnabled(_ core: Core, at location: SourceLocation = #_sourceLocation) async throws {
        #expect(try await !core.isBiometricUnlockEnabled(), sourceLocation: location)
        await expect(.unexpected, { try await core.unlockWithBiometrics(prompt: "") }, at: location)
    }

    @Test func `a scan alone enables nothing, and the next process deletes its key`() async throws {
        try await prove()
        try await expectNothingEnabled(core)
        #expect(hasKey)
        let next = try await phone.launch()
        #expect(!hasKey)
        try await expectNothingEnabled(next)
        #expect(try await next.unlock(pin: Phone.pin()) == .valid)
        #expect(try await !next.confirmBiometricUnlock())
    }

    @Test func `starting the core keeps the key of enabled biometrics`() async throws {
        #expect(try await core.enableBiometrics())
        let next = try await phone.launch()
        #expect(try await next.unlockWithBiometrics(prompt: "") == .unlocked)
    }

    @Test func `a biometric unlock soon after a PIN entry does not offer the practice again`() async throws {
        try await core.confirmRevocationCode()
        try await prove()
        await core.lock()
        #expect(try await core.unlock(pin: Phone.pin()) == .valid)
        #expect(try await !core.confirmBiometricUnlock())
        phone.clock.advance(by: 60)
        try await prove()
        #expect(try await core.confirmBiometricUnlock())
    }

    @Test func `after the setup biometrics are enabled only with a scan and a recent PIN entry`() async throws {
        try await core.confirmRevocationCode()
        #expect(try await core.unlock(pin: Phone.pin()) == .valid)
        phone.clock.advance(by: 61)
        try await prove()
        await expect(.unexpected) { try await core.confirmBiometricUnlock() }
        try await expectNothingEnabled(core)
        #expect(try await core.unlock(pin: Phone.otherPIN()) != .valid)
        await expect(.unexpected) { try await core.confirmBiometricUnlock() }
        #expect(try await core.unlock(pin: Phone.pin()) == .valid)
        #expect(try await core.confirmBiometricUnlock())
        #expect(try await core.confirmBiometricUnlock())
        await core.lock()
        #expect(try await core.unlockWithBiometrics(prompt: "") == .unlocked)
    }

    @Test func `without a recognised scan biometrics cannot be confirmed`() async throws {
        #expect(try await !core.confirmBiometricUnlock())
        try await prove()
        phone.biometrics.state.change { $0.answers = [.cancelled] }
        #expect(try await core.enableBiometricUnlock(prompt: "") == .rejected)
        #expect(!hasKey)
        #expect(try await !core.confirmBiometricUnlock())
        try await expectNothingEnabled(core)
    }

    /// An event between the scan and the PIN.
    enum Interruption: CaseIterable {
        case logout, deviceLock, rebind, background, disabled, blocked

        func happen(to core: Core, on phone: Phone) async throws {
            switch self {
            case .logout: await core.lock()
            case .deviceLock: await core.handle(.didLockDevice)
            case .rebind: await core.rebind()
            case .background:
                await core.handle(.didDestroyUserInterface)
                phone.clock.advance(by: 300)
                await core.handle(.willCreateUserInterface)
            case .disabled: try await core.disableBiometricUnlock()
            case .blocked:
                phone.provider.state.withLock { $0.status = .blocked }
                _ = try await core.refreshWalletStatus()
            }
        }
    }

    @Test(arguments: Interruption.allCases)
    func `an interruption between the scan and the PIN invalidates the scan and deletes its key`(interruption: Interruption) async throws {
        let (core, phone) = (core, phone)
        try await phone.whileRunning(core) {
            #expect(try await core.enableBiometricUnlock(prompt: "") == .proven)
            try await interruption.happen(to: core, on: phone)
            await phone.biometrics.state.wait { $0.key == nil }
        }
        #expect(try await core.unlock(pin: Phone.pin()) == .valid)
        #expect(try await !core.confirmBiometricUnlock())
        try await expectNothingEnabled(core)
        #expect(try await core.enableBiometrics())
    }

    @Test func `a store that refuses the change leaves no biometrics enabled and no key`() async throws {
        try await prove()
        let store = try await core.store()
        try FullDisk.fill(store)
        await expect(.storeFull) { try await core.confirmBiometricUnlock() }
        try await expectNothingEnabled(core)
        #expect(!hasKey)
        try FullDisk.free(store)
        #expect(try await !core.confirmBiometricUnlock())
        #expect(try await core.enableBiometrics())
    }

    // MARK: A wipe

    @Test(arguments: [true, false])
    func `a wipe before the key is made leaves no key and opens no prompt`(isAsked: Bool) async throws {
        let core = core
        phone.biometrics.state.change { state in
            if isAsked { state.duringAvailability = { try? await core.wipe() } } else { state.beforeMakingKey = { try? await core.wipe() } }
        }
        await expect(.notRegistered) { try await core.enableBiometricUnlock(prompt: "") }
        #expect(prompts == 0)
        #expect(!hasKey)
    }

    @Test func `a lock and an unlock before the key is made cancel the enabling`() async throws {
        let core = core
        phone.biometrics.state.change { state in
            state.duringAvailability = {
                await core.lock()
                _ = try? await core.unlock(pin: Phone.pin())
            }
        }
        #expect(try await core.enableBiometricUnlock(prompt: "") == .rejected)
        #expect(prompts == 0 && !hasKey)
    }

    @Test func `the key of a process that is killed during the prompt is deleted at the next start`() async throws {
        _ = try await phone.biometrics.makeKey()
        _ = try await phone.launch()
        #expect(!hasKey)
    }
}
