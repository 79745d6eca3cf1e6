// SPDX-License-Identifier: EUPL-1.2

/// A call for a `WorkerPool`, with its waiting caller. Only the first answer counts: a worker and the watcher may both answer.
package protocol PooledCall<Worker>: AnyObject, Sendable {
    /// The resource that executes the call.
    associatedtype Worker

    /// The time until which the caller waits.
    var deadline: ContinuousClock.Instant { get }
    /// True once the caller has cancelled the call. It is then not queued, nor queued again.
    var isCancelled: Bool { get }

    /// Executes the call and answers, unless the caller has already been answered.
    ///
    /// - Returns: nil if the call is done. Otherwise a different worker should take the call, and this worker pauses for this long.
    func run(on worker: inout Worker) -> Duration?

    /// Answers without a result, unless the caller has already been answered. Must not block.
    func refuse(_ refusal: PoolRefusal)
}

extension PooledCall {
    /// False: the call cannot be cancelled.
    package var isCancelled: Bool { false }
}

/// The reason why a call has no result.
package enum PoolRefusal: Error, Sendable, Hashable {
    /// The pool was stopped before the call started.
    case closed
    /// As many calls wait as may wait.
    case full
    /// The call was cancelled before it started.
    case cancelled
    /// The call's deadline has passed, or the pool's time to end. A call under way may still have an effect.
    case late(isUnderWay: Bool)
}
