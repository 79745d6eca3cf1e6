// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport
import ProviderProtocol
import Synchronization
import Testing
import WalletConfiguration
import WalletInterface

@testable import WalletCore

/// When the user is asked to practise the PIN.
struct PINPracticeTests {
    private let phone: Phone
    private let core: Core
    private static let features = FeatureSettings()

    init() async throws {
        phone = try Phone()
        core = try await phone.registered()
        try await core.confirmRevocationCode()
        #expect(try await core.unlock(pin: Phone.pin()) == .valid)
        #expect(try await core.enableBiometrics())
    }

    private func scan(_ count: Int, on core: Core) async throws {
        for _ in 0..<count {
            await core.lock()
            #expect(try await core.unlockWithBiometrics(prompt: "") == .unlocked)
        }
    }

    /// Lets days pass and unlocks by face at the end; requests the status in between, as the running core does.
    private func days(_ count: Int, on core: Core) async throws {
        phone.clock.advance(by: Double(count) * 86_400)
        await core.lock()
        #expect(try await core.unlockWithBiometrics(prompt: "") == .unlocked)
    }

    @Test func `practice is due after the configured number of scans and days, even after a restart`() async throws {
        try await scan(Self.features.pinPracticeAfterScans - 1, on: core)
        #expect(try await !core.isPINPracticeDue())
        try await days(Self.features.pinPracticeAfterDays, on: core)
        #expect(try await core.isPINPracticeDue())
        let next = try await phone.launch()
        #expect(try await next.unlockWithBiometrics(prompt: "") == .unlocked)
        #expect(try await next.isPINPracticeDue())
    }

    @Test func `neither many scans on one day nor a few scans over many days make practice due`() async throws {
        try await scan(Self.features.pinPracticeAfterScans + 5, on: core)
        #expect(try await !core.isPINPracticeDue())
        try await core.notePINPractice()
        try await days(400, on: core)
        #expect(try await !core.isPINPracticeDue())
    }

    @Test func `once offered, practice is not due again until the same number of scans and days has passed`() async throws {
        try await scan(Self.features.pinPracticeAfterScans, on: core)
        try await days(Self.features.pinPracticeAfterDays, on: core)
        #expect(try await core.isPINPracticeDue())
        try await core.notePINPractice()
        #expect(try await !core.isPINPracticeDue())
        try await scan(Self.features.pinPracticeAfterScans, on: core)
        #expect(try await !core.isPINPracticeDue())
    }

    @Test func `entering the PIN counts as practice`() async throws {
        try await scan(Self.features.pinPracticeAfterScans, on: core)
        try await days(Self.features.pinPracticeAfterDays, on: core)
        await core.lock()
        #expect(try await core.unlock(pin: Phone.pin()) == .valid)
        #expect(try await !core.isPINPracticeDue())
    }

    @Test func `entering a wrong PIN does not count as practice`() async throws {
        try await scan(Self.features.pinPracticeAfterScans, on: core)
        try await days(Self.features.pinPracticeAfterDays, on: core)
        _ = try await core.unlock(pin: Phone.otherPIN())
        #expect(try await core.isPINPracticeDue())
    }

    @Test func `without biometric unlock practice is never due`() async throws {
        try await scan(Self.features.pinPracticeAfterScans, on: core)
        try await days(Self.features.pinPracticeAfterDays, on: core)
        #expect(try await core.isPINPracticeDue())
        try await core.disableBiometricUnlock()
        #expect(try await !core.isPINPracticeDue())
    }

    @Test func `a clock that is set back does not make practice due`() async throws {
        try await scan(Self.features.pinPracticeAfterScans, on: core)
        phone.clock.advance(by: -86_400 * 100)
        await core.lock()
        #expect(try await core.unlock(pin: Phone.pin()) == .valid)
        #expect(try await !core.isPINPracticeDue())
    }

    @Test func `practice sends no request to the provider and counts no attempt`() async throws {
        try await scan(Self.features.pinPracticeAfterScans, on: core)
        try await days(Self.features.pinPracticeAfterDays, on: core)
        phone.provider.forgetRequests()
        #expect(try await core.isPINPracticeDue())
        try await core.notePINPractice()
        #expect(phone.provider.requestCount == 0)
        #expect(phone.provider.state.withLock { $0.wrongPINs } == 0)
    }
}
