// SPDX-License-Identifier: EUPL-1.2

import Deadlines
import Foundation
import Synchronization

/// A fixed number of threads, each with its own worker, and a bounded queue of calls. So blocking work never occupies Swift's own threads.
///
/// A call that waits beyond its time limit never starts. A running call continues on its worker, which enforces the deadline. Only if the
/// worker misses the deadline does the caller get an error, and a later result is dropped. A request's deadline shortens the time. A call
/// marked to run to its end (`Deadline.lettingWorkEnd`) keeps its time, even if its task is cancelled.
///
/// The HSM's `SessionPool` is similar but separate. A database call can be cancelled while it runs, has a deadline, and can move to a
/// different worker if its worker has no connection. A token call supports none of these, and is so short that waking a thread for each
/// call would cost more than the call.
final class WorkerPool<Worker>: Sendable {
    /// The size and time limit of a pool.
    struct Limits: Sendable {
        /// The prefix of the threads' names.
        let name: String
        let threads: Int
        /// The maximum number of waiting calls.
        let queue: Int
        /// The time limit of a call.
        let time: Duration
    }

    /// The reason why a call has no result.
    enum Refusal: Error, Sendable, Hashable {
        case closed
        case full
        /// The call was cancelled before it started.
        case cancelled
        case late(isUnderWay: Bool)
    }

    /// The result of a worker's attempt at a call.
    enum Outcome<Value: Sendable>: Sendable {
        case done(Value)
        /// A different worker should take the call; this worker pauses for `pause`.
        case handedBack(pause: Duration)
    }

    struct Job: Sendable {
        let number: UInt64
        let call: Call
        /// Runs the work. Returns nil if the job is done. Otherwise the job is queued again, and the worker pauses for this long.
        let run: @Sendable (Worker) -> Duration?
        /// Reports an error to the caller, unless it already has a result.
        let refuse: @Sendable (Refusal) -> Void
    }

    struct State {
        /// Oldest first.
        var queue: [Job] = []
        var underWay: [UInt64: Job] = [:]
        var lastNumber: UInt64 = 0
        var threads: Int
        var isStopped = false
        /// True once all threads have ended, or their time to end is over.
        var isOver = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    let limits: Limits
    let state: Mutex<State>
    /// Counts queued jobs. At the end it is raised once for each thread.
    let work = DispatchSemaphore(value: 0)
    /// Wakes pausing threads and the watcher at the end.
    let stopping = DispatchSemaphore(value: 0)

    /// Starts the threads, which run until `stop()`. Each thread creates its worker first.
    init(_ limits: Limits, makeWorker: @escaping @Sendable () -> Worker) {
        self.limits = limits
        state = Mutex(State(threads: limits.threads))
        for number in 1...limits.threads {
            startThread("\(number)") { [self] in
                do {
                    let worker = makeWorker()
                    while let job = next() { run(job, by: worker) }
                }
                threadEnded()
            }
        }
        startThread("watch") { [self] in watch() }
    }

    /// Runs a function on one of the workers.
    ///
    /// The caller waits at most for the pool's time limit and the request's deadline. Cancelling the task removes a waiting call; the
    /// worker of a running call sees the cancellation in its `Call`.
    func perform<Value: Sendable>(
        _ body: @escaping @Sendable (Worker, Call) -> Outcome<Value>
    ) async throws(Refusal) -> Value {
        guard !Deadline.forbidsWork else { throw .late(isUnderWay: false) }
        let reply = Reply<Result<Value, Refusal>>()
        let letsWorkEnd = Deadline.current?.letsWorkEnd == true
        let call = Call(timeLimit: limits.time, within: letsWorkEnd ? nil : Deadline.current)
        let result = await withTaskCancellationHandler {
            await reply.value { reply in
                enqueue(
                    call,
                    run: { worker in
                        switch body(worker, call) {
                        case .done(let value): reply.give(.success(value))
                        case .handedBack(let pause): return pause
                        }
                        return nil
                    },
                    refuse: { reply.give(.failure($0)) })
            }
        } onCancel: {
            if !letsWorkEnd { cancel(call) }
        }
        return try result.get()
    }

    /// Stops the threads after their current calls. Waiting calls are rejected as `closed`.
    func stop() {
        let jobs = state.withLock { state -> [Job]? in
            guard !state.isStopped else { return nil }
            state.isStopped = true
            defer { state.queue = [] }
            return state.queue
        }
        guard let jobs else { return }
        for job in jobs { job.refuse(.closed) }
        for _ in 0..<limits.threads { work.signal() }
        for _ in 0...limits.threads { stopping.signal() }
    }

    /// Waits until all threads have ended, at most for the time limit if calls do not end.
    func ended() async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                if !state.isOver { state.waiting.append(continuation) }
                return state.isOver
            }
            if isOver { continuation.resume() }
        }
    }

    private func startThread(_ name: String, _ body: @escaping @Sendable () -> Void) {
        let thread = Thread(block: body)
        thread.name = "\(limits.name)-\(name)"
        thread.start()
    }
}
