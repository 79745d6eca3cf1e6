// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ObservedValues
import PlatformSupport
import ProviderProtocol
import Synchronization
import Testing
import WalletInterface

@testable import WalletCore

/// A clock that breaks a promise: no loop spins, no time ends the process, nothing stays open, and nothing is lost.
@Suite(.timeLimit(.minutes(20)))
struct HostileClockTests {
    private let phone: Phone

    init() throws {
        phone = try Phone()
    }

    // MARK: A clock that does not wait

    @Test(arguments: [HostileClock.Sleep.returnsAtOnce, .throwsAtOnce])
    func `a clock that does not wait is asked a limited number of times`(sleep: HostileClock.Sleep) async {
        let clock = HostileClock(phone.clock) { $0.sleep = sleep }
        let deadline = clock.steadyNow.addingTimeInterval(10)
        #expect(await RestartableTimer().end(untilSteady: deadline, by: clock) == .clockFailed)
        #expect(clock.sleeps == ClockPatience.limit)
    }

    @Test(arguments: [HostileClock.Sleep.returnsAtOnce, .throwsAtOnce])
    func `then only a wake-up ends a wait`(sleep: HostileClock.Sleep) async throws {
        let clock = HostileClock(phone.clock) { $0.sleep = sleep }
        let timer = RestartableTimer()
        async let wasWoken = timer.wait(untilSteady: clock.steadyNow.addingTimeInterval(10), by: clock)
        await clock.hasSlept(ClockPatience.limit)
        timer.wake()
        #expect(await wasWoken)
    }

    @Test func `a clock that cuts off fractions of milliseconds is honest enough`() async {
        let clock = HostileClock(phone.clock) { $0.sleep = .cutsFractions }
        let deadline = clock.steadyNow.addingTimeInterval(10.0004)
        #expect(await RestartableTimer().end(untilSteady: deadline, by: clock) == .over)
        #expect((1..<ClockPatience.limit).contains(clock.sleeps))
    }

    @Test func `a cancelled wait on a clock that does not wait ends`() async {
        let clock = HostileClock(phone.clock) { $0.sleep = .throwsAtOnce }
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                _ = await RestartableTimer().wait(untilSteady: clock.steadyNow.addingTimeInterval(10), by: clock)
            }
            group.cancelAll()
        }
    }

    @Test(arguments: [HostileClock.Sleep.returnsAtOnce, .throwsAtOnce])
    func `the core locks, and neither spins nor sends requests without a pause`(sleep: HostileClock.Sleep) async throws {
        _ = try await phone.registered()
        let clock = HostileClock(phone.clock) { $0.sleep = sleep }
        let core = try await phone.start(phone.replacing(clock: clock))
        #expect(try await core.unlock(pin: Phone.pin()) == .valid)
        try await phone.whileRunning(core) { [phone] in
            try await eventually { try await !core.isUnlocked() }
            // All tasks come to rest.
            try await eventually {
                let before = (clock.sleeps, phone.provider.requestCount)
                for _ in 0..<2000 { await Task.yield() }
                return before == (clock.sleeps, phone.provider.requestCount)
            }
        }
        #expect(await core.lockState.value == .locked(.inactivity))
        // The waits of the core's tasks, and of the limits of the bridges' calls.
        #expect(clock.sleeps <= 30 * ClockPatience.limit)
        try await phone.expectWhole()
    }

    // MARK: Time limits

    /// Returns true if a bridge's call is made, and ends with its own answer.
    private func isAnswered(_ calls: BridgeCalls, _ call: @escaping @Sendable () async -> Void = {}) async -> Bool {
        guard case .answered = await calls.answer(within: 10, call) else { return false }
        return true
    }

    @Test(arguments: [HostileClock.Sleep.returnsAtOnce, .throwsAtOnce])
    func `a clock that does not wait cuts no call of a bridge off`(sleep: HostileClock.Sleep) async {
        let clock = HostileClock(phone.clock) { $0.sleep = sleep }
        let isAnswered = await isAnswered(BridgeCalls(clock)) { await clock.hasSlept(BridgeCalls.patience) }
        #expect(isAnswered)
        #expect(clock.sleeps == BridgeCalls.patience)
    }

    @Test(arguments: [.nan, .infinity, -.infinity, 1e300, -1e300] as [TimeInterval])
    func `no limit passes by a monotonic time that no phone can have, and bridges are called`(seconds: TimeInterval) async {
        let clock = HostileClock(phone.clock) { state in
            state.steadyNow = Date(timeIntervalSince1970: seconds)
            state.sleep = .returnsAtOnce
        }
        let calls = BridgeCalls(clock, rest: 5)
        #expect(await !calls.wait(10))
        #expect(await isAnswered(calls))
    }

    @Test func `hardware does not rest for longer when monotonic time goes back (CLK-01)`() async {
        let clock = HostileClock(phone.clock)
        let calls = BridgeCalls(clock, rest: 5)
        calls.noteLeft(nil, isSilence: true)
        #expect(await !isAnswered(calls))
        clock.state.change { $0.steadyNow = phone.clock.steadyNow.addingTimeInterval(-1000) }
        #expect(await isAnswered(calls))
    }

    // MARK: Impossible times

    /// Wall-clock times that no phone can have, in seconds since 1970; the first two are `Date.distantPast` and `distantFuture`.
    static let impossible: [TimeInterval] = [-62_135_769_600, 64_092_211_200, .nan, .infinity, -.infinity, 1e300, -1e300]

    private func clock(at seconds: TimeInterval) -> HostileClock {
        HostileClock(phone.clock) { $0.now = Date(timeIntervalSince1970: seconds) }
    }

    @Test(arguments: impossible)
    func `a registration at an impossible time reports the clock, and succeeds when it is right`(seconds: TimeInterval) async throws {
        let core = try await phone.start(phone.replacing(clock: clock(at: seconds)))
        await expect(.clockWrong) { try await core.register(pin: Phone.pin()) }
        #expect(phone.attestedKeys.state.withLock { $0.generated } == 0)
        _ = try await phone.registered()
        try await phone.expectWhole()
    }

    @Test(arguments: impossible)
    func `an unlock at an impossible time checks the PIN once, and the wallet opens when the clock is right`(
        seconds: TimeInterval
    ) async throws {
        _ = try await phone.registered()
        let core = try await phone.start(phone.replacing(clock: clock(at: seconds)))
        #expect(try await core.unlock(pin: Phone.pin()) == .valid)
        #expect(phone.provider.count(of: .checkPIN) == 1)
        #expect(await core.isClockWrong())
        // No numbers are used up: a later clock continues from here.
        let stored = try await core.store().value(.sequenceNumber)
        let number = try #require(stored)
        #expect(number < 1 << 40)
        try await phone.expectWhole()
    }

    @Test(arguments: impossible)
    func `a wipe at an impossible time is complete`(seconds: TimeInterval) async throws {
        _ = try await phone.registered()
        let core = try await phone.start(phone.replacing(clock: clock(at: seconds)))
        try await core.wipe()
        #expect(try await core.state() == .empty)
        #expect(try await phone.launch().state() == .empty)
    }

    @Test(arguments: [.nan, .infinity, -.infinity] as [TimeInterval])
    func `a wallet whose clock becomes no number locks`(seconds: TimeInterval) async throws {
        _ = try await phone.registered()
        let clock = HostileClock(phone.clock)
        let core = try await phone.start(phone.replacing(clock: clock))
        #expect(try await core.unlock(pin: Phone.pin()) == .valid)
        clock.state.change { $0.now = Date(timeIntervalSince1970: seconds) }
        #expect(try await !core.isUnlocked())
        try await phone.expectWhole()
    }

    @Test(arguments: [-3.2e9, -1, 3.2e9, 1e300, .infinity, -.infinity, .nan] as [TimeInterval])
    func `monotonic time that goes back or jumps locks the wallet (CLK-01)`(seconds: TimeInterval) async throws {
        _ = try await phone.registered()
        let clock = HostileClock(phone.clock)
        let core = try await phone.start(phone.replacing(clock: clock))
        #expect(try await core.unlock(pin: Phone.pin()) == .valid)
        clock.state.change { $0.steadyNow = phone.clock.steadyNow.addingTimeInterval(seconds) }
        #expect(try await !core.isUnlocked())
        await expect(.locked) { try await core.revocationCode() }
        try await phone.expectWhole()
    }

    @Test func `a possible time is not changed, and an impossible one becomes the nearest`() {
        let now = phone.clock.now
        #expect(now.possible == now)
        #expect(Date.distantPast.possible == Date(timeIntervalSince1970: 0))
        #expect(Date(timeIntervalSince1970: .nan).possible == Date(timeIntervalSince1970: 0))
        #expect(Date(timeIntervalSince1970: 1e300).possible == Date(timeIntervalSince1970: 253_402_300_799))
    }
}
