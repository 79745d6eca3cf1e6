// SPDX-License-Identifier: EUPL-1.2

import Foundation
import JOSE
import PlatformSupport
import ProviderProtocol
import Synchronization
import Testing
import WalletInterface

@testable import WalletCore

/// The number of wrong PINs reported to the user (threat T-N6).
struct WrongTriesTests {
    private let phone: Phone
    private let core: WalletCore
    private let checkPIN = Endpoint.instruction(.checkPIN)

    init() async throws {
        phone = try Phone()
        _ = try await phone.registered()
        core = try await phone.launch()
    }

    private func tries(_ count: Int, on core: WalletCore) async throws {
        for _ in 0..<count { _ = try await core.unlock(pin: Phone.otherPIN()) }
    }

    private func opened(_ core: WalletCore) async throws -> Int {
        #expect(try await core.unlock(pin: Phone.pin()) == .valid)
        return try await core.wrongTriesToTell()
    }

    @Test func `without a wrong PIN there is nothing to tell`() async throws {
        #expect(try await opened(core) == 0)
        try await core.confirmWrongTriesTold()
        #expect(try await core.wrongTriesToTell() == 0)
    }

    @Test func `a slip just before the right PIN is the owner's own`() async throws {
        try await tries(2, on: core)
        phone.clock.advance(by: WalletCore.ownTriesAge)
        #expect(try await opened(core) == 0)
    }

    @Test func `tries from longer ago are told, with those of just now`() async throws {
        try await tries(2, on: core)
        phone.clock.advance(by: WalletCore.ownTriesAge + 1)
        try await tries(1, on: core)
        #expect(try await opened(core) == 3)
    }

    @Test(arguments: [AppLifecycleEvent.didEnterBackground, .didLockDevice, .didDestroyUserInterface])
    func `tries before the app left the glass are told, however young they are`(event: AppLifecycleEvent) async throws {
        try await tries(1, on: core)
        await core.handle(event)
        await core.handle(.willEnterForeground)
        try await tries(1, on: core)
        #expect(try await opened(core) == 2)
    }

    @Test func `tries before a kill are told, however young they are`() async throws {
        try await tries(3, on: core)
        let next = try await phone.launch()
        #expect(try await opened(next) == 3)
    }

    @Test func `they are told until they are confirmed, also after a kill, and then never again`() async throws {
        try await tries(2, on: core)
        let next = try await phone.launch()
        #expect(try await opened(next) == 2)
        let later = try await phone.launch()
        #expect(try await opened(later) == 2)
        try await later.confirmWrongTriesTold()
        try await later.confirmWrongTriesTold()
        #expect(try await opened(later) == 0)
        #expect(try await opened(try await phone.launch()) == 0)
    }

    /// Unlocks with that number of wrong PINs reported by the provider.
    private func opened(reporting count: Int?, on core: WalletCore) async throws -> Int? {
        phone.provider.state.withLock { $0.unlockResult = count.map { WrongPINReport(count: $0, days: 30).json } }
        #expect(try await core.unlock(pin: Phone.pin()) == .valid)
        return try await core.recentWrongTriesToTell()?.count
    }

    @Test func `the provider's count of the last weeks is shown until it is confirmed, also after a kill, and again when it grows`()
        async throws
    {
        #expect(try await opened(reporting: nil, on: core) == nil)
        #expect(try await opened(reporting: 20, on: core) == 20)
        #expect(try await core.recentWrongTriesToTell() == RecentWrongTries(count: 20, days: 30))
        let next = try await phone.launch()
        #expect(try await opened(reporting: 20, on: next) == 20)
        try await next.confirmWrongTriesTold()
        #expect(try await opened(reporting: 20, on: next) == nil)
        #expect(try await opened(reporting: 21, on: next) == 21)
        try await next.confirmWrongTriesTold()
        // Days later there are new attempts.
        #expect(try await opened(reporting: 20, on: next) == nil)
        #expect(try await opened(reporting: 21, on: next) == 21)
        #expect(try await opened(reporting: nil, on: next) == nil)
        #expect(try await opened(reporting: 20, on: next) == 20)
    }

    @Test func `a report that does not parse opens the wallet and tells nothing`() async throws {
        phone.provider.state.withLock { $0.unlockResult = ["wrong_pins": "many"] }
        #expect(try await core.unlock(pin: Phone.pin()) == .valid)
        #expect(try await core.recentWrongTriesToTell() == nil)
    }

    @Test func `tries that were not told yet and newer ones are added up`() async throws {
        try await tries(1, on: core)
        let next = try await phone.launch()
        #expect(try await opened(next) == 1)
        await next.lock()
        try await tries(2, on: next)
        let later = try await phone.launch()
        #expect(try await opened(later) == 3)
    }

    @Test func `an unlock by face tells them, too`() async throws {
        #expect(try await core.unlock(pin: Phone.pin()) == .valid)
        #expect(try await core.enableBiometrics())
        await core.lock()
        try await tries(2, on: core)
        let next = try await phone.launch()
        #expect(try await next.unlockWithBiometrics(prompt: "") == .unlocked)
        #expect(try await next.wrongTriesToTell() == 2)
    }

    @Test func `a clock that went back makes no try the owner's own`() async throws {
        try await tries(1, on: core)
        phone.clock.advance(by: -3600)
        #expect(try await opened(core) == 1)
    }

    // MARK: PINs that were never checked

    @Test func `a wait that runs checks nothing and counts nothing`() async throws {
        for _ in 1...3 { phone.provider.add(.refuses(.pinTimeout(timeLeft: 60_000)), to: checkPIN) }
        try await tries(3, on: core)
        #expect(try await opened(try await phone.launch()) == 0)
    }

    @Test func `the last try of a round, which begins the wait, counts once`() async throws {
        phone.provider.add(.refuses(.incorrectPIN(attemptsLeftInRound: 1, isFinalRound: false)), to: checkPIN)
        for _ in 1...3 { phone.provider.add(.refuses(.pinTimeout(timeLeft: 60_000)), to: checkPIN) }
        try await tries(4, on: core)
        #expect(try await opened(try await phone.launch()) == 2)
    }

    @Test(arguments: [FakeProvider.Fault.fails(.offline), .fails(.unreachable), .losesRequest])
    func `a PIN that never arrived does not count`(fault: FakeProvider.Fault) async throws {
        phone.provider.add(fault, to: checkPIN)
        await #expect(throws: WalletCoreError.self) { try await core.unlock(pin: Phone.otherPIN()) }
        #expect(try await opened(try await phone.launch()) == 0)
    }

    @Test func `an answer that got lost and is fetched again counts once`() async throws {
        phone.provider.add(.losesAnswer, to: checkPIN)
        await #expect(throws: WalletCoreError.self) { try await core.unlock(pin: Phone.otherPIN()) }
        try await tries(1, on: core)
        #expect(try await opened(try await phone.launch()) == 1)
    }

    @Test func `a new wallet knows nothing of the tries of the one before`() async throws {
        try await tries(2, on: core)
        try await core.wipe()
        try await core.register(pin: Phone.pin())
        #expect(try await core.wrongTriesToTell() == 0)
    }
}
