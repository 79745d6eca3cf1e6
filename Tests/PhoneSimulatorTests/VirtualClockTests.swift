// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ObservedValues
import TestEnvironment
import Testing

@testable import PhoneSimulator

struct VirtualClockTests {
    private let noon = TestDirectory.noon
    private let clock = VirtualClock(base: { TestDirectory.noon })

    @Test func `a virtual clock shows its base clock's time plus the offset`() {
        #expect(clock.now == noon)
        clock.advance(by: 90)
        #expect(clock.now == noon.addingTimeInterval(90))
        #expect(VirtualClock(offset: 3600, base: { TestDirectory.noon }).now == noon.addingTimeInterval(3600))
    }

    @Test(arguments: [0, -1, -TimeInterval.infinity, .infinity, .nan])
    func `moving the clock by a negative, zero or infinite number has no effect`(seconds: TimeInterval) {
        clock.advance(by: seconds)
        #expect(clock.now == noon)
    }

    @Test(arguments: [0, -TimeInterval.infinity, .infinity, .nan])
    func `setting the clock by zero or by a number that is not finite has no effect`(seconds: TimeInterval) {
        clock.turn(by: seconds)
        #expect(clock.now == noon)
    }

    @Test func `the clock can be set back, and can start behind its base clock`() {
        clock.turn(by: -3600)
        #expect(clock.now == noon.addingTimeInterval(-3600))
        clock.turn(by: 3600)
        #expect(clock.now == noon)
        #expect(VirtualClock(offset: -5, base: { TestDirectory.noon }).now == noon.addingTimeInterval(-5))
    }

    @Test func `setting the wall clock does not move monotonic time`() {
        let clock = VirtualClock(offset: 60, error: -3600, base: { TestDirectory.noon })
        #expect(clock.now == noon.addingTimeInterval(-3540) && clock.steadyNow == noon.addingTimeInterval(60))
        clock.turn(by: 86_400)
        clock.advance(by: 30)
        #expect(clock.now == noon.addingTimeInterval(82_890) && clock.steadyNow == noon.addingTimeInterval(90))
        #expect(clock.offset == 82_890 && clock.steadyOffset == 90)
    }

    @Test(.timeLimit(.minutes(20)), arguments: [3600, -3600])
    func `a sleeper until a monotonic instant wakes after that time, however the wall clock is set`(
        seconds: TimeInterval
    ) async throws {
        let awake = Recorded<Bool>(false)
        try await withThrowingTaskGroup { group in
            group.addTask { [clock, noon] in
                try await clock.sleep(untilSteady: noon.addingTimeInterval(60))
                awake.change { $0 = true }
            }
            clock.turn(by: seconds)
            for _ in 1...20 { await Task.yield() }
            clock.advance(by: 59)
            for _ in 1...20 { await Task.yield() }
            #expect(!awake.value)
            clock.advance(by: 1)
            try await group.waitForAll()
        }
        #expect(awake.value)
    }

    @Test(.timeLimit(.minutes(20))) func `a sleeper until a wall-clock instant sleeps longer if the clock is set back`() async throws {
        let awake = Recorded<Bool>(false)
        try await withThrowingTaskGroup { group in
            group.addTask { [clock, noon] in
                try await clock.sleep(until: noon.addingTimeInterval(60))
                awake.change { $0 = true }
            }
            clock.turn(by: -3600)
            clock.turn(by: 3600)
            #expect(!awake.value)
            clock.turn(by: 60)
            try await group.waitForAll()
        }
        #expect(awake.value)
    }

    @Test(arguments: [0, -1, -100_000.0])
    func `a sleeper until a past instant does not wait`(seconds: TimeInterval) async throws {
        try await clock.sleep(until: noon.addingTimeInterval(seconds))
    }

    @Test(.timeLimit(.minutes(20))) func `moving the clock wakes only the sleepers whose time has come`() async throws {
        let awake = Recorded<Set<Int>>([])
        try await withThrowingTaskGroup { group in
            for hour in 1...3 {
                group.addTask { [clock, noon] in
                    try await clock.sleep(until: noon.addingTimeInterval(Double(hour) * 3600))
                    _ = awake.change { $0.insert(hour) }
                }
            }
            for hour in 1...3 {
                clock.advance(by: 3600)
                try await group.next()
                #expect(awake.value == Set(1...hour))
            }
        }
    }

    @Test(.timeLimit(.minutes(20))) func `a sleeper can be cancelled`() async {
        await withTaskGroup { group in
            group.addTask { [clock, noon] in
                await #expect(throws: CancellationError.self) { try await clock.sleep(until: noon.addingTimeInterval(1e9)) }
            }
            group.cancelAll()
        }
    }

    @Test(.timeLimit(.minutes(20))) func `thousands of concurrent sleepers and moves leave no sleeper behind`() async throws {
        try await withThrowingTaskGroup { group in
            for second in 1...2000 {
                group.addTask { [clock, noon] in try await clock.sleep(until: noon.addingTimeInterval(Double(second))) }
            }
            for _ in 1...20 {
                clock.advance(by: 100)
                await Task.yield()
            }
            try await group.waitForAll()
        }
    }

    /// A time base that a test moves. It counts the clock's reads.
    private final class Base: Sendable {
        private let state = Recorded((date: TestDirectory.noon, reads: 0))

        func hasReads(_ count: Int) async { await state.wait { $0.reads >= count } }

        func read() -> Date {
            state.change { state in
                state.reads += 1
                return state.date
            }
        }

        func advance(by seconds: TimeInterval) { state.change { $0.date += seconds } }
    }

    @Test(.timeLimit(.minutes(20)))
    func `without a move a sleeper wakes when the base clock reaches its instant, and not before`() async throws {
        let base = Base()
        let isAwake = ObservedValue(false)
        let clock = VirtualClock(base: { base.read() })
        try await withThrowingTaskGroup { group in
            group.addTask { [noon] in
                try await clock.sleep(until: noon.addingTimeInterval(0.01))
                isAwake.set(true)
            }
            // The sleeper reads the base every 10 ms of real time; the base does not move.
            await base.hasReads(5)
            #expect(!isAwake.value)
            base.advance(by: 0.01)
            try await group.waitForAll()
            #expect(isAwake.value && clock.offset == 0)
        }
    }

    @Test(.timeLimit(.minutes(20))) func `on the computer's clock a sleeper wakes at its instant, and not before`() async throws {
        let clock = VirtualClock()
        let deadline = clock.now.addingTimeInterval(0.01)
        try await clock.sleep(until: deadline)
        #expect(clock.now >= deadline)
    }
}
