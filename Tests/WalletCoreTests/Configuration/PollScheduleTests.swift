// SPDX-License-Identifier: EUPL-1.2

import Foundation
import Testing

@testable import WalletCore

/// Polls back off with jitter and never come earlier than half the interval (T-S11).
struct PollScheduleTests {
    @Test(arguments: [
        (0, 3240.0, 3960.0), (1, 15, 30), (2, 30, 60), (3, 60, 120), (7, 960, 1920), (8, 1800, 3600), (9, 1800, 3600), (1000, 1800, 3600),
    ])
    func `the wait before a poll is between two bounds`(failures: Int, shortest: TimeInterval, longest: TimeInterval) {
        var schedule = PollSchedule()
        for _ in 0..<failures { schedule.noteFailure() }
        #expect(abs(schedule.delay(interval: 3600, chance: 0) - shortest) < 0.001)
        #expect(abs(schedule.delay(interval: 3600, chance: 1) - longest) < 0.001)
    }

    @Test func `a success resets the poll schedule`() {
        var schedule = PollSchedule()
        schedule.noteFailure()
        schedule.noteSuccess()
        #expect(schedule == PollSchedule())
    }
}
