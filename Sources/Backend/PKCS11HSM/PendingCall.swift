// SPDX-License-Identifier: EUPL-1.2

import HSM
import Synchronization

/// A call in the pool, independent of its result type.
protocol PooledCall: AnyObject, Sendable {
    /// The time until which the caller waits.
    var deadline: ContinuousClock.Instant { get }
    /// Executes the call in a session and answers, unless the caller has already been answered.
    func run(in session: inout TokenSession)
    /// Answers with an error, unless the caller has already been answered.
    func fail(_ error: HSMError)
}

/// A call with its waiting caller. Only the first answer counts.
final class PendingCall<Value: Sendable>: PooledCall {
    typealias Continuation = CheckedContinuation<Result<Value, HSMError>, Never>

    let deadline: ContinuousClock.Instant
    private let retrying: Bool
    private let work: @Sendable (inout TokenSession, UInt) throws -> Value
    private let continuation: Mutex<Continuation?>

    init(
        deadline: ContinuousClock.Instant, retrying: Bool, continuation: Continuation,
        work: @escaping @Sendable (inout TokenSession, UInt) throws -> Value
    ) {
        self.deadline = deadline
        self.retrying = retrying
        self.work = work
        self.continuation = Mutex(continuation)
    }

    func run(in session: inout TokenSession) {
        guard continuation.withLock({ $0 != nil }) else { return }
        finish(session.perform(retrying: retrying, work))
    }

    func fail(_ error: HSMError) { finish(.failure(error)) }

    private func finish(_ result: Result<Value, HSMError>) {
        continuation.withLock { $0.take() }?.resume(returning: result)
    }
}
