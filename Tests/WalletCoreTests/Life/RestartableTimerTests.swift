// SPDX-License-Identifier: EUPL-1.2

import Foundation
import Testing

@testable import WalletCore

@Suite(.timeLimit(.minutes(20))) struct RestartableTimerTests {
    private let clock = PhoneClock()
    private let alarm = RestartableTimer()

    /// Returns true if a wait continues until an event occurs.
    private func waits(until deadline: Date?, unless happening: () async -> Void) async -> Bool {
        let ended = Signal()
        return await withTaskGroup(of: Void.self) { group in
            group.addTask { [alarm, clock] in
                await alarm.wait(until: deadline, by: clock)
                ended.set()
            }
            for _ in 0..<50 { await Task.yield() }
            await happening()
            await ended.wait()
            return true
        }
    }

    @Test func `a wake-up ends the current wait or the next one, but only one wait`() async {
        #expect(await waits(until: nil) { alarm.wake() })
        alarm.wake()
        alarm.wake()
        await alarm.wait(until: nil, by: clock)
        #expect(await waits(until: nil) { alarm.wake() })
    }

    @Test func `reaching the instant ends a wait, and the next wait is a new one`() async {
        for _ in 1...3 {
            #expect(
                await waits(until: clock.now.addingTimeInterval(10)) {
                    await clock.hasSleepers()
                    clock.advance(by: 10)
                })
        }
        // No wait is left over.
        #expect(
            await waits(until: clock.now.addingTimeInterval(10)) {
                await clock.hasSleepers()
                alarm.wake()
            })
    }

    @Test func `a monotonic wait is independent of the wall clock, and reports whether it was woken`() async {
        let deadline = clock.steadyNow.addingTimeInterval(10)
        async let wasWoken = alarm.wait(untilSteady: deadline, by: clock)
        await clock.hasSleepers()
        clock.turn(by: -3600)
        clock.advance(by: 10)
        #expect(await !wasWoken)
        // A wake-up also counts when the time has come.
        alarm.wake()
        #expect(await alarm.wait(untilSteady: deadline, by: clock))
        #expect(await !alarm.wait(untilSteady: deadline, by: clock))
    }

    @Test func `a cancelled wait ends, and the next wait lasts until its own wake-up`() async {
        for _ in 1...100 {
            await withTaskGroup(of: Void.self) { group in
                group.addTask { [alarm, clock] in await alarm.wait(until: nil, by: clock) }
                group.cancelAll()
            }
        }
        #expect(await waits(until: nil) { alarm.wake() })
    }
}
