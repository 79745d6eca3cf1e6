// SPDX-License-Identifier: EUPL-1.2

import Deadlines
import Foundation
import Synchronization

/// A fixed number of threads, each with a worker of its own, and a bounded queue of calls for them. So work that blocks holds up none of
/// Swift's own threads.
///
/// A call that waits longer than its time limit is never begun. One that is under way is left to its worker, which knows its deadline; only
/// if the worker does not keep to that, the caller is told without it, and what it brings later is dropped. A request's deadline makes that
/// time shorter; a call that is to come to its end (`Deadline.lettingWorkEnd`) keeps it, also when its task is cancelled.
///
/// The HSM's `SessionPool` looks alike and is not shared: a call for a database can be cancelled while it is under way, knows its deadline
/// itself, and is handed to another worker when this one has no connection. A call for a token can none of that; it takes so little time
/// that waking a thread for each would cost more than the call.
final class WorkerPool<Worker>: Sendable {
    /// The size of a pool.
    struct Limits: Sendable {
        /// What the threads are called, with a number.
        let name: String
        let threads: Int
        /// How many calls may wait.
        let queue: Int
        /// How long a call may take.
        let time: Duration
    }

    /// Why a call has no result.
    enum Refusal: Error, Sendable, Hashable {
        case closed
        case full
        /// It was cancelled before it was begun.
        case cancelled
        case late(isUnderWay: Bool)
    }

    /// What a worker makes of a call.
    enum Outcome<Value: Sendable>: Sendable {
        case done(Value)
        /// Another worker is to take it, and this one pauses for so long.
        case handedBack(pause: Duration)
    }

    struct Job: Sendable {
        let number: UInt64
        let call: Call
        /// Does the work; returns the pause when it hands the job back.
        let run: @Sendable (Worker) -> Duration?
        /// Tells the caller, unless there was a result before.
        let refuse: @Sendable (Refusal) -> Void
    }

    struct State {
        /// The oldest first.
        var queue: [Job] = []
        var underWay: [UInt64: Job] = [:]
        var lastNumber: UInt64 = 0
        var threads: Int
        var isStopped = false
        /// All threads have ended, or nobody waits for them any more.
        var isOver = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    let limits: Limits
    let state: Mutex<State>
    /// Counts queued jobs, and at the end one for every thread.
    let work = DispatchSemaphore(value: 0)
    /// Wakes pausing threads and the watcher at the end.
    let stopping = DispatchSemaphore(value: 0)

    /// Starts the threads; each makes its worker when it begins. They live until `stop()`.
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

    /// Has one of the workers do something.
    ///
    /// The caller waits no longer than the pool's time limit and the deadline of its request. When the task is cancelled, a call that waits is
    /// given up, and the worker of one that is under way sees it in its `Call`.
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

    /// Ends the threads after what they are doing. What waits is refused as `closed`.
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

    /// Waits until all threads have ended, but for calls that do not end not longer than the time limit.
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
