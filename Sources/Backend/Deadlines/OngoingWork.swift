// SPDX-License-Identifier: EUPL-1.2

import Synchronization

/// Runs the work of requests in tasks that outlive the request. A request is answered at its deadline, while work that must run to its end
/// continues.
///
/// - SeeAlso: threat list, F-S1 and F-S6.
package final class OngoingWork: Sendable {
    private typealias Job = @Sendable () async -> Void

    private let jobs = Mutex<AsyncStream<Job>.Continuation?>(nil)

    /// Creates an instance that is not running. Until `run` is called, work runs in the caller's own task.
    package init() {}

    /// Runs submitted work while a body runs, then waits for work that has started. Only one call at a time.
    ///
    /// Cancellation also cancels started work, and waits for it. Work marked `lettingWorkEnd` ignores the cancellation.
    package func run<Value: Sendable>(while body: () async -> Value) async -> Value {
        let (stream, continuation) = AsyncStream.makeStream(of: Job.self)
        jobs.withLock { $0 = continuation }
        return await withTaskGroup(of: Void.self) { group in
            group.addTask {
                await withDiscardingTaskGroup { group in
                    for await job in stream { group.addTask { await job() } }
                }
            }
            let value = await body()
            jobs.withLock { $0 = nil }
            continuation.finish()
            return value
        }
    }

    /// Runs the work of the request whose deadline is `Deadline.current`, and waits for it, at most until this deadline.
    ///
    /// - Parameters:
    ///   - late: creates the answer when the deadline comes first. The work continues as far as the deadline allows.
    ///   - body: the work. Runs in the caller's task without a deadline, or while this instance is not running.
    package func awaitResult<Value: Sendable>(
        orLate late: @escaping @Sendable () -> Value, _ body: @escaping @Sendable () async -> Value
    ) async -> Value {
        guard let deadline = Deadline.current, let jobs = jobs.withLock({ $0 }) else { return await body() }
        return await Deadline.awaitReply(orLate: late) { reply in
            let taken = jobs.yield {
                let value = await Deadline.$current.withValue(deadline) { await body() }
                reply.give(value)
            }
            // `run` has just ended, so the work was not started.
            if case .terminated = taken { reply.give(late()) }
        }
    }
}
