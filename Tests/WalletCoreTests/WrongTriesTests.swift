// SPDX-License-Identifier: EUPL-1.2

import Foundation
import JSON
import PlatformSupport
import ProviderProtocol
import Synchronization
import Testing
import WalletInterface

@testable import WalletCore

/// The number of wrong PINs reported to the user (threat T-N6).
struct WrongTriesTests {
    private let phone: Phone
    private let core: Core
    private let checkPIN = Endpoint.instruction(.checkPIN)

    init() async throws {
        phone = try Phone()
        _ = try await phone.registered()
        core = try await phone.launch()
    }

    private func tries(_ count: Int, on core: Core) async throws {
        for _ in 0..<count { _ = try await core.unlock(pin: Phone.otherPIN()) }
    }

    private func opened(_ core: Core) async throws -> Int {
        #expect(try await core.unlock(pin: Phone.pin()) == .valid)
        return try await core.unreportedWrongTries()
    }

    @Test func `without a wrong PIN there is nothing to report`() async throws {
        #expect(try await opened(core) == 0)
        try await core.confirmWrongTriesShown()
        #expect(try await core.unreportedWrongTries() == 0)
    }

    @Test func `a wrong PIN just before the right PIN is not reported`() async throws {
        try await tries(2, on: core)
        phone.clock.advance(by: PINAttempts.ownTriesAge)
        #expect(try await opened(core) == 0)
    }

    @Test func `older wrong PINs are reported together with recent ones`() async throws {
        try await tries(2, on: core)
        phone.clock.advance(by: PINAttempts.ownTriesAge + 1)
        try await tries(1, on: core)
        #expect(try await opened(core) == 3)
    }

    @Test(arguments: [AppLifecycleEvent.didEnterBackground, .didLockDevice, .protectedDataWillBecomeUnavailable, .didDestroyUserInterface])
    func `wrong PINs from before the app went into the background are reported, even if recent`(event: AppLifecycleEvent) async throws {
        try await tries(1, on: core)
        await core.handle(event)
        await core.handle(.willEnterForeground)
        try await tries(1, on: core)
        #expect(try await opened(core) == 2)
    }

    @Test func `wrong PINs from before a kill are reported, even if recent`() async throws {
        try await tries(3, on: core)
        let next = try await phone.launch()
        #expect(try await opened(next) == 3)
    }

    @Test func `wrong PINs are reported until the user confirms the report, even after a kill, and then never again`() async throws {
        try await tries(2, on: core)
        let next = try await phone.launch()
        #expect(try await opened(next) == 2)
        let later = try await phone.launch()
        #expect(try await opened(later) == 2)
        try await later.confirmWrongTriesShown()
        try await later.confirmWrongTriesShown()
        #expect(try await opened(later) == 0)
        #expect(try await opened(try await phone.launch()) == 0)
    }

    /// Unlocks with that number of wrong PINs reported by the provider.
    private func opened(reporting count: Int?, on core: Core) async throws -> Int? {
        phone.provider.state.withLock { $0.unlockResult = count.map { WrongPINReport(count: $0, days: 30).json } }
        #expect(try await core.unlock(pin: Phone.pin()) == .valid)
        return try await core.unreportedRecentWrongTries()?.count
    }

    @Test func `the provider's count of recent weeks is shown until it is confirmed, even after a kill, and again when it grows`()
        async throws
    {
        #expect(try await opened(reporting: nil, on: core) == nil)
        #expect(try await opened(reporting: 20, on: core) == 20)
        #expect(try await core.unreportedRecentWrongTries() == RecentWrongTries(count: 20, days: 30))
        let next = try await phone.launch()
        #expect(try await opened(reporting: 20, on: next) == 20)
        try await next.confirmWrongTriesShown()
        #expect(try await opened(reporting: 20, on: next) == nil)
        #expect(try await opened(reporting: 21, on: next) == 21)
        try await next.confirmWrongTriesShown()
        // Days later there are new attempts.
        #expect(try await opened(reporting: 20, on: next) == nil)
        #expect(try await opened(reporting: 21, on: next) == 21)
        #expect(try await opened(reporting: nil, on: next) == nil)
        #expect(try await opened(reporting: 20, on: next) == 20)
    }

    @Test func `a malformed report does not prevent the unlock and shows nothing`() async throws {
        phone.provider.state.withLock { $0.unlockResult = ["wrong_pins": "many"] }
        #expect(try await core.unlock(pin: Phone.pin()) == .valid)
        #expect(try await core.unreportedRecentWrongTries() == nil)
    }

    @Test func `the count adds unreported wrong PINs and newer ones`() async throws {
        try await tries(1, on: core)
        let next = try await phone.launch()
        #expect(try await opened(next) == 1)
        await next.lock()
        try await tries(2, on: next)
        let later = try await phone.launch()
        #expect(try await opened(later) == 3)
    }

    @Test func `an unlock by face also reports wrong PINs`() async throws {
        #expect(try await core.unlock(pin: Phone.pin()) == .valid)
        #expect(try await core.enableBiometrics())
        await core.lock()
        try await tries(2, on: core)
        let next = try await phone.launch()
        #expect(try await next.unlockWithBiometrics(prompt: "") == .unlocked)
        #expect(try await next.unreportedWrongTries() == 2)
    }

    @Test func `a clock that was set back hides no wrong PIN from the report`() async throws {
        try await tries(1, on: core)
        phone.clock.advance(by: -3600)
        #expect(try await opened(core) == 1)
    }

    // MARK: PINs that were never checked

    @Test func `a PIN entered during a delay is neither checked nor counted`() async throws {
        for _ in 1...3 { phone.provider.add(.refuse(.pinTimeout(timeLeft: 60_000)), to: checkPIN) }
        try await tries(3, on: core)
        #expect(try await opened(try await phone.launch()) == 0)
    }

    @Test func `the last wrong PIN of a round, which starts the delay, counts once`() async throws {
        phone.provider.add(.refuse(.incorrectPIN(attemptsLeftInRound: 1, isFinalRound: false)), to: checkPIN)
        for _ in 1...3 { phone.provider.add(.refuse(.pinTimeout(timeLeft: 60_000)), to: checkPIN) }
        try await tries(4, on: core)
        #expect(try await opened(try await phone.launch()) == 2)
    }

    @Test(arguments: [NetworkPlan.Fault.fail(.offline), .fail(.unreachable), .loseRequest])
    func `a wrong PIN that never reached the provider does not count`(fault: NetworkPlan.Fault) async throws {
        phone.provider.add(fault, to: checkPIN)
        await #expect(throws: WalletCoreError.self) { try await core.unlock(pin: Phone.otherPIN()) }
        #expect(try await opened(try await phone.launch()) == 0)
    }

    @Test func `a wrong PIN whose answer was lost and fetched again counts once`() async throws {
        phone.provider.add(.loseReply, to: checkPIN)
        await #expect(throws: WalletCoreError.self) { try await core.unlock(pin: Phone.otherPIN()) }
        try await tries(1, on: core)
        #expect(try await opened(try await phone.launch()) == 1)
    }

    @Test func `a new wallet does not report the wrong PINs of the previous wallet`() async throws {
        try await tries(2, on: core)
        try await core.wipe()
        try await core.register(pin: Phone.pin())
        #expect(try await core.unreportedWrongTries() == 0)
    }
}
