// SPDX-License-Identifier: EUPL-1.2

import Deadlines
import TestEnvironment
import Testing

/// The time limits of installations and of tests.
struct TimeoutsTests {
    let clock = ManualClock()

    /// All limits of a value, apart from the part of another limit.
    static func limits(_ timeouts: Timeouts) -> [Duration] {
        [
            timeouts.idle, timeouts.request, timeouts.unreadAnswer, timeouts.answer, timeouts.databaseCall,
            timeouts.tokenCall, timeouts.accountsLock, timeouts.issuerLock, timeouts.journalNews, timeouts.journalStart,
            timeouts.journalWrite, timeouts.login, timeouts.walletStatus, timeouts.revocationList, timeouts.revocationListPause,
            timeouts.healthAge, timeouts.shutdown,
        ]
    }

    @Test func `an installation answers within two seconds, also if a part uses up its own limit`() {
        let production = Timeouts.production
        let limits = [
            production.answer, production.databaseCall, production.tokenCall, production.accountsLock * 2, production.journalNews,
            production.journalWrite,
        ]
        #expect(limits.allSatisfy { $0 * 11 / 10 < .seconds(2) })
    }

    @Test func `the limits of an installation are those of the operator's pages`() {
        let expected: [Duration] = [
            .seconds(10), .seconds(20), .seconds(30), .milliseconds(1700), .milliseconds(1700), .milliseconds(1700),
            .milliseconds(650), .seconds(5), .seconds(1), .seconds(10), .milliseconds(200), .seconds(10), .seconds(4), .seconds(60),
            .seconds(10), .seconds(5), .seconds(10),
        ]
        #expect(Self.limits(.production) == expected)
        #expect(Timeouts.production.attemptMargin == .milliseconds(300))
    }

    @Test func `no test waits for less than 40 seconds`() {
        #expect(Self.limits(.patient).allSatisfy { $0 >= .seconds(40) })
        #expect(Timeouts.patient.attemptMargin == Timeouts.production.attemptMargin)
    }

    @Test func `a request's deadline is measured by the clock, and forbids an attempt in its last part`() async {
        await Deadline.$current.withValue(Timeouts.production.measured(by: clock).deadline()) {
            #expect(Deadline.limiting(.seconds(9)) == .milliseconds(1700))
            clock.advance(by: .milliseconds(1400))
            #expect(!Deadline.forbidsAttempt)
            clock.advance(by: .milliseconds(1))
            #expect(Deadline.forbidsAttempt && !Deadline.forbidsWork)
            await Deadline.lettingWorkEnd(onceBegun: true) { #expect(Deadline.forbidsAttempt) }
            await Deadline.lettingWorkEnd { #expect(!Deadline.forbidsAttempt) }
            clock.advance(by: .milliseconds(299))
            #expect(Deadline.forbidsAttempt && Deadline.forbidsWork)
        }
        #expect(!Deadline.forbidsAttempt)
    }
}
