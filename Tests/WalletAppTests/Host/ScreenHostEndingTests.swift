// SPDX-License-Identifier: EUPL-1.2

import Foundation
import Synchronization
import Testing
import WalletInterface

@testable import WalletApp

/// The ends of waiting on a screen without an answer: a deadline, finished work, a kill.
@Suite(.timeLimit(.minutes(20)))
struct ScreenHostEndingTests {
    let clock = PhoneClock()
    let trace: Trace
    let host: ScreenHost

    init() {
        let clock = clock
        trace = Trace(now: { clock.now })
        host = ScreenHost(trace: trace, tickets: TicketSequence(), sleep: { try await clock.sleep(untilSteady: $0) })
    }

    private func expectNothingWaits() {
        #expect(host.current?.isLive != true)
        #expect(!host.press("sample/next", on: host.current))
        #expect(clock.sleepers.isEmpty)
    }

    /// Runs a flow in a task that is cancelled from the start.
    private func killedBefore(_ flow: @escaping @Sendable () async throws -> Void) async {
        await withTaskGroup(of: Void.self) { group in
            group.cancelAll()
            group.addTask { await #expect(throws: CancellationError.self) { try await flow() } }
        }
    }

    // MARK: Killed

    @Test func `a flow that was killed before its screen shows no screen and does not wait`() async throws {
        await killedBefore { _ = try await host.show(Sample()) }
        #expect(host.current == nil)
        #expect(trace.entries.isEmpty)
    }

    @Test func `a flow that is killed while its screen appears does not wait for an answer`() async throws {
        let flow = Mutex<Task<Sample.Action, any Error>?>(nil)
        // The host reads the time when it marks the row; the flow is killed at that moment.
        let trace = Trace(now: {
            flow.withLock { $0?.cancel() }
            return Date(timeIntervalSince1970: 0)
        })
        let host = ScreenHost(trace: trace, tickets: TicketSequence(), sleep: { _ in })
        let gate = Gate()
        let task = Task {
            await gate.pass()
            return try await host.show(Sample())
        }
        flow.withLock { $0 = task }
        // If the screen were shown nevertheless, it would be answered, and the test would fail instead of hanging.
        let person = Task { host.press("sample/next", on: await host.nextLive()) }
        gate.open()
        await #expect(throws: CancellationError.self) { try await task.value }
        person.cancel()
        #expect(host.current == nil)
        #expect(trace.entries.count == 1)
    }

    @Test func `a flow that is killed while it waits ends, and its screen accepts no answers`() async throws {
        let task = Task { try await host.show(Sample()) }
        let shown = await host.nextLive()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(!host.press("sample/next", on: shown))
        #expect(host.current?.top == shown?.top)
        expectNothingWaits()
    }

    @Test func `a kill after the answer does not undo the answer`() async throws {
        let task = Task { try await host.show(Sample()) }
        let shown = await host.nextLive()
        #expect(host.press("sample/back", on: shown))
        task.cancel()
        #expect(try await task.value == .back)
        expectNothingWaits()
    }

    @Test(arguments: [true, false])
    func `a concurrent kill and answer: exactly one of them counts`(_ isShownBefore: Bool) async throws {
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<500 {
                group.addTask {
                    let host = ScreenHost(trace: trace, tickets: TicketSequence(), sleep: { _ in })
                    let flow = Task { try await host.show(Sample()) }
                    if isShownBefore { _ = await host.nextLive() }
                    async let isTaken = host.press("sample/next", on: host.nextShown())
                    async let kill: Void = flow.cancel()
                    await kill
                    let result = await flow.result
                    // Killed before it was shown, so there is nothing to press.
                    let isAnswered = host.current == nil ? false : await isTaken
                    if isAnswered {
                        #expect((try? result.get()) == .next)
                    } else {
                        #expect(throws: CancellationError.self) { try result.get() }
                    }
                    #expect(host.current?.isLive != true)
                }
            }
        }
    }

    @Test func `a killed flow does not disturb the next screen`() async throws {
        let first = Task { try await host.show(Sample()) }
        let earlier = await host.nextLive()
        first.cancel()
        _ = await first.result
        async let action = host.show(OtherSample())
        let shown = await host.nextLive(after: earlier?.ticket ?? 0)
        first.cancel()
        #expect(host.press("sample/next", on: shown))
        #expect(try await action == .next)
    }

    // MARK: Deadlines

    @Test func `after the deadline the result is nil and the screen accepts no answer`() async throws {
        async let choice = host.show(Sample(), until: clock.now.addingTimeInterval(60))
        let shown = await host.nextLive()
        clock.advance(by: 60)
        #expect(try await choice == nil)
        #expect(!host.press("sample/next", on: shown))
        expectNothingWaits()
    }

    @Test func `an answer before the deadline removes the timer`() async throws {
        async let choice = host.show(Sample(), until: clock.now.addingTimeInterval(60))
        let shown = await host.nextLive()
        #expect(host.press("sample/next", on: shown))
        #expect(try await choice == .next)
        expectNothingWaits()
    }

    @Test func `a concurrent deadline and answer: an accepted answer is never lost`() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<300 {
                group.addTask {
                    let clock = PhoneClock()
                    let host = ScreenHost(trace: trace, tickets: TicketSequence(), sleep: { try await clock.sleep(untilSteady: $0) })
                    async let choice = host.show(Sample(), until: clock.now.addingTimeInterval(1))
                    let shown = await host.nextLive()
                    async let isTaken = host.press("sample/next", on: shown)
                    async let passed: Void = clock.advance(by: 1)
                    let (taken, _) = await (isTaken, passed)
                    let chosen = try await choice
                    #expect(chosen == (taken ? .next : nil))
                    #expect(clock.sleepers.isEmpty)
                }
            }
            try await group.waitForAll()
        }
    }

    @Test func `a kill ends both the wait for an answer and the wait for the deadline`() async throws {
        let task = Task { try await host.show(Sample(), until: clock.now.addingTimeInterval(60)) }
        _ = await host.nextLive()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        expectNothingWaits()
    }

    @Test func `an error of the clock does not count as a passed deadline`() async throws {
        struct Broken: Error {}
        let host = ScreenHost(trace: trace, tickets: TicketSequence(), sleep: { _ in throw Broken() })
        await #expect(throws: Broken.self) { _ = try await host.show(Sample(), until: clock.now) }
        #expect(host.current?.isLive != true)
    }

    // MARK: During work

    @Test func `during work the screen accepts no answers and stays visible until the next screen`() async throws {
        let gate = Gate()
        async let result = host.show(
            Sample(),
            during: { () -> Int in
                await gate.pass()
                return 7
            })
        let shown = await host.nextShown()
        #expect(shown?.isLive == false)
        #expect(!host.press("sample/next", on: shown))
        gate.open()
        #expect(try await result == 7)
        #expect(host.current == shown)
    }

    @Test func `an error of the work is rethrown`() async throws {
        await #expect(throws: WalletCoreError(.noInternet, "")) {
            try await host.show(Sample(), during: { throw WalletCoreError(.noInternet, "test") })
        }
    }

    @Test func `a flow that was killed does not start its work`() async throws {
        let isBegun = Mutex(false)
        await killedBefore { try await host.show(Sample(), during: { isBegun.withLock { $0 = true } }) }
        #expect(isBegun.withLock { !$0 })
        #expect(host.current == nil)
    }
}
