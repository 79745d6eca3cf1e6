// SPDX-License-Identifier: EUPL-1.2

import BlockingWork
import Deadlines
import Dispatch
import Synchronization

/// The worker of one thread.
struct TestWorker {
    let number: Int
}

/// A call whose work is a closure, with its answer.
final class TestCall: PooledCall {
    enum Answer: Sendable, Hashable {
        case done
        case refused(PoolRefusal)
    }

    private struct State {
        var deadline = ContinuousClock.now.advanced(by: .seconds(3600))
        var isCancelled = false
    }

    private let state = Mutex(State())
    private let reply = Reply<Answer>()
    private let work: @Sendable (Int) -> Duration?

    /// - Parameter work: receives the worker's number. Returns the pause of a worker that hands the call back.
    init(_ work: @escaping @Sendable (Int) -> Duration?) { self.work = work }

    var deadline: ContinuousClock.Instant { state.withLock { $0.deadline } }
    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// The answer. Read once.
    var answer: Answer {
        get async { await reply.value { _ in } }
    }

    /// Moves the deadline into the past.
    func expire() { state.withLock { $0.deadline = ContinuousClock.now.advanced(by: .seconds(-3600)) } }

    func cancel() { state.withLock { $0.isCancelled = true } }

    func run(on worker: inout TestWorker) -> Duration? {
        if let pause = work(worker.number) { return pause }
        reply.give(.done)
        return nil
    }

    func refuse(_ refusal: PoolRefusal) { reply.give(.refused(refusal)) }
}

/// A point in a call's work at which its thread blocks until the test releases it.
final class HoldingPoint: Sendable {
    private let reached = Reply<Void>()
    private let gate = DispatchSemaphore(value: 0)

    /// Blocks the thread of the call.
    func hold() {
        reached.give(())
        gate.wait()
    }

    /// Waits until a call has come here. Call once.
    func isReached() async { await reached.value { _ in } }

    func release() { gate.signal() }
}

/// A counter that several threads share.
final class Count: Sendable {
    private let value = Atomic(0)

    /// Counts, and returns the new number.
    func next() -> Int { value.add(1, ordering: .relaxed).newValue }
}

/// Texts that threads note, in the order of their notes.
final class Notes: Sendable {
    private let notes = Mutex<[String]>([])

    var all: [String] { notes.withLock { $0 } }

    func add(_ note: String) { notes.withLock { $0.append(note) } }
}
