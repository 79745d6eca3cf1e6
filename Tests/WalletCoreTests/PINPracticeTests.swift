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
    private let core: WalletCore
    private static let features = FeatureSettings()

    init() async throws {
        phone = try Phone()
        core = try await phone.registered()
        try await core.confirmRevocationCode()
        #expect(try await core.unlock(pin: Phone.pin()) == .valid)
        #expect(try await core.enableBiometrics())
    }

    private func scan(_ count: Int, on core: WalletCore) async throws {
        for _ in 0..<count {
            await core.lock()
            #expect(try await core.unlockWithBiometrics(prompt: "") == .unlocked)
        }
    }

    /// Lets days pass and unlocks by face at the end; requests the status in between, as the running core does.
    private func days(_ count: Int, on core: WalletCore) async throws {
        phone.clock.advance(by: Double(count) * 86_400)
        await core.lock()
        #expect(try await core.unlockWithBiometrics(prompt: "") == .unlocked)
    }

    @Test func `it is due after as many scans and days as configured, also after a restart`() async throws {
        try await scan(Self.features.pinPracticeAfterScans - 1, on: core)
        #expect(try await !core.isPINPracticeDue())
        try await days(Self.features.pinPracticeAfterDays, on: core)
        #expect(try await core.isPINPracticeDue())
        let next = try await phone.launch()
        #expect(try await next.unlockWithBiometrics(prompt: "") == .unlocked)
        #expect(try await next.isPINPracticeDue())
    }

    @Test func `many scans on one day, or a few over many days, do not make it due`() async throws {
        try await scan(Self.features.pinPracticeAfterScans + 5, on: core)
        #expect(try await !core.isPINPracticeDue())
        try await core.notePINPractice()
        try await days(400, on: core)
        #expect(try await !core.isPINPracticeDue())
    }

    @Test func `once asked, it is not due again before the same time has passed`() async throws {
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

    @Test func `a wrong PIN is no practice`() async throws {
        try await scan(Self.features.pinPracticeAfterScans, on: core)
        try await days(Self.features.pinPracticeAfterDays, on: core)
        _ = try await core.unlock(pin: Phone.otherPIN())
        #expect(try await core.isPINPracticeDue())
    }

    @Test func `without biometric unlock it is never due`() async throws {
        try await scan(Self.features.pinPracticeAfterScans, on: core)
        try await days(Self.features.pinPracticeAfterDays, on: core)
        #expect(try await core.isPINPracticeDue())
        try await core.disableBiometricUnlock()
        #expect(try await !core.isPINPracticeDue())
    }

    @Test func `a clock that goes back does not make it due`() async throws {
        try await scan(Self.features.pinPracticeAfterScans, on: core)
        phone.clock.advance(by: -86_400 * 100)
        await core.lock()
        #expect(try await core.unlock(pin: Phone.pin()) == .valid)
        #expect(try await !core.isPINPracticeDue())
    }

    @Test func `practising asks the provider nothing and counts nothing`() async throws {
        try await scan(Self.features.pinPracticeAfterScans, on: core)
        try await days(Self.features.pinPracticeAfterDays, on: core)
        phone.provider.forgetRequests()
        #expect(try await core.isPINPracticeDue())
        try await core.notePINPractice()
        #expect(phone.provider.requestCount == 0)
        #expect(phone.provider.state.withLock { $0.wrongPINs } == 0)
    }
}
