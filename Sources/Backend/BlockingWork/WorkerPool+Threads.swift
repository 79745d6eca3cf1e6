// SPDX-License-Identifier: EUPL-1.2

import Foundation
import Synchronization

// MARK: - Work

extension WorkerPool {
    private enum Step: Sendable {
        case call(any PooledCall<Worker>)
        case sleep
        case end
    }

    /// Executes calls on a new worker until the pool is stopped.
    func serve(on thread: Int, _ makeWorker: () -> Worker, _ endWorker: (inout Worker) -> Void) {
        var worker = makeWorker()
        while let call = next(for: thread) {
            // The watcher looks only now and then.
            guard call.deadline > .now else {
                call.refuse(.late(isUnderWay: false))
                continue
            }
            if let pause = call.run(on: &worker) { handBack(from: thread, pausing: pause) }
        }
        endWorker(&worker)
    }

    /// Ends the thread's current call and returns its next call, blocking until a call arrives; nil after the pool was stopped.
    private func next(for thread: Int) -> (any PooledCall<Worker>)? {
        var isAwakened = false
        while true {
            let (step, wakesOne) = state.withLock { state -> (Step, Bool) in
                if isAwakened { state.waking -= 1 }
                state.underWay[thread] = state.queue.popFirst()
                if let call = state.underWay[thread] { return (.call(call), state.mustWakeOne(of: limits)) }
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

    /// Queues the thread's current call again, before all others, and pauses the thread.
    private func handBack(from thread: Int, pausing pause: Duration) {
        let (call, refusal, wakesOne) = state.withLock { state -> ((any PooledCall<Worker>)?, PoolRefusal?, Bool) in
            // The watcher may have answered the caller already.
            guard let call = state.underWay[thread].take() else { return (nil, nil, false) }
            if state.isStopped { return (call, .closed, false) }
            if call.isCancelled { return (call, .cancelled, false) }
            state.queue.prepend(call)
            return (nil, nil, state.mustWakeOne(of: limits))
        }
        if let call, let refusal { call.refuse(refusal) }
        if wakesOne { wake.signal() }
        _ = stopping.wait(timeout: .now() + pause / .seconds(1))
    }

    func threadEnded(_ whenEnded: () -> Void) {
        let isLast = state.withLock { state in
            state.threads -= 1
            return state.threads == 0
        }
        guard isLast else { return }
        whenEnded()
        finish()
        // The watcher need not wait for its next look.
        watching.signal()
    }

    private func finish() {
        let (late, waiting) = state.withLock { state -> ([any PooledCall<Worker>], [CheckedContinuation<Void, Never>]) in
            state.isOver = true
            defer {
                state.underWay = Array(repeating: nil, count: limits.threads)
                state.waiting = []
            }
            return (state.underWay.compactMap { $0 }, state.waiting)
        }
        for call in late { call.refuse(.late(isUnderWay: true)) }
        for continuation in waiting { continuation.resume() }
    }
}

// MARK: - Time limit

extension WorkerPool {
    /// Refuses calls beyond their deadlines, looking every twentieth of the time limit.
    func watch() {
        let interval = limits.interval / .seconds(1)
        while watching.wait(timeout: .now() + interval) == .timedOut { refuseLate(at: .now) }
        // After the stop, running calls may continue until their time limit.
        let deadline = ContinuousClock.now.advanced(by: limits.time)
        while ContinuousClock.now < deadline, !state.withLock({ $0.isOver }) {
            _ = watching.wait(timeout: .now() + interval)
        }
        finish()
    }

    private func refuseLate(at now: ContinuousClock.Instant) {
        let runningLimit = now.advanced(by: .zero - limits.grace)
        let (waiting, stuck) = state.withLock { state -> ([any PooledCall<Worker>], [any PooledCall<Worker>]) in
            var stuck: [any PooledCall<Worker>] = []
            for thread in state.underWay.indices {
                guard let call = state.underWay[thread], call.deadline <= runningLimit else { continue }
                stuck.append(call)
                state.underWay[thread] = nil
            }
            // Late calls also leave the queue, to free their places.
            return (state.queue.takeOut { $0.deadline <= now }, stuck)
        }
        for call in waiting { call.refuse(.late(isUnderWay: false)) }
        for call in stuck { call.refuse(.late(isUnderWay: true)) }
    }
}
