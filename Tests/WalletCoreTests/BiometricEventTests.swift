// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport
import ProviderProtocol
import Synchronization
import Testing
import WalletInterface

@testable import WalletCore

/// Switching biometric unlock on and off is in the history, also if the phone or the provider ends it.
struct BiometricEventTests {
    private let phone: Phone
    private let core: Core

    init() async throws {
        phone = try Phone()
        core = try await phone.registered()
    }

    private func expectKinds(_ kinds: [WalletEvent.Kind], at location: SourceLocation = #_sourceLocation) async throws {
        #expect(try await core.events().map(\.kind) == kinds, sourceLocation: location)
    }

    @Test func `switching on and off is told once each`() async throws {
        #expect(try await core.enableBiometrics())
        #expect(try await core.confirmBiometricUnlock())
        try await expectKinds([.biometricsOn])
        try await core.disableBiometricUnlock()
        try await core.disableBiometricUnlock()
        try await expectKinds([.biometricsOff, .biometricsOn])
    }

    @Test func `a scan that no PIN confirms is not told`() async throws {
        #expect(try await core.enableBiometricUnlock(prompt: "") == .proven)
        try await core.disableBiometricUnlock()
        try await expectKinds([])
    }

    @Test func `a changed face or finger ends biometric unlock, which is told`() async throws {
        #expect(try await core.enableBiometrics())
        await core.lock()
        phone.biometrics.state.change { $0.answers = [.enrolmentChanged] }
        #expect(try await core.unlockWithBiometrics(prompt: "") == .enrolmentChanged)
        #expect(try await !core.isBiometricUnlockEnabled())
        _ = try await core.unlock(pin: Phone.pin())
        try await expectKinds([.biometricsOff, .biometricsOn])
        #expect(try await core.enableBiometrics())
        try await expectKinds([.biometricsOn, .biometricsOff, .biometricsOn])
    }

    @Test func `a block ends biometric unlock, which is told once`() async throws {
        #expect(try await core.enableBiometrics())
        phone.provider.state.withLock { $0.status = .blocked }
        for _ in 1...2 { _ = try await core.refreshWalletStatus() }
        _ = try await core.unlock(pin: Phone.pin())
        try await expectKinds([.biometricsOff, .biometricsOn])
    }

    @Test func `a full store prevents switching on, and of switching off the event only`() async throws {
        let store = try await core.store()
        #expect(try await core.enableBiometricUnlock(prompt: "") == .proven)
        try FullDisk.fill(store)
        await expect(.storeFull) { try await core.confirmBiometricUnlock() }
        try FullDisk.free(store)
        #expect(try await !core.isBiometricUnlockEnabled())
        try await expectKinds([])
        #expect(try await core.enableBiometrics())
        try FullDisk.fill(store)
        try await core.disableBiometricUnlock()
        try FullDisk.free(store)
        #expect(try await !core.isBiometricUnlockEnabled())
        #expect(phone.biometrics.state.value.key == nil)
        try await expectKinds([.biometricsOn])
    }

    @Test func `without a history nothing is told`() async throws {
        _ = try await core.unlock(pin: Phone.pin())
        try await core.keepHistory(false)
        #expect(try await core.enableBiometrics())
        try await core.disableBiometricUnlock()
        try await expectKinds([.historyOff])
    }
}
