// SPDX-License-Identifier: EUPL-1.2

import Foundation
import HSM
import Synchronization

/// A fixed number of threads, each with a session of its own, and a bounded queue of calls for them. So a module that blocks holds up none of
/// Swift's own threads.
///
/// A call that is not answered within the time limit is `unavailable` for its caller. If it is still queued then, it is never done; if it is
/// under way, its result is dropped when it ends, and its thread takes the next call.
final class SessionPool: Sendable {
    private struct Job: Sendable {
        let number: UInt64
        let deadline: ContinuousClock.Instant
        /// Does the work and hands the result over.
        let run: @Sendable (inout TokenSession) -> Void
        /// Hands an error over, unless there was a result before.
        let fail: @Sendable (HSMError) -> Void
    }

    private struct State {
        var queue: [Job] = []
        /// Queued and under way.
        var unanswered: [UInt64: Job] = [:]
        var lastNumber: UInt64 = 0
        var isStopped = false
        /// All threads and the connection have ended, or nobody waits for them any more.
        var isOver = false
        var threads = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let connection: TokenConnection
    private let queueLimit: Int
    private let timeLimit: Duration
    private let threads: Int
    private let state = Mutex(State())
    /// Counts queued jobs, and at the end one for every thread.
    private let work = DispatchSemaphore(value: 0)
    private let stopped = DispatchSemaphore(value: 0)

    /// A pool without threads yet.
    init(connection: TokenConnection, configuration: PKCS11Configuration) {
        self.connection = connection
        queueLimit = configuration.queueLimit
        timeLimit = configuration.callTimeLimit
        threads = configuration.sessions
    }

    /// Starts the threads; to be called once. They keep the pool alive until `stop()`.
    func start(module: any Cryptoki) {
        state.withLock { $0.threads = threads }
        for number in 1...threads {
            let thread = Thread { [self, connection] in
                var session = TokenSession(module: module, connection: connection)
                while let job = next() {
                    job.run(&session)
                    state.withLock { _ = $0.unanswered.removeValue(forKey: job.number) }
                }
                session.end()
                threadEnded()
            }
            thread.name = "hsm-\(number)"
            thread.start()
        }
        let watcher = Thread { [self] in watch() }
        watcher.name = "hsm-watch"
        watcher.start()
    }

    /// Has one of the threads do something.
    ///
    /// - Throws: what the work throws; `unavailable` when the queue is full, the time is over or the pool was stopped.
    func perform<Value: Sendable>(
        retrying: Bool = true, _ work: @escaping @Sendable (inout TokenSession, UInt) throws -> Value
    ) async throws(HSMError) -> Value {
        try await withCheckedContinuation { (continuation: CheckedContinuation<Result<Value, HSMError>, Never>) in
            let answer = Answer(continuation)
            enqueue(
                run: { session in
                    // Its caller may be gone by now.
                    guard answer.isAwaited else { return }
                    answer.give(session.perform(retrying: retrying, work))
                },
                fail: { answer.give(.failure($0)) })
        }.get()
    }

    /// Ends the threads after what they are doing. What is queued is `unavailable`.
    func stop() {
        let jobs = state.withLock { state -> [Job]? in
            guard !state.isStopped else { return nil }
            state.isStopped = true
            defer { state.queue = [] }
            return state.queue
        }
        guard let jobs else { return }
        for job in jobs { job.fail(HSMError(.unavailable, "the HSM was closed")) }
        for _ in 0..<threads { work.signal() }
        stopped.signal()
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
}

// MARK: - Queue

extension SessionPool {
    private func enqueue(run: @escaping @Sendable (inout TokenSession) -> Void, fail: @escaping @Sendable (HSMError) -> Void) {
        let deadline = ContinuousClock.now.advanced(by: timeLimit)
        let refusal = state.withLock { state -> HSMError? in
            if state.isStopped { return HSMError(.unavailable, "the HSM was closed") }
            if state.queue.count >= queueLimit { return HSMError(.unavailable, "too many calls wait for the HSM") }
            state.lastNumber += 1
            let job = Job(number: state.lastNumber, deadline: deadline, run: run, fail: fail)
            state.queue.append(job)
            state.unanswered[job.number] = job
            return nil
        }
        if let refusal { fail(refusal) } else { work.signal() }
    }

    /// The next job; blocks until there is one. Nil when the pool was stopped.
    private func next() -> Job? {
        while true {
            work.wait()
            let (job, isStopped) = state.withLock { ($0.queue.isEmpty ? nil : $0.queue.removeFirst(), $0.isStopped) }
            if let job { return job }
            if isStopped { return nil }
        }
    }

    private func threadEnded() {
        let isLast = state.withLock { state in
            state.threads -= 1
            return state.threads == 0
        }
        guard isLast else { return }
        connection.disconnect()
        finish()
    }

    private func finish() {
        let (late, waiting) = state.withLock { state in
            state.isOver = true
            defer { (state.unanswered, state.waiting) = ([:], []) }
            return (Array(state.unanswered.values), state.waiting)
        }
        for job in late { job.fail(HSMError(.unavailable, "the HSM was closed")) }
        for continuation in waiting { continuation.resume() }
    }
}

// MARK: - Time limit

extension SessionPool {
    /// Fails what has waited too long, a little late: looks every twentieth of the time limit.
    private func watch() {
        let nanoseconds = Int(max(timeLimit / .nanoseconds(1) / 20, 1_000_000))
        while stopped.wait(timeout: .now() + .nanoseconds(nanoseconds)) == .timedOut {
            let now = ContinuousClock.now
            let late = state.withLock { state in
                let late = state.unanswered.values.filter { $0.deadline <= now }
                for job in late { state.unanswered[job.number] = nil }
                // A job that nobody waits for any more need not take up room.
                if !late.isEmpty { state.queue.removeAll { $0.deadline <= now } }
                return late
            }
            for job in late { job.fail(HSMError(.unavailable, "the HSM did not answer in time")) }
        }
        // What is still under way gets its time, then nobody waits for it any more.
        let deadline = ContinuousClock.now.advanced(by: timeLimit)
        while ContinuousClock.now < deadline, !state.withLock({ $0.isOver }) {
            _ = stopped.wait(timeout: .now() + .nanoseconds(nanoseconds))
        }
        finish()
    }
}

/// A caller who waits, and gets one answer: the first one.
private final class Answer<Value: Sendable>: Sendable {
    private let continuation: Mutex<CheckedContinuation<Result<Value, HSMError>, Never>?>

    init(_ continuation: CheckedContinuation<Result<Value, HSMError>, Never>) {
        self.continuation = Mutex(continuation)
    }

    var isAwaited: Bool { continuation.withLock { $0 != nil } }

    func give(_ result: Result<Value, HSMError>) {
        let continuation = continuation.withLock { continuation in
            defer { continuation = nil }
            return continuation
        }
        continuation?.resume(returning: result)
    }
}
