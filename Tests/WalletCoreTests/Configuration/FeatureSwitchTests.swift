// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport
import Testing
import WalletConfiguration
import WalletInterface

@testable import WalletCore

/// A feature that the configuration disables is disabled in the core, not only hidden.
struct FeatureSwitchTests {
    private let phone: Phone
    private let core: Core

    init() async throws {
        phone = try Phone()
        core = try await phone.registered()
    }

    private func allow(_ isAllowed: Bool, version: Int64) async throws {
        let documents = phone.provider.documents
        var contents = documents.configuration(phone.provider.address)
        contents.features.biometricUnlock = isAllowed
        documents.serve(try documents.sign(contents, version: version, at: phone.seconds), at: .configuration)
        #expect(await core.pollConfiguration(by: phone.clock) == .accepted)
    }

    @Test func `biometric unlock that the configuration switches off opens nothing, and keeps the user's preference`() async throws {
        #expect(try await core.enableBiometricUnlock(prompt: "") == .proven)
        #expect(try await core.confirmBiometricUnlock())
        try await allow(false, version: 2)
        await core.lock()
        #expect(try await !core.isBiometricUnlockEnabled())
        #expect(try await core.unlockWithBiometrics(prompt: "") == .notOffered)
        #expect(try await !core.isUnlocked())
        try await allow(true, version: 3)
        #expect(try await core.isBiometricUnlockEnabled())
        #expect(try await core.unlockWithBiometrics(prompt: "") == .unlocked)
    }

    @Test func `biometric unlock that the configuration switches off cannot be enabled`() async throws {
        try await allow(false, version: 2)
        #expect(try await core.biometricAvailability() == .unsupported)
        #expect(try await core.enableBiometricUnlock(prompt: "") == .unavailable)
        try await allow(true, version: 3)
        #expect(try await !core.isBiometricUnlockEnabled())
        #expect(try await core.enableBiometricUnlock(prompt: "") == .proven)
        #expect(try await core.confirmBiometricUnlock())
    }
}
