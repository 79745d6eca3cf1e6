// SPDX-License-Identifier: EUPL-1.2

import BlockingWork
import Dispatch
import Testing

/// The queue and the threads of a pool. A test holds a call by a semaphore and never waits for a time.
@Suite(.timeLimit(.minutes(20)))
struct WorkerPoolTests {
    let notes = Notes()

    /// - Parameter time: the time limit; by default one that no test reaches.
    func pool(
        workers: Int = 1, queue: Int = 100, time: Duration = .seconds(3600), callsAreShort: Bool = false, keepsDeadlines: Bool = false
    ) -> WorkerPool<TestWorker> {
        let count = Count()
        return WorkerPool(
            PoolLimits(
                name: "test", threads: workers, queue: queue, time: time, callsAreShort: callsAreShort,
                workersKeepDeadlines: keepsDeadlines),
            makeWorker: { TestWorker(number: count.next()) })
    }

    /// A call that notes its name when it runs.
    func noting(_ name: String) -> TestCall {
        TestCall { [notes] _ in
            notes.add(name)
            return nil
        }
    }

    /// Queues a call that occupies a worker until its point is released.
    func occupy(_ pool: WorkerPool<TestWorker>) async -> (call: TestCall, point: HoldingPoint) {
        let point = HoldingPoint()
        let call = TestCall { _ in
            point.hold()
            return nil
        }
        pool.enqueue(call)
        await point.isReached()
        return (call, point)
    }

    func end(_ pool: WorkerPool<TestWorker>) async {
        pool.stop()
        await pool.ended()
    }

    // MARK: Queue

    @Test func `waiting calls run in the order of their arrival`() async {
        let pool = pool()
        let (_, point) = await occupy(pool)
        let calls = ["1", "2", "3"].map(noting)
        for call in calls { pool.enqueue(call) }
        point.release()
        for call in calls { #expect(await call.answer == .done) }
        #expect(notes.all == ["1", "2", "3"])
        await end(pool)
    }

    @Test func `a full queue refuses a call at once, and the waiting calls run`() async {
        let pool = pool(queue: 2)
        let (_, point) = await occupy(pool)
        let calls = ["1", "2", "3"].map(noting)
        for call in calls { pool.enqueue(call) }
        #expect(await calls[2].answer == .refused(.full))
        point.release()
        #expect(await calls[0].answer == .done)
        #expect(await calls[1].answer == .done)
        #expect(notes.all == ["1", "2"])
        await end(pool)
    }

    @Test(arguments: [true, false])
    func `calls that wait for each other get a worker each, however few threads are woken at a time`(_ callsAreShort: Bool) async {
        let pool = pool(workers: 3, callsAreShort: callsAreShort)
        for _ in 0..<20 {
            let arrived = Count()
            let complete = DispatchSemaphore(value: 0)
            let calls = (0..<3).map { _ in
                TestCall { _ in
                    if arrived.next() == 3 { for _ in 0..<3 { complete.signal() } }
                    complete.wait()
                    return nil
                }
            }
            for call in calls { pool.enqueue(call) }
            for call in calls { #expect(await call.answer == .done) }
        }
        await end(pool)
    }

    @Test(arguments: [true, false])
    func `many calls of many tasks each run once`(_ callsAreShort: Bool) async {
        let pool = pool(workers: 4, queue: 1000, callsAreShort: callsAreShort)
        let answers = await withTaskGroup(of: TestCall.Answer.self) { group in
            for number in 0..<1000 {
                let call = noting("\(number)")
                group.addTask {
                    pool.enqueue(call)
                    return await call.answer
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers == Array(repeating: .done, count: 1000))
        #expect(notes.all.count == 1000 && Set(notes.all).count == 1000)
        await end(pool)
    }

    // MARK: Deadlines

    @Test func `a call whose deadline passes while it waits never runs, and its place is free`() async {
        let pool = pool(queue: 1, time: .milliseconds(20))
        let (_, point) = await occupy(pool)
        let late = noting("late")
        pool.enqueue(late)
        late.expire()
        #expect(await late.answer == .refused(.late(isUnderWay: false)))
        let next = noting("next")
        pool.enqueue(next)
        point.release()
        #expect(await next.answer == .done)
        #expect(notes.all == ["next"])
        await end(pool)
    }

    @Test func `a call whose deadline has passed when its turn comes never runs, even if the watcher has not looked yet`() async {
        let pool = pool()
        let (_, point) = await occupy(pool)
        let late = noting("late")
        pool.enqueue(late)
        late.expire()
        point.release()
        #expect(await late.answer == .refused(.late(isUnderWay: false)))
        let next = noting("next")
        pool.enqueue(next)
        #expect(await next.answer == .done)
        #expect(notes.all == ["next"])
        await end(pool)
    }

    @Test(arguments: [true, false])
    func `a running call beyond its deadline is refused, its result dropped, and its worker continues`(_ keepsDeadlines: Bool) async {
        let pool = pool(time: .milliseconds(20), keepsDeadlines: keepsDeadlines)
        let (late, point) = await occupy(pool)
        late.expire()
        #expect(await late.answer == .refused(.late(isUnderWay: true)))
        let next = noting("next")
        pool.enqueue(next)
        point.release()
        #expect(await next.answer == .done)
        await end(pool)
    }

    @Test func `a late call that is handed back afterwards is not queued again`() async {
        let pool = pool(time: .milliseconds(20))
        let point = HoldingPoint()
        let late = TestCall { [notes] _ in
            notes.add("late")
            point.hold()
            return .zero
        }
        pool.enqueue(late)
        await point.isReached()
        late.expire()
        #expect(await late.answer == .refused(.late(isUnderWay: true)))
        let next = noting("next")
        pool.enqueue(next)
        point.release()
        #expect(await next.answer == .done)
        #expect(notes.all == ["late", "next"])
        await end(pool)
    }

    // MARK: Cancelling

    @Test func `a cancelled waiting call is refused at once and never runs`() async {
        let pool = pool()
        let (running, point) = await occupy(pool)
        let calls = ["1", "2", "3"].map(noting)
        for call in calls { pool.enqueue(call) }
        pool.withdraw(calls[1])
        #expect(await calls[1].answer == .refused(.cancelled))
        pool.withdraw(running)
        point.release()
        #expect(await running.answer == .done)
        #expect(await calls[2].answer == .done)
        #expect(notes.all == ["1", "3"])
        await end(pool)
    }

    @Test func `a call cancelled before it arrives is not queued`() async {
        let pool = pool()
        let call = noting("cancelled")
        call.cancel()
        pool.enqueue(call)
        #expect(await call.answer == .refused(.cancelled))
        await end(pool)
        #expect(notes.all == [])
    }
}
