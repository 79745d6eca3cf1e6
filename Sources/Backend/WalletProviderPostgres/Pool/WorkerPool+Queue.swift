// SPDX-License-Identifier: EUPL-1.2

import Deadlines
import Foundation
import Synchronization

// MARK: - Queue

extension WorkerPool {
    /// Begins a call for which no task waits: `perform` without a request's deadline.
    ///
    /// - Parameter end: called once, on a worker, the watcher or this thread.
    func begin<Value: Sendable>(
        _ body: @escaping @Sendable (Worker, Call) -> Outcome<Value>, then end: @escaping @Sendable (Result<Value, Refusal>) -> Void
    ) {
        // The watcher and the worker may both give a result.
        let reply = Reply<Void>()
        let call = Call(timeLimit: limits.time)
        enqueue(
            call,
            run: { worker in
                switch body(worker, call) {
                case .done(let value): if reply.give(()) { end(.success(value)) }
                case .handedBack(let pause): return pause
                }
                return nil
            },
            refuse: { refusal in if reply.give(()) { end(.failure(refusal)) } })
    }

    func enqueue(_ call: Call, run: @escaping @Sendable (Worker) -> Duration?, refuse: @escaping @Sendable (Refusal) -> Void) {
        let refusal = state.withLock { state -> Refusal? in
            if state.isStopped { return .closed }
            if call.isCancelled { return .cancelled }
            if state.queue.count >= limits.queue { return .full }
            state.lastNumber += 1
            state.queue.append(Job(number: state.lastNumber, call: call, run: run, refuse: refuse))
            return nil
        }
        if let refusal { refuse(refusal) } else { work.signal() }
    }

    /// Cancels a waiting call. The worker of a running call decides itself.
    func cancel(_ call: Call) {
        call.cancel()
        let job = state.withLock { state -> Job? in
            guard let index = state.queue.firstIndex(where: { $0.call === call }) else { return nil }
            return state.queue.remove(at: index)
        }
        job?.refuse(.cancelled)
    }

    /// Returns the next job, blocking until a job arrives; nil after the pool was stopped.
    func next() -> Job? {
        while true {
            work.wait()
            let (job, isStopped) = state.withLock { state -> (Job?, Bool) in
                guard !state.queue.isEmpty else { return (nil, state.isStopped) }
                let job = state.queue.removeFirst()
                state.underWay[job.number] = job
                return (job, false)
            }
            if let job { return job }
            if isStopped { return nil }
        }
    }

    func run(_ job: Job, by worker: Worker) {
        let pause = job.run(worker)
        let refusal = state.withLock { state -> Refusal? in
            // The watcher may have answered the caller already.
            guard state.underWay.removeValue(forKey: job.number) != nil, pause != nil else { return nil }
            if state.isStopped { return .closed }
            if job.call.isCancelled { return .cancelled }
            state.queue.insert(job, at: 0)
            return nil
        }
        if let refusal { job.refuse(refusal) }
        guard let pause else { return }
        work.signal()
        _ = stopping.wait(timeout: .now() + pause / .seconds(1))
    }

    func threadEnded() {
        let isLast = state.withLock { state in
            state.threads -= 1
            return state.threads == 0
        }
        guard isLast else { return }
        finish()
        // The watcher need not wait for its next look.
        stopping.signal()
    }

    private func finish() {
        let (jobs, waiting) = state.withLock { state in
            state.isOver = true
            defer { (state.underWay, state.waiting) = ([:], []) }
            return (Array(state.underWay.values), state.waiting)
        }
        for job in jobs { job.refuse(.late(isUnderWay: true)) }
        for continuation in waiting { continuation.resume() }
    }
}

// MARK: - Time limit

extension WorkerPool {
    /// Rejects calls that have waited too long, checking every twentieth of the time limit. Running calls get that much extra time to end
    /// by themselves.
    func watch() {
        let interval = max(limits.time / .seconds(1) / 20, 0.001)
        while stopping.wait(timeout: .now() + interval) == .timedOut {
            let now = ContinuousClock.now
            let grace = now.advanced(by: .seconds(-interval))
            let (waiting, stuck) = state.withLock { state -> ([Job], [Job]) in
                let waiting = state.queue.filter { $0.call.deadline <= now }
                if !waiting.isEmpty { state.queue.removeAll { $0.call.deadline <= now } }
                let stuck = state.underWay.values.filter { $0.call.deadline <= grace }
                for job in stuck { state.underWay[job.number] = nil }
                return (waiting, stuck)
            }
            for job in waiting { job.refuse(.late(isUnderWay: false)) }
            for job in stuck { job.refuse(.late(isUnderWay: true)) }
        }
        // After the stop, running calls may continue until their time limit.
        let deadline = ContinuousClock.now.advanced(by: limits.time)
        while ContinuousClock.now < deadline, !state.withLock({ $0.isOver }) {
            _ = stopping.wait(timeout: .now() + interval)
        }
        finish()
    }
}
