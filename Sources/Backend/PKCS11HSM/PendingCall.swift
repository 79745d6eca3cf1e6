// SPDX-License-Identifier: EUPL-1.2

import BlockingWork
import Deadlines
import HSM
import Synchronization

/// A call to the token with its waiting caller. Only the first answer counts.
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

    /// Never hands the call back: each session connects by itself.
    func run(on session: inout TokenSession) -> Duration? {
        if continuation.withLock({ $0 != nil }) { finish(session.perform(retrying: retrying, work)) }
        return nil
    }

    func refuse(_ refusal: PoolRefusal) { finish(.failure(refusal.hsmError)) }

    private func finish(_ result: Result<Value, HSMError>) {
        continuation.withLock { $0.take() }?.resume(returning: result)
    }
}

extension WorkerPool where Worker == TokenSession {
    /// Executes work on one of the threads.
    ///
    /// - Throws: the error of the work; `unavailable` if the queue is full, the time is over or the pool was stopped.
    func perform<Value: Sendable>(
        retrying: Bool = true, _ work: @escaping @Sendable (inout TokenSession, UInt) throws -> Value
    ) async throws(HSMError) -> Value {
        let time = Deadline.limiting(limits.time)
        guard time > .zero else { throw PoolRefusal.late(isUnderWay: false).hsmError }
        let deadline = ContinuousClock.now.advanced(by: time)
        return try await withCheckedContinuation { continuation in
            enqueue(PendingCall<Value>(deadline: deadline, retrying: retrying, continuation: continuation, work: work))
        }.get()
    }
}

extension PoolRefusal {
    fileprivate var hsmError: HSMError {
        switch self {
        case .closed: HSMError(.unavailable, "the HSM was closed")
        case .full: HSMError(.unavailable, "too many calls wait for the HSM")
        case .cancelled: HSMError(.unavailable, "the caller was cancelled")
        case .late: HSMError(.unavailable, "the HSM did not answer in time")
        }
    }
}
