// SPDX-License-Identifier: EUPL-1.2

import Synchronization

/// Has the work of requests done in tasks that outlive them: a request is answered at its deadline, and what must come to its end goes on.
///
/// - SeeAlso: threat list, F-S1 and F-S6.
package final class OngoingWork: Sendable {
    private typealias Job = @Sendable () async -> Void

    private let jobs = Mutex<AsyncStream<Job>.Continuation?>(nil)

    /// Nothing is done by it yet: until `run`, whoever asks does his work himself.
    package init() {}

    /// Does what is asked for while a body runs, and then waits for what was begun. One call at a time.
    ///
    /// When it is cancelled what was begun is cancelled and waited for, too; what must come to its end does not mind.
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

    /// Does the work of the request whose deadline is `Deadline.current`, and waits for it, but not beyond that deadline.
    ///
    /// - Parameters:
    ///   - late: makes the answer when the deadline comes first. The work goes on, as far as the deadline lets it.
    ///   - body: is done here when there is no deadline, or when this does not run.
    package func answer<Value: Sendable>(
        orLate late: @escaping @Sendable () -> Value, _ body: @escaping @Sendable () async -> Value
    ) async -> Value {
        guard let deadline = Deadline.current, let jobs = jobs.withLock({ $0 }) else { return await body() }
        return await Deadline.answer(orLate: late) { reply in
            let taken = jobs.yield {
                let value = await Deadline.$current.withValue(deadline) { await body() }
                reply.give(value)
            }
            // It has just ended; nothing was begun.
            if case .terminated = taken { reply.give(late()) }
        }
    }
}
