// SPDX-License-Identifier: EUPL-1.2

import Foundation
import Synchronization
import Testing

@testable import WalletCore

/// The true time by the provider's signed answers, against the phone's monotonic clock.
struct TrueTimeTests {
    private let clock = PhoneClock()
    private let time = TrueTime()

    /// The provider's clock, in seconds since 1970.
    private func provider(ahead seconds: Int64) -> Int64 { Int64(clock.now.timeIntervalSince1970) + seconds }

    /// Learns from an answer that took no time.
    private func synchronize(ahead seconds: Int64, floor: Int64 = 0) {
        time.synchronize(to: provider(ahead: seconds), sentAt: clock.steadyNow, by: clock, notBefore: floor)
    }

    @Test func `until the provider has told the time, the phone's clock counts`() {
        #expect(time.now(by: clock) == clock.now && !time.isSynchronized)
    }

    @Test(arguments: [90, 180, 3600, -3600, -600, 86_400] as [Int64])
    func `a wrong clock is corrected to within a second`(ahead: Int64) {
        synchronize(ahead: ahead)
        #expect(time.isSynchronized)
        #expect(abs(time.correction(of: clock) - Double(ahead)) <= 1)
    }

    @Test(arguments: [0, 29, -29] as [Int64])
    func `a clock within the tolerance is not corrected at all`(ahead: Int64) {
        synchronize(ahead: ahead)
        #expect(time.now(by: clock) == clock.now && time.isSynchronized)
    }

    @Test func `setting the phone's clock changes nothing, and a clock that is set right counts again`() {
        synchronize(ahead: 3600)
        let told = time.now(by: clock)
        clock.turn(by: -86_400)
        #expect(abs(time.now(by: clock).timeIntervalSince(told)) < 0.001)
        clock.turn(by: 86_400 + 3600)
        #expect(time.now(by: clock) == clock.now)
        clock.advance(by: 1000)
        #expect(time.correction(of: clock) == 0)
    }

    @Test(arguments: [(0.0, true), (8, true), (9, false)])
    func `an answer that took too long teaches nothing`(seconds: TimeInterval, isSynchronized: Bool) {
        let sentAt = clock.steadyNow
        clock.advance(by: seconds)
        time.synchronize(to: provider(ahead: 3600), sentAt: sentAt, by: clock, notBefore: 0)
        #expect(time.isSynchronized == isSynchronized)
        // The provider signed at any instant of the wait.
        if isSynchronized { #expect(abs(time.correction(of: clock) - 3600) <= seconds / 2 + 1) }
    }

    @Test func `a provider cannot turn the time back behind the configuration, which another key has signed`() {
        synchronize(ahead: -7200, floor: provider(ahead: -300))
        #expect(time.now(by: clock) == clock.now && !time.isSynchronized)
        synchronize(ahead: -299, floor: provider(ahead: -300))
        #expect(time.isSynchronized)
    }

    @Test func `the newest answer counts, and a change is reported once`() {
        let changes = Mutex(0)
        let time = TrueTime(onChange: { changes.withLock { $0 += 1 } })
        for (ahead, count) in [(3600, 1), (3600, 1), (3610, 1), (0, 2)] as [(Int64, Int)] {
            time.synchronize(to: provider(ahead: ahead), sentAt: clock.steadyNow, by: clock, notBefore: 0)
            #expect(changes.withLock { $0 } == count)
        }
        #expect(time.correction(of: clock) == 0)
    }

    @Test(arguments: [(86_400, true), (-86_400, true), (80_000, false), (0, false)] as [(Int64, Bool)])
    func `an enrolment challenge of another day says that the clock is wrong, and corrects nothing`(ahead: Int64, isWrong: Bool) {
        #expect(!time.isWrong(clock))
        time.note(challengeIssuedAt: provider(ahead: ahead), by: clock)
        #expect(time.isWrong(clock) == isWrong)
        #expect(time.correction(of: clock) == 0 && !time.isSynchronized)
        clock.turn(by: TimeInterval(ahead))
        #expect(!time.isWrong(clock))
        clock.turn(by: TimeInterval(-ahead))
        // The challenge was an old one.
        synchronize(ahead: 0)
        #expect(!time.isWrong(clock))
    }

    // MARK: The next process

    @Test func `the next process assumes the stored correction until it learns the time itself`() {
        time.assume(StoredCorrection(seconds: -3600, storedAt: clock.now.addingTimeInterval(-3700)), by: clock)
        #expect(abs(time.correction(of: clock) + 3600) < 0.001 && !time.isSynchronized)
        synchronize(ahead: 0)
        #expect(time.correction(of: clock) == 0)
        time.assume(StoredCorrection(seconds: -3600, storedAt: clock.now.addingTimeInterval(-3700)), by: clock)
        #expect(time.correction(of: clock) == 0)
    }

    @Test func `a stored correction is dropped when the phone's clock was set back meanwhile`() {
        time.assume(StoredCorrection(seconds: -3600, storedAt: clock.now.addingTimeInterval(-3500)), by: clock)
        #expect(time.now(by: clock) == clock.now)
    }
}
