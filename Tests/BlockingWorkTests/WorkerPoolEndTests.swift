// SPDX-License-Identifier: EUPL-1.2

import BlockingWork
import Testing

/// Calls that their worker hands back, and the end of a pool.
@Suite(.timeLimit(.minutes(20)))
struct WorkerPoolEndTests {
    let notes = Notes()
    let pools = WorkerPoolTests()

    /// A call that its first worker holds at a point and then hands back.
    func handedBack(at point: HoldingPoint, pause: Duration = .zero) -> TestCall {
        let count = Count()
        return TestCall { [notes] worker in
            notes.add("\(worker)")
            guard count.next() == 1 else { return nil }
            point.hold()
            return pause
        }
    }

    // MARK: Handing back

    @Test func `a call that its worker cannot serve runs on a different worker while the first pauses`() async {
        let pool = pools.pool(workers: 2)
        let point = HoldingPoint()
        let call = handedBack(at: point, pause: .seconds(3600))
        pool.enqueue(call)
        await point.isReached()
        point.release()
        #expect(await call.answer == .done)
        #expect(Set(notes.all) == ["1", "2"])
        // The stop also ends the pause.
        await pools.end(pool)
    }

    @Test func `a call that was handed back runs before younger calls`() async {
        let pool = pools.pool()
        let point = HoldingPoint()
        let call = handedBack(at: point)
        pool.enqueue(call)
        await point.isReached()
        let younger = TestCall { [notes] _ in
            notes.add("younger")
            return nil
        }
        pool.enqueue(younger)
        point.release()
        #expect(await younger.answer == .done)
        #expect(notes.all == ["1", "1", "younger"])
        await pools.end(pool)
    }

    @Test func `a cancelled call that was handed back is refused, and does not run again`() async {
        let pool = pools.pool()
        let point = HoldingPoint()
        let call = handedBack(at: point)
        pool.enqueue(call)
        await point.isReached()
        call.cancel()
        point.release()
        #expect(await call.answer == .refused(.cancelled))
        await pools.end(pool)
        #expect(notes.all == ["1"])
    }

    @Test func `a call that was handed back after the stop is refused, and does not run again`() async {
        let pool = pools.pool()
        let point = HoldingPoint()
        let call = handedBack(at: point)
        pool.enqueue(call)
        await point.isReached()
        pool.stop()
        point.release()
        #expect(await call.answer == .refused(.closed))
        await pool.ended()
        #expect(notes.all == ["1"])
    }

    @Test func `a stop ends the pauses of all workers at once`() async {
        for _ in 0..<50 {
            let pool = pools.pool(workers: 4)
            let (count, point) = (Count(), HoldingPoint())
            let call = TestCall { _ in
                // The last worker waits, so that the others pause or are about to.
                if count.next() == 4 { point.hold() }
                return .seconds(3600)
            }
            pool.enqueue(call)
            await point.isReached()
            point.release()
            await pools.end(pool)
            #expect(await call.answer == .refused(.closed))
        }
    }

    // MARK: End

    @Test func `stopping completes running calls and refuses waiting and later calls`() async {
        let pool = pools.pool()
        let (running, point) = await pools.occupy(pool)
        let (waiting, later) = (pools.noting("waiting"), pools.noting("later"))
        pool.enqueue(waiting)
        pool.stop()
        #expect(await waiting.answer == .refused(.closed))
        pool.enqueue(later)
        #expect(await later.answer == .refused(.closed))
        point.release()
        #expect(await running.answer == .done)
        await pool.ended()
        await pools.end(pool)
        #expect(pools.notes.all == [])
    }

    @Test func `a call that hangs at the stop is refused after the time limit, and the pool has ended`() async {
        let pool = pools.pool(time: .milliseconds(20))
        let (hanging, point) = await pools.occupy(pool)
        await pools.end(pool)
        #expect(await hanging.answer == .refused(.late(isUnderWay: true)))
        point.release()
    }

    @Test func `each thread ends its own worker, and the last thread then ends the pool`() async {
        let count = Count()
        let pool = WorkerPool<TestWorker>(
            PoolLimits(name: "test", threads: 3, queue: 1, time: .seconds(3600), callsAreShort: true, workersKeepDeadlines: false),
            makeWorker: { TestWorker(number: count.next()) },
            endWorker: { [notes] worker in notes.add("\(worker.number)") },
            whenEnded: { [notes] in notes.add("pool") })
        await pools.end(pool)
        #expect(notes.all.count == 4 && Set(notes.all.prefix(3)) == ["1", "2", "3"])
        #expect(notes.all.last == "pool")
    }
}
