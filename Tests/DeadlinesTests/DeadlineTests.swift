// SPDX-License-Identifier: EUPL-1.2

import Deadlines
import Synchronization
import TestEnvironment
import Testing

/// One deadline for all calls of a request.
@Suite(.timeLimit(.minutes(20)))
struct DeadlineTests {
    let clock = ManualClock()

    func within(_ time: Duration, _ body: () async throws -> Void) async rethrows {
        try await Deadline.$current.withValue(Deadline(after: time, on: clock, attemptMargin: .zero)) { try await body() }
    }

    @Test func `a call's limit is the smaller of its own and the time left, and zero after the deadline`() async {
        #expect(Deadline.limiting(.seconds(9)) == .seconds(9))
        #expect(!Deadline.forbidsWork)
        await within(.seconds(2)) {
            #expect(Deadline.limiting(.seconds(1)) == .seconds(1))
            clock.advance(by: .milliseconds(1500))
            #expect(Deadline.limiting(.seconds(1)) == .milliseconds(500))
            #expect(!Deadline.forbidsWork)
            clock.advance(by: .seconds(7))
            #expect(Deadline.limiting(.seconds(1)) == .zero)
            #expect(Deadline.forbidsWork)
            await Deadline.lettingWorkEnd(onceBegun: true) {
                #expect(Deadline.limiting(.seconds(1)) == .zero)
                #expect(Deadline.forbidsWork)
            }
            await Deadline.lettingWorkEnd {
                #expect(Deadline.limiting(.seconds(1)) == .seconds(1))
                #expect(!Deadline.forbidsWork)
            }
            #expect(Deadline.forbidsWork)
        }
        #expect(Deadline.limiting(.seconds(9)) == .seconds(9))
    }

    @Test func `tasks of a request share its deadline`() async {
        await within(.seconds(1)) {
            clock.advance(by: .milliseconds(400))
            async let left = Deadline.limiting(.seconds(5))
            #expect(await left == .milliseconds(600))
        }
    }

    @Test(arguments: [true, false])
    func `an answer in time is used, and a late answer is dropped`(_ isImmediate: Bool) async {
        await within(.seconds(1)) {
            let kept = Mutex<Reply<String>?>(nil)
            let answer = await Deadline.awaitReply(orLate: { "late" }) { reply in
                if isImmediate { reply.give("in time") }
                reply.give("second")
                kept.withLock { $0 = reply }
            }
            #expect(answer == (isImmediate ? "in time" : "second"))
            kept.withLock { $0 }?.give("third")
        }
    }

    @Test func `without a deadline a caller waits as long as necessary`() async {
        let kept = Recorded<Reply<Int>?>(nil)
        async let answer = Deadline.awaitReply(orLate: { -1 }) { reply in kept.change { $0 = reply } }
        await kept.wait { $0 != nil }
        clock.advance(by: .seconds(1_000_000))
        kept.value?.give(5)
        #expect(await answer == 5)
    }

    @Test(arguments: [true, false])
    func `work marked to run to its end is awaited beyond the deadline`(_ onceBegun: Bool) async {
        await within(.zero) {
            let kept = Recorded<Reply<Int>?>(nil)
            async let answer = Deadline.lettingWorkEnd(onceBegun: onceBegun) {
                await Deadline.awaitReply(orLate: { nil }) { reply in kept.change { $0 = reply } }
            }
            await kept.wait { $0 != nil }
            kept.value?.give(5)
            #expect(await answer == 5)
        }
    }

    // MARK: Late calls

    @Test func `a caller without an answer gets the fallback at the deadline, and a late answer changes nothing`() async {
        await within(.seconds(1)) {
            let kept = Recorded<Reply<Int>?>(nil)
            async let answer = Deadline.awaitReply(orLate: { -1 }) { reply in kept.change { $0 = reply } }
            #expect(await clock.nextSleep() == .seconds(1))
            await kept.wait { $0 != nil }
            clock.advance(by: .seconds(1))
            #expect(await answer == -1)
            kept.value?.give(5)
        }
    }

    @Test func `work requested after the deadline starts, and its caller is answered immediately`() async {
        await within(.seconds(1)) {
            clock.advance(by: .seconds(2))
            let hasBegun = Mutex(false)
            let answer = await Deadline.awaitReply(orLate: { -1 }) { (_: Reply<Int>) in hasBegun.withLock { $0 = true } }
            #expect(answer == -1)
            let isBegun = hasBegun.withLock { $0 }
            #expect(isBegun)
        }
    }

    @Test func `of many concurrent answers exactly one is used`() async {
        for _ in 0..<100 {
            let reply = Reply<Int>()
            let answer = await withTaskGroup(of: Void.self) { group in
                for number in 0..<4 { group.addTask { reply.give(number) } }
                return await reply.value { _ in }
            }
            #expect((0..<4).contains(answer))
        }
    }
}
