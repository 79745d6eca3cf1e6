// SPDX-License-Identifier: EUPL-1.2

import Foundation
import Synchronization

/// A fixed number of threads, each with its own worker, and a bounded queue of calls, oldest first. So blocking work never occupies Swift's
/// own threads.
///
/// A call that waits beyond its deadline never starts. If a running call misses its deadline, its caller gets an error, a later result is
/// dropped, and the thread continues with the next call. A worker mends its own resource; a call that it cannot serve goes back to the
/// front of the queue, for a different worker.
///
/// - SeeAlso: `PooledCall` for the calls. The HSM's are short and cannot be cancelled. The database's are long, can be cancelled while they
///   run, and know their deadline.
package final class WorkerPool<Worker>: Sendable {
    struct State {
        var queue = FIFOQueue<any PooledCall<Worker>>()
        /// The running call of each thread; nil once the watcher has answered its caller.
        var underWay: [(any PooledCall<Worker>)?]
        var threads: Int
        /// The number of sleeping threads that have not been woken.
        var idle = 0
        /// The number of woken threads that have not looked into the queue yet.
        var waking = 0
        var isStopped = false
        /// True once all threads have ended, or their time to end is over.
        var isOver = false
        var waiting: [CheckedContinuation<Void, Never>] = []

        /// Returns true if the caller must wake a thread for the queued calls.
        mutating func mustWakeOne(of limits: PoolLimits) -> Bool {
            guard queue.count > waking, waking < limits.wakes, idle > 0 else { return false }
            idle -= 1
            waking += 1
            return true
        }
    }

    package let limits: PoolLimits
    let state: Mutex<State>
    /// Wakes one idle thread.
    let wake = DispatchSemaphore(value: 0)
    /// Ends the pause of each thread at the end.
    let stopping = DispatchSemaphore(value: 0)
    /// Wakes the watcher: at the stop, and when the last thread has ended. It waits again and again after the stop, and would take the
    /// signals of pausing threads.
    let watching = DispatchSemaphore(value: 0)

    /// Starts the threads, which run, and keep the pool alive, until `stop()`.
    ///
    /// - Parameters:
    ///   - makeWorker: called once on each thread, before its first call.
    ///   - endWorker: called on each thread, after its last call.
    ///   - whenEnded: called on the last thread, after it has ended its worker.
    package init(
        _ limits: PoolLimits, makeWorker: @escaping @Sendable () -> Worker,
        endWorker: @escaping @Sendable (inout Worker) -> Void = { _ in }, whenEnded: @escaping @Sendable () -> Void = {}
    ) {
        self.limits = limits
        state = Mutex(State(underWay: Array(repeating: nil, count: limits.threads), threads: limits.threads))
        for thread in 0..<limits.threads {
            startThread("\(thread + 1)") { [self] in
                serve(on: thread, makeWorker, endWorker)
                threadEnded(whenEnded)
            }
        }
        startThread("watch") { [self] in watch() }
    }

    /// Queues a call. It is refused at once if it was cancelled, the queue is full or the pool was stopped.
    package func enqueue(_ call: any PooledCall<Worker>) {
        let (refusal, wakesOne) = state.withLock { state -> (PoolRefusal?, Bool) in
            if state.isStopped { return (.closed, false) }
            if call.isCancelled { return (.cancelled, false) }
            if state.queue.count >= limits.queue { return (.full, false) }
            state.queue.append(call)
            return (nil, state.mustWakeOne(of: limits))
        }
        if let refusal { call.refuse(refusal) }
        if wakesOne { wake.signal() }
    }

    /// Removes a waiting call from the queue and refuses it as cancelled. The worker of a running call decides itself.
    package func withdraw(_ call: any PooledCall<Worker>) {
        let wasWaiting = state.withLock { state in !state.queue.takeOut { $0 === call }.isEmpty }
        if wasWaiting { call.refuse(.cancelled) }
    }

    /// Stops the threads after their current calls. Waiting and later calls are refused as closed.
    package func stop() {
        let (calls, idle) = state.withLock { state -> ([any PooledCall<Worker>]?, Int) in
            guard !state.isStopped else { return (nil, 0) }
            state.isStopped = true
            defer { (state.idle, state.waking) = (0, state.waking + state.idle) }
            return (state.queue.removeAll(), state.idle)
        }
        guard let calls else { return }
        for call in calls { call.refuse(.closed) }
        for _ in 0..<idle { wake.signal() }
        for _ in 0..<limits.threads { stopping.signal() }
        watching.signal()
    }

    /// Waits until all threads have ended, at most for the time limit if calls do not end.
    package func ended() async {
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
