// SPDX-License-Identifier: EUPL-1.2

import Synchronization

/// Runs asynchronous work to its end on the calling thread, because libFuzzer calls a synchronous C function.
///
/// The thread itself runs every job of the work, in the order in which the jobs become ready. An input therefore always takes the same course, and
/// libFuzzer measures all its code. Work that waits for a timer, for another thread or for an actor with an executor of its own has no ready job:
/// ``run(_:)`` then traps, instead of waiting.
package final class CallingThread: TaskExecutor {
    private struct State {
        /// The ready jobs, oldest first.
        var jobs: [UnownedJob] = []
        var hasEnded = false
    }

    private let state = Mutex(State())

    private init() {}

    /// Queues a job behind the ready jobs.
    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        state.withLock { $0.jobs.append(job) }
    }

    /// Runs work to its end. Call it from synchronous code only.
    package static func run(_ work: @escaping @Sendable () async -> Void) {
        let thread = CallingThread()
        // The only place that starts a task: its end is awaited below.
        Task(executorPreference: thread) {
            await work()
            thread.state.withLock { $0.hasEnded = true }
        }
        while let job = thread.nextJob() { unsafe job.runSynchronously(on: thread.asUnownedTaskExecutor()) }
        precondition(thread.state.withLock(\.hasEnded), "the work waits for something outside of it")
    }

    private func nextJob() -> UnownedJob? {
        state.withLock { $0.jobs.isEmpty ? nil : $0.jobs.removeFirst() }
    }
}
