// SPDX-License-Identifier: EUPL-1.2

import Foundation
import Testing
import WalletConfiguration
import WalletInterface

@testable import WalletCore

/// The lock's deadlines, moment by moment (UC9.7).
struct LockTimerTests {
    private let start = Date(timeIntervalSince1970: 1_800_000_000)
    private let timeouts = LockPeriods(.standard)

    private func at(_ seconds: TimeInterval) -> Date { start.addingTimeInterval(seconds) }

    /// Returns the moment that many seconds of monotonic time after the start, on a phone whose wall clock is ahead.
    private func moment(_ seconds: TimeInterval, ahead: TimeInterval = 3600) -> Moment {
        Moment(steady: at(seconds), shown: at(seconds + ahead))
    }

    @Test(arguments: [
        (0.0, LockState.unlocked), (239.9, .unlocked), (240, .inactive(locksAt: Date(timeIntervalSince1970: 1_800_000_300))),
        (299.9, .inactive(locksAt: Date(timeIntervalSince1970: 1_800_000_300))), (300, .locked(.inactivity)), (1e9, .locked(.inactivity)),
    ])
    func `without activity the timer warns and then locks`(seconds: TimeInterval, expected: LockState) {
        #expect(LockTimer(at: moment(0), inBackground: false).state(at: moment(seconds), timeouts) == expected)
    }

    @Test func `activity restarts the idle time`() {
        var timer = LockTimer(at: moment(0), inBackground: false)
        timer.noteActivity(at: at(250))
        #expect(timer.state(at: moment(489), timeouts) == .unlocked)
        #expect(timer.state(at: moment(490), timeouts) == .inactive(locksAt: at(550)))
        #expect(timer.state(at: moment(550), timeouts) == .locked(.inactivity))
    }

    @Test func `activity in the background does not count, and an older activity does not shorten the time`() {
        var timer = LockTimer(at: moment(0), inBackground: true)
        timer.noteActivity(at: at(100))
        #expect(timer.lastActivity == start)
        timer.enterForeground()
        timer.noteActivity(at: at(100))
        timer.noteActivity(at: at(50))
        #expect(timer.lastActivity == at(100))
    }

    @Test func `in the background the wallet locks after the background time, even if the event is repeated`() throws {
        var timer = LockTimer(at: moment(0), inBackground: false)
        let timeouts = try periods(warning: 500, inactivity: 600, background: 120)
        timer.enterBackground(at: at(10))
        timer.enterBackground(at: at(100))
        #expect(timer.state(at: moment(129), timeouts) == .unlocked)
        #expect(timer.state(at: moment(130), timeouts) == .locked(.background))
        timer.enterForeground()
        #expect(timer.state(at: moment(130), timeouts) == .unlocked)
    }

    @Test(arguments: [60.0, 1, 0, -1, -60])
    func `setting the phone's clock by up to a minute neither gains nor loses time`(seconds: TimeInterval) {
        let timer = LockTimer(at: moment(0), inBackground: true)
        #expect(timer.state(at: moment(239, ahead: 3600 + seconds), timeouts) == .unlocked)
        #expect(timer.state(at: moment(240, ahead: 3600 + seconds), timeouts) == .inactive(locksAt: at(300)))
        #expect(timer.state(at: moment(300, ahead: 3600 + seconds), timeouts) == .locked(.background))
    }

    @Test(arguments: [61.0, -61, 315_360_000, -315_360_000])
    func `setting the clock by more than a minute locks the wallet, even after activity`(seconds: TimeInterval) {
        var timer = LockTimer(at: moment(0), inBackground: false)
        #expect(timer.state(at: moment(0, ahead: 3600 + seconds), timeouts) == .locked(.inactivity))
        timer.noteActivity(at: at(10))
        #expect(timer.state(at: moment(10, ahead: 3600 + seconds), timeouts) == .locked(.inactivity))
    }

    @Test func `monotonic time that decreases locks the wallet`() {
        var timer = LockTimer(at: moment(0), inBackground: false)
        #expect(timer.state(at: moment(-1), timeouts) == .locked(.inactivity))
        timer.noteActivity(at: at(10))
        timer.enterBackground(at: at(20))
        #expect(timer.state(at: moment(15), timeouts) == .locked(.inactivity))
    }

    @Test func `the next change is the first instant at which the lock state differs`() throws {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<2000 {
            let inactivity = Int.random(in: 60...600, using: &generator)
            let timeouts = try periods(
                warning: inactivity / 2, inactivity: inactivity, background: Int.random(in: 0...600, using: &generator))
            var timer = LockTimer(at: moment(0), inBackground: false)
            timer.noteActivity(at: at(Double(Int.random(in: 0...100, using: &generator))))
            if Bool.random(using: &generator) { timer.enterBackground(at: at(100)) }
            let seconds = Double(Int.random(in: 100...700, using: &generator))
            let now = at(seconds)
            let state = timer.state(at: moment(seconds), timeouts)
            guard state.isOpen else { continue }
            let change = timer.nextChange(after: now, timeouts)
            #expect(change > now)
            let left = change.timeIntervalSince(start)
            #expect(timer.state(at: moment(left - 0.5), timeouts) == state)
            #expect(timer.state(at: moment(left), timeouts) != state)
        }
    }

    @Test(
        arguments: [
            (nil, 240.0, 300.0, 300.0), (400, 240, 300, 300), (300, 240, 300, 300), (120, 60, 120, 120), (180, 120, 180, 180),
            (60, 30, 60, 60),
            (10, 30, 60, 60), (-.infinity, 30, 60, 60),
        ] as [(TimeInterval?, TimeInterval, TimeInterval, TimeInterval)])
    func `users only shorten timeouts`(chosen: TimeInterval?, warning: TimeInterval, inactivity: TimeInterval, background: TimeInterval) {
        let periods = LockPeriods(.standard, inactivity: chosen)
        #expect([periods.warning, periods.inactivity, periods.background] == [warning, inactivity, background])
    }

    private func periods(warning: Int, inactivity: Int, background: Int) throws -> LockPeriods {
        LockPeriods(
            try #require(LockTimeouts(warningSeconds: warning, inactivitySeconds: inactivity, backgroundSeconds: background)))
    }
}
