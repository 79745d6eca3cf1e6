// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport
import Testing
import WalletInterface

@testable import WalletCore

/// A clock whose waits never return and ignore their cancellation holds no call of the core, and no task that a call waits for.
///
/// The timers of bridge calls are not part of this: they ask the phone's clock itself, here an honest one (`limitClock`). On a phone whose clock
/// hangs, each bridge call with a limit leaves its timer behind until the clock returns. Nothing waits for it.
@Suite(.timeLimit(.minutes(20)))
struct HangingClockTests {
    private let phone: Phone
    private let clock: HostileClock

    init() throws {
        phone = try Phone()
        clock = HostileClock(phone.clock) { $0.sleep = .hangs }
    }

    /// The clock as the core uses it.
    private var timed: any ClockBridge { phone.replacing(clock: clock).answeringInTime(by: phone.limitClock).clock }

    private var deadline: Date { clock.steadyNow.addingTimeInterval(10) }

    @Test func `a wake-up ends a wait`() async throws {
        let timer = RestartableTimer()
        async let wasWoken = timer.wait(untilSteady: deadline, by: timed)
        await clock.hasSlept(1)
        timer.wake()
        #expect(await wasWoken)
        clock.recover()
    }

    @Test func `a cancellation ends a wait`() async throws {
        let timer = RestartableTimer()
        let wait = Task { [timed, deadline] in await timer.wait(until: deadline, by: timed) }
        await clock.hasSlept(1)
        wait.cancel()
        await wait.value
        clock.recover()
    }

    @Test func `an answer ends the wait for it`() async throws {
        let question = TimedQuestion(budget: 1.5)
        await question.serve {
            question.ask(at: clock.steadyNow)
            let wait = Task { [timed] in await question.wait(by: timed) }
            await clock.hasSlept(1)
            question.end(question.number)
            await wait.value
        }
        clock.recover()
    }

    @Test func `the wallet opens and locks, and the core's tasks end`() async throws {
        _ = try await phone.registered()
        let core = try await phone.start(phone.replacing(clock: clock))
        try await phone.whileRunning(core) {
            let outcome = try await core.unlock(pin: Phone.pin())
            #expect(outcome == .valid)
            await core.lock()
        }
        #expect(try await !core.isUnlocked())
        clock.recover()
        try await phone.expectWhole()
    }

    @Test func `when too many waits hang, a further wait fails at once and does not reach the clock`() async throws {
        let calls = BridgeCalls(clock, maximumLeft: 2)
        let timed = ClockInTime(bridge: clock, calls: calls)
        for count in 1...2 {
            let wait = Task { [deadline] in try await timed.sleep(untilSteady: deadline) }
            await clock.hasSlept(count)
            wait.cancel()
            await #expect(throws: CancellationError.self) { try await wait.value }
        }
        await #expect(throws: CancellationError.self) { try await timed.sleep(untilSteady: deadline) }
        #expect(clock.sleeps == 2)
        clock.recover()
        try await eventually { calls.leftCount == 0 }
        try await timed.sleep(untilSteady: clock.steadyNow)
    }

    @Test func `an honest clock's instant and its failure reach the caller`() async throws {
        clock.recover()
        async let wait: Void = timed.sleep(untilSteady: deadline)
        await phone.clock.hasSleepers()
        phone.clock.advance(by: 10)
        try await wait
        clock.state.change { $0.sleep = .throwsAtOnce }
        await #expect(throws: CocoaError.self) { try await timed.sleep(untilSteady: deadline) }
    }
}
