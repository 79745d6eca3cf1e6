// SPDX-License-Identifier: EUPL-1.2

/// The size and the time limits of a `WorkerPool`, and the nature of its calls.
package struct PoolLimits: Sendable {
    /// The prefix of the threads' names.
    let name: String
    /// The number of threads, each with its own worker; at least 1.
    let threads: Int
    /// The maximum number of waiting calls.
    let queue: Int
    /// The time limit of a call, and of the running calls after a stop.
    package let time: Duration
    /// The number of threads that may be on their way from sleep to the queue.
    let wakes: Int
    /// The time between two looks for late calls.
    let interval: Duration
    /// The extra time of a running call after its deadline.
    let grace: Duration

    /// - Parameters:
    ///   - callsAreShort: true if most calls are shorter than waking a thread. Then one thread is woken at a time, which wakes the next if
    ///     calls still wait: awake threads often empty the queue first. False wakes a thread for each call.
    ///   - workersKeepDeadlines: true if a worker ends a late call by itself. It gets one look's time for that.
    package init(name: String, threads: Int, queue: Int, time: Duration, callsAreShort: Bool, workersKeepDeadlines: Bool) {
        self.name = name
        self.threads = threads
        self.queue = queue
        self.time = time
        wakes = callsAreShort ? 1 : threads
        interval = max(time / 20, .milliseconds(1))
        grace = workersKeepDeadlines ? interval : .zero
    }
}
