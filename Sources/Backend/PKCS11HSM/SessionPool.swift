// SPDX-License-Identifier: EUPL-1.2

import Deadlines
import Foundation
import HSM
import Synchronization

/// A fixed number of threads, each with its own session, and a bounded queue of calls. So a blocking module never occupies Swift's own
/// threads.
///
/// A call without an answer within the time limit and the request's deadline is `unavailable` for its caller. If it is still queued then,
/// it is never executed. If it is running, its result is dropped, and the thread continues with the next call.
///
/// The database's `WorkerPool` is similar but separate. Here most calls are shorter than waking a thread, so threads are woken as rarely as
/// possible. There, calls are long, can be cancelled while they run, know their deadline, and can move to a different worker.
final class SessionPool: Sendable {
    private struct State {
        var queue = FIFOQueue<any PooledCall>()
        /// The running call of each thread.
        var underWay: [(any PooledCall)?] = []
        /// The number of sleeping threads that have not been woken.
        var idle = 0
        /// True if one thread was woken and has not looked into the queue yet. That thread wakes the next if needed. Most calls are shorter
        /// than waking a thread, so the awake threads often empty the queue first.
        var isWaking = false
        var isStopped = false
        /// True once all threads and the connection have ended, or their time to end is over.
        var isOver = false
        var threads = 0
        var waiting: [CheckedContinuation<Void, Never>] = []

        /// Returns true if the caller must wake a thread for the queued calls.
        mutating func mustWakeOne() -> Bool {
            guard queue.count > 0, idle > 0, !isWaking else { return false }
            idle -= 1
            isWaking = true
            return true
        }
    }

    private enum Step {
        case call(any PooledCall)
        case sleep
        case end
    }

    private let connection: TokenConnection
    private let queueLimit: Int
    private let timeLimit: Duration
    private let threads: Int
    private let state = Mutex(State())
    /// Wakes one idle thread.
    private let wake = DispatchSemaphore(value: 0)
    private let stopped = DispatchSemaphore(value: 0)

    /// Creates a pool whose threads are not running yet.
    init(connection: TokenConnection, configuration: PKCS11Configuration) {
        self.connection = connection
        queueLimit = configuration.queueLimit
        timeLimit = configuration.callTimeLimit
        threads = configuration.sessions
    }

    /// Starts the threads. Call once. The threads keep the pool alive until `stop()`.
    func start(module: any Cryptoki) {
        state.withLock { state in
            state.threads = threads
            state.underWay = Array(repeating: nil, count: threads)
        }
        for number in 0..<threads {
            let thread = Thread { [self, connection] in
                var session = TokenSession(module: module, connection: connection)
                while let call = next(for: number) { call.run(in: &session) }
                session.end()
                threadEnded()
            }
            thread.name = "hsm-\(number + 1)"
            thread.start()
        }
        let watcher = Thread { [self] in watch() }
        watcher.name = "hsm-watch"
        watcher.start()
    }

    /// Executes work on one of the threads.
    ///
    /// - Throws: the error of the work; `unavailable` if the queue is full, the time is over or the pool was stopped.
    func perform<Value: Sendable>(
        retrying: Bool = true, _ work: @escaping @Sendable (inout TokenSession, UInt) throws -> Value
    ) async throws(HSMError) -> Value {
        let time = Deadline.limiting(timeLimit)
        guard time > .zero else { throw Self.late }
        let deadline = ContinuousClock.now.advanced(by: time)
        return try await withCheckedContinuation { continuation in
            enqueue(PendingCall<Value>(deadline: deadline, retrying: retrying, continuation: continuation, work: work))
        }.get()
    }

    /// Stops the threads after their current calls. Queued calls are `unavailable`.
    func stop() {
        let (calls, idle) = state.withLock { state -> ([any PooledCall]?, Int) in
            guard !state.isStopped else { return (nil, 0) }
            state.isStopped = true
            defer { state.idle = 0 }
            return (state.queue.removeAll(), state.idle)
        }
        guard let calls else { return }
        for call in calls { call.fail(Self.closed) }
        for _ in 0..<idle { wake.signal() }
        stopped.signal()
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
}

// MARK: - Queue

extension SessionPool {
    private static let closed = HSMError(.unavailable, "the HSM was closed")
    private static let late = HSMError(.unavailable, "the HSM did not answer in time")

    private func enqueue(_ call: some PooledCall) {
        let (refusal, wakesOne) = state.withLock { state -> (HSMError?, Bool) in
            if state.isStopped { return (Self.closed, false) }
            if state.queue.count >= queueLimit { return (HSMError(.unavailable, "too many calls wait for the HSM"), false) }
            state.queue.append(call)
            return (nil, state.mustWakeOne())
        }
        if let refusal { call.fail(refusal) }
        if wakesOne { wake.signal() }
    }

    /// Ends the thread's current call and returns its next call, blocking until a call arrives; nil after the pool was stopped.
    private func next(for thread: Int) -> (any PooledCall)? {
        var isAwakened = false
        while true {
            let (step, wakesOne) = state.withLock { state -> (Step, Bool) in
                if isAwakened { state.isWaking = false }
                state.underWay[thread] = state.queue.popFirst()
                if let call = state.underWay[thread] { return (.call(call), state.mustWakeOne()) }
                if state.isStopped { return (.end, false) }
                state.idle += 1
                return (.sleep, false)
            }
            if wakesOne { wake.signal() }
            switch step {
            case .call(let call): return call
            case .sleep: wake.wait()
            case .end: return nil
            }
            isAwakened = true
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
            defer { state.waiting = [] }
            return (state.underWay.compactMap(\.self), state.waiting)
        }
        for call in late { call.fail(Self.closed) }
        for continuation in waiting { continuation.resume() }
    }
}

// MARK: - Time limit

extension SessionPool {
    /// Rejects calls that have waited too long, checking every twentieth of the time limit.
    private func watch() {
        let nanoseconds = Int(max(timeLimit / .nanoseconds(1) / 20, 1_000_000))
        while stopped.wait(timeout: .now() + .nanoseconds(nanoseconds)) == .timedOut {
            let now = ContinuousClock.now
            let late = state.withLock { state in
                // Also remove expired calls from the queue, to free their places.
                state.underWay.compactMap(\.self).filter { $0.deadline <= now } + state.queue.takeOut { $0.deadline <= now }
            }
            for call in late { call.fail(Self.late) }
        }
        // After the stop, running calls may continue until their time limit.
        let deadline = ContinuousClock.now.advanced(by: timeLimit)
        while ContinuousClock.now < deadline, !state.withLock({ $0.isOver }) {
            _ = stopped.wait(timeout: .now() + .nanoseconds(nanoseconds))
        }
        finish()
    }
}
