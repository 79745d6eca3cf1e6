// SPDX-License-Identifier: EUPL-1.2

import Synchronization

/// Runs the work of requests in tasks that outlive the request. A request is answered at its deadline, while work that must run to its end
/// continues.
///
/// - SeeAlso: threats-and-faults.md, F-S1 and F-S6.
package final class OngoingWork: Sendable {
    private typealias Job = @Sendable () async -> Void

    /// The jobs that run on one executor; nil for Swift's own threads.
    private struct Lane {
        let executor: (any TaskExecutor)?
        let jobs = AsyncStream.makeStream(of: Job.self)

        /// Runs the jobs, each in its own task, until there will be no more.
        func run() async {
            await withDiscardingTaskGroup { group in
                for await job in jobs.stream { group.addTask { await job() } }
            }
        }
    }

    private struct Queues {
        let lanes: [Lane]
        let deadlines: AsyncStream<Deadline>.Continuation

        /// The lane of the caller's executor; the last lane for an executor without its own.
        var own: Lane? {
            let current = unsafe withUnsafeCurrentTask { unsafe $0?.unownedTaskExecutor }
            return lanes.first { unsafe $0.executor?.asUnownedTaskExecutor() == current } ?? lanes.last
        }
    }

    private let queues = Mutex<Queues?>(nil)

    /// Creates an instance that is not running. Until `run` is called, work runs in the caller's own task.
    package init() {}

    /// Runs submitted work while a body runs, then waits for work that has started. Only one call at a time.
    ///
    /// One task watches the deadlines of all requests in the order of their arrival, so all requests must have the same time.
    ///
    /// Cancellation also cancels started work and waits for its end. Work marked `lettingWorkEnd` ignores the cancellation.
    ///
    /// - Parameter executors: the work of a request that runs on one of them runs there too. All other work runs on Swift's own threads.
    package func run<Value: Sendable>(on executors: [any TaskExecutor] = [], while body: () async -> Value) async -> Value {
        let deadlines = AsyncStream.makeStream(of: Deadline.self)
        let lanes = executors.map { Lane(executor: $0) } + [Lane(executor: nil)]
        queues.withLock { $0 = Queues(lanes: lanes, deadlines: deadlines.continuation) }
        return await withTaskGroup(of: Void.self) { group in
            group.addTask { for await deadline in deadlines.stream { await deadline.watch() } }
            let value = await withTaskGroup(of: Void.self) { group in
                for lane in lanes { group.addTask(executorPreference: lane.executor) { await lane.run() } }
                let value = await body()
                queues.withLock { $0 = nil }
                for lane in lanes { lane.jobs.continuation.finish() }
                return value
            }
            group.cancelAll()
            return value
        }
    }

    /// Runs the work of the request whose deadline is `Deadline.current`, and waits for its result, at most until this deadline.
    ///
    /// - Parameters:
    ///   - late: creates the answer when the deadline comes first. The work may continue.
    ///   - body: the work. Runs in the caller's task without a deadline, or while this instance is not running.
    package func awaitResult<Value: Sendable>(
        orLate late: @escaping @Sendable () -> Value, _ body: @escaping @Sendable () async -> Value
    ) async -> Value {
        guard let deadline = Deadline.current, let queues = queues.withLock({ $0 }), let lane = queues.own else { return await body() }
        deadline.workBegins()
        queues.deadlines.yield(deadline)
        return await Deadline.awaitReply(orLate: late) { reply in
            let taken = lane.jobs.continuation.yield {
                let value = await Deadline.$current.withValue(deadline) { await body() }
                deadline.workEnds()
                reply.give(value)
            }
            // `run` has just ended, so the work was not started.
            if case .terminated = taken { reply.give(late()) }
        }
    }
}
