// SPDX-License-Identifier: EUPL-1.2

import Deadlines
import Dispatch
import Synchronization
import TestEnvironment
import Testing

/// Work that outlives its request.
@Suite(.timeLimit(.minutes(20)))
final class OngoingWorkTests: Sendable {
    let clock = ManualClock()
    let work = OngoingWork()
    let isDone = Mutex(false)
    let end = AsyncStream.makeStream(of: Void.self)

    func within<Value>(_ time: Duration, _ body: () async -> Value) async -> Value {
        await Deadline.$current.withValue(Deadline(after: time, on: clock, attemptMargin: .zero)) { await body() }
    }

    @Test(arguments: [true, false])
    func `a late or cancelled request is answered, and shutdown waits for its work`(_ isCancelled: Bool) async {
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

    @Test func `at the deadline one sleeping task ends all waits of a request's work`() async {
        let waits = Recorded<[Reply<Int>]>([])
        let results = Recorded<[Int]>([])
        await work.run { [self] in
            await within(.seconds(1)) { [self] in
                async let answer = work.awaitResult(orLate: { -1 }) {
                    let found = await withTaskGroup(of: Int.self) { group in
                        for _ in 0..<3 {
                            group.addTask { await Deadline.awaitReply(orLate: { -2 }) { reply in waits.change { $0.append(reply) } } }
                        }
                        return await group.reduce(into: []) { $0.append($1) }
                    }
                    results.change { $0 = found }
                    return 0
                }
                _ = await clock.nextSleep()
                await waits.wait { $0.count >= 3 }
                #expect(clock.sleeperCount == 1)
                clock.advance(by: .seconds(1))
                #expect(await answer == -1)
            }
        }
        #expect(results.value == [-2, -2, -2])
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

    // MARK: Executors

    @Test(arguments: [0, 1])
    func `the work of a request runs on the request's executor, also after a wait`(_ own: Int) async {
        let executors = [QueueExecutor(), QueueExecutor()]
        let places = await work.run(on: executors) { [self] in
            await within(.seconds(1)) { [self] in
                await withTaskExecutorPreference(executors[own]) { [self] in
                    await work.awaitResult(orLate: { [] }) { () -> [QueueExecutor?] in
                        let before = QueueExecutor.current
                        await Task.yield()
                        return [before, QueueExecutor.current]
                    }
                }
            }
        }
        #expect(places.count == 2 && places.allSatisfy { $0 === executors[own] })
    }

    @Test(arguments: [true, false])
    func `the work of a request on another executor runs on Swift's own threads`(_ isOnStranger: Bool) async {
        let (executor, stranger) = (QueueExecutor(), QueueExecutor())
        let isElsewhere = await work.run(on: [executor]) { [self] in
            await within(.seconds(1)) { [self] in
                await withTaskExecutorPreference(isOnStranger ? stranger : nil) { [self] in
                    await work.awaitResult(orLate: { false }) { QueueExecutor.current == nil }
                }
            }
        }
        #expect(isElsewhere)
    }

    @Test func `a late request on an executor is answered, and shutdown waits for its work`() async {
        let executor = QueueExecutor()
        let answer = await work.run(on: [executor]) { [self] in
            let answer = await within(.seconds(1)) { [self] in
                await withTaskGroup(of: String.self) { group in
                    group.addTask(executorPreference: executor) {
                        await self.work.awaitResult(orLate: { "late" }) {
                            _ = await self.end.stream.first { _ in true }
                            self.isDone.withLock { $0 = true }
                            return "done"
                        }
                    }
                    _ = await clock.nextSleep()
                    clock.advance(by: .seconds(1))
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

    @Test func `without a deadline, or when the service is not running, work runs in the caller's task`() async {
        let before = await within(.zero) { [work] in await work.awaitResult(orLate: { 0 }) { 1 } }
        let during = await work.run { [work] in await work.awaitResult(orLate: { 0 }) { 1 } }
        let after = await within(.zero) { [work] in await work.awaitResult(orLate: { 0 }) { 1 } }
        #expect([before, during, after] == [1, 1, 1])
    }
}

/// Runs tasks on a queue of its own.
private final class QueueExecutor: TaskExecutor {
    private static let key = DispatchSpecificKey<QueueExecutor>()
    private let queue = DispatchQueue(label: "test")

    /// The executor of the present thread.
    static var current: QueueExecutor? { DispatchQueue.getSpecific(key: key) }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.setSpecific(key: Self.key, value: self)
        queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
