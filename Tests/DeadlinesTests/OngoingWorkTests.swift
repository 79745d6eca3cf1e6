// SPDX-License-Identifier: EUPL-1.2

import Deadlines
import Synchronization
import TestEnvironment
import Testing

/// Work that outlives its request.
@Suite(.timeLimit(.minutes(5)))
final class OngoingWorkTests: Sendable {
    let clock = ManualClock()
    let work = OngoingWork()
    let isDone = Mutex(false)
    let end = AsyncStream.makeStream(of: Void.self)

    func within<Value>(_ time: Duration, _ body: () async -> Value) async -> Value {
        await Deadline.$current.withValue(Deadline(after: time, on: clock)) { await body() }
    }

    @Test(arguments: [true, false])
    func `a late or cancelled request is answered, and its work continues and is awaited`(_ isCancelled: Bool) async {
        let answer = await work.run { [self] in
            let answer = await within(.seconds(1)) { [self] in
                await withTaskGroup(of: String.self) { group in
                    group.addTask {
                        await self.work.awaitResult(orLate: { "late" }) {
                            _ = await self.end.stream.first { _ in true }
                            self.isDone.withLock { $0 = true }
                            return "done"
                        }
                    }
                    _ = await clock.nextSleep()
                    if isCancelled { group.cancelAll() } else { clock.advance(by: .seconds(1)) }
                    return await group.next() ?? ""
                }
            }
            end.continuation.yield()
            return answer
        }
        #expect(answer == "late")
        let wasDone = isDone.withLock { $0 }
        #expect(wasDone)
    }

    @Test func `work in time is answered and knows its request's deadline`() async {
        let left = await work.run { [self] in
            await within(.seconds(5)) { [self] in await work.awaitResult(orLate: { .zero }) { Deadline.limiting(.seconds(9)) } }
        }
        #expect(left == .seconds(5))
    }

    @Test func `concurrent requests do not wait for each other`() async {
        await work.run { [self] in
            await within(.seconds(1)) { [self] in
                await withTaskGroup(of: Int.self) { group in
                    group.addTask {
                        await self.work.awaitResult(orLate: { -1 }) {
                            _ = await self.end.stream.first { _ in true }
                            return 0
                        }
                    }
                    for number in 1...50 { group.addTask { await self.work.awaitResult(orLate: { -1 }) { number } } }
                    var numbers: [Int] = []
                    for await number in group {
                        numbers.append(number)
                        if numbers.count == 50 { end.continuation.yield() }
                    }
                    #expect(numbers.sorted() == Array(0...50))
                }
            }
        }
    }

    @Test func `before running, after it and without a deadline, work runs in the caller's task`() async {
        let before = await within(.zero) { [work] in await work.awaitResult(orLate: { 0 }) { 1 } }
        let during = await work.run { [work] in await work.awaitResult(orLate: { 0 }) { 1 } }
        let after = await within(.zero) { [work] in await work.awaitResult(orLate: { 0 }) { 1 } }
        #expect([before, during, after] == [1, 1, 1])
    }
}
