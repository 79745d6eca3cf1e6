// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport
import Testing

@testable import WalletApp

/// Waits for an instant of monotonic time, on honest clocks and on others.
@Suite(.timeLimit(.minutes(20)))
struct SteadyTimeTests {
    private let clock = PhoneClock()
    private var deadline: Date { clock.steadyNow.addingTimeInterval(60) }

    @Test func `a wait ends at its instant, however the wall clock is set`() async throws {
        let (steady, deadline) = (clock.steady, deadline)
        async let wait: Void = steady.wait(until: deadline)
        try await clock.waitForSleeper()
        clock.turn(by: 3600)
        clock.advance(by: 60)
        try await wait
        #expect(clock.deadlines == [deadline])
    }

    @Test func `a clock that is a fraction of a millisecond early is asked again`() async throws {
        let asked = Asked()
        try await asked.steady { asked.now = Date(timeIntervalSince1970: ($0.timeIntervalSince1970 * 1000).rounded(.down) / 1000) }
            .wait(until: Date(timeIntervalSince1970: 60.0004))
        #expect((1..<ClockPatience.limit).contains(asked.count))
    }

    @Test(arguments: [false, true])
    func `a clock that does not wait is asked a limited number of times, and then only a cancellation ends the wait`(
        isFailing: Bool
    ) async throws {
        let asked = Asked()
        let steady = asked.steady { _ in if isFailing { throw CocoaError(.featureUnsupported) } }
        let wait = Task { try await steady.wait(until: Date(timeIntervalSince1970: 60)) }
        await asked.hasCount(ClockPatience.limit)
        wait.cancel()
        await #expect(throws: CancellationError.self) { try await wait.value }
        #expect(asked.count == ClockPatience.limit)
    }

    @Test(arguments: [false, true])
    func `a flow that must go on learns that the clock does not wait, without the clock's error`(isFailing: Bool) async throws {
        let asked = Asked()
        let steady = asked.steady { _ in if isFailing { throw CocoaError(.featureUnsupported) } }
        #expect(try await !steady.passes(Date(timeIntervalSince1970: 60)))
        #expect(asked.count == ClockPatience.limit)
        // An instant that has come needs no clock.
        #expect(try await steady.passes(Date(timeIntervalSince1970: 0)))
        #expect(asked.count == ClockPatience.limit)
    }

    /// A clock, with the number of times that it was asked to wait.
    private final class Asked: Sendable {
        private let state = Recorded((now: Date(timeIntervalSince1970: 0), count: 0))

        var count: Int { state.value.count }
        var now: Date {
            get { state.value.now }
            set { state.change { $0.now = newValue } }
        }

        func hasCount(_ count: Int) async { await state.wait { $0.count >= count } }

        func steady(_ rest: @escaping @Sendable (Date) throws -> Void) -> SteadyTime {
            SteadyTime(
                now: { self.now },
                sleep: { deadline in
                    self.state.change { $0.count += 1 }
                    try rest(deadline)
                })
        }
    }
}
