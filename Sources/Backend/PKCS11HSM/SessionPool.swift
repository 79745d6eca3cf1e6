// SPDX-License-Identifier: EUPL-1.2

import Deadlines
import Foundation
import HSM
import Synchronization

/// A fixed number of threads, each with a session of its own, and a bounded queue of calls for them. So a module that blocks holds up none of
/// Swift's own threads.
///
/// A call that is not answered within the time limit, and before the deadline of its request, is `unavailable` for its caller. If it is still
/// queued then, it is never done; if it is under way, its result is dropped when it ends, and its thread takes the next call.
///
/// The database's `WorkerPool` looks alike and is not shared: here threads are woken as seldom as can be, for most calls take less time than
/// that; there calls are long, can be cancelled under way, know their deadline and can be handed to another worker.
final class SessionPool: Sendable {
    private struct State {
        var queue = FIFOQueue<any PooledCall>()
        /// What each thread does.
        var underWay: [(any PooledCall)?] = []
        /// Threads that sleep and that nobody has woken yet.
        var idle = 0
        /// One thread has been woken and has not looked into the queue yet. It wakes the next one if there is more than it can take: most
        /// calls are shorter than a thread's waking, and those that are awake already have taken the rest by then.
        var isWaking = false
        var isStopped = false
        /// All threads and the connection have ended, or nobody waits for them any more.
        var isOver = false
        var threads = 0
        var waiting: [CheckedContinuation<Void, Never>] = []

        /// Whether a thread is to be woken for what is queued; the caller then does it.
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

    /// A pool without threads yet.
    init(connection: TokenConnection, configuration: PKCS11Configuration) {
        self.connection = connection
        queueLimit = configuration.queueLimit
        timeLimit = configuration.callTimeLimit
        threads = configuration.sessions
    }

    /// Starts the threads; to be called once. They keep the pool alive until `stop()`.
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

    /// Has one of the threads do something.
    ///
    /// - Throws: what the work throws; `unavailable` when the queue is full, the time is over or the pool was stopped.
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

    /// Ends the threads after what they are doing. What is queued is `unavailable`.
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

    /// What that thread does next, after what it has just done; blocks until there is something. Nil when the pool was stopped.
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
    /// Fails what has waited too long, a little late: looks every twentieth of the time limit.
    private func watch() {
        let nanoseconds = Int(max(timeLimit / .nanoseconds(1) / 20, 1_000_000))
        while stopped.wait(timeout: .now() + .nanoseconds(nanoseconds)) == .timedOut {
            let now = ContinuousClock.now
            let late = state.withLock { state in
                // A call that nobody waits for any more need not take up room.
                state.underWay.compactMap(\.self).filter { $0.deadline <= now } + state.queue.takeOut { $0.deadline <= now }
            }
            for call in late { call.fail(Self.late) }
        }
        // What is still under way gets its time, then nobody waits for it any more.
        let deadline = ContinuousClock.now.advanced(by: timeLimit)
        while ContinuousClock.now < deadline, !state.withLock({ $0.isOver }) {
            _ = stopped.wait(timeout: .now() + .nanoseconds(nanoseconds))
        }
        finish()
    }
}
