// SPDX-License-Identifier: EUPL-1.2

import BlockingWork
import Deadlines

/// The result of a worker's attempt at a call.
enum CallOutcome<Value: Sendable>: Sendable {
    case done(Value)
    /// A different worker should take the call; this worker pauses for `pause`.
    case handedBack(pause: Duration)
}

/// A call to the database in the pool. Its worker enforces the deadline and sees a cancellation in the `Call`.
final class DatabaseCall<Worker, Value: Sendable>: PooledCall {
    private let call: Call
    private let body: @Sendable (Worker, Call) -> CallOutcome<Value>
    private let answer: @Sendable (Result<Value, PoolRefusal>) -> Void

    /// - Parameter answer: uses the first of its results.
    init(
        _ call: Call, _ body: @escaping @Sendable (Worker, Call) -> CallOutcome<Value>,
        answer: @escaping @Sendable (Result<Value, PoolRefusal>) -> Void
    ) {
        self.call = call
        self.body = body
        self.answer = answer
    }

    var deadline: ContinuousClock.Instant { call.deadline }
    var isCancelled: Bool { call.isCancelled }

    func run(on worker: inout Worker) -> Duration? {
        switch body(worker, call) {
        case .done(let value):
            answer(.success(value))
            return nil
        case .handedBack(let pause):
            return pause
        }
    }

    func refuse(_ refusal: PoolRefusal) { answer(.failure(refusal)) }
}

extension WorkerPool {
    /// Runs a function on one of the workers.
    ///
    /// The caller waits at most for the pool's time limit and the request's deadline. Cancelling the task removes a waiting call; the
    /// worker of a running call sees the cancellation in its `Call`. A call marked to run to its end (`Deadline.lettingWorkEnd`) keeps its
    /// time, even if its task is cancelled.
    func perform<Value: Sendable>(
        _ body: @escaping @Sendable (Worker, Call) -> CallOutcome<Value>
    ) async throws(PoolRefusal) -> Value {
        guard !Deadline.forbidsWork else { throw .late(isUnderWay: false) }
        let reply = Reply<Result<Value, PoolRefusal>>()
        let letsWorkEnd = Deadline.current?.letsWorkEnd == true
        let call = Call(timeLimit: limits.time, within: letsWorkEnd ? nil : Deadline.current)
        let pooled = DatabaseCall<Worker, Value>(call, body, answer: { reply.give($0) })
        let result = await withTaskCancellationHandler {
            await reply.value { _ in enqueue(pooled) }
        } onCancel: {
            guard !letsWorkEnd else { return }
            call.cancel()
            withdraw(pooled)
        }
        return try result.get()
    }

    /// Begins a call for which no task waits: `perform` without a request's deadline.
    ///
    /// - Parameter end: called once, on a worker, the watcher or this thread.
    func begin<Value: Sendable>(
        _ body: @escaping @Sendable (Worker, Call) -> CallOutcome<Value>, then end: @escaping @Sendable (Result<Value, PoolRefusal>) -> Void
    ) {
        // The watcher and the worker may both give a result.
        let reply = Reply<Void>()
        let call = Call(timeLimit: limits.time)
        enqueue(DatabaseCall<Worker, Value>(call, body, answer: { result in if reply.give(()) { end(result) } }))
    }
}
