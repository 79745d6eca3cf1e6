// SPDX-License-Identifier: EUPL-1.2

import Synchronization
import WalletProvider

/// What a thread is asked for that may never answer. The first answer counts, whoever gives it.
final class LateAnswer<Value: Sendable>: Sendable {
    private enum State {
        case open
        case awaited(CheckedContinuation<Result<Value, AccountStoreError>, Never>)
        case settled(Result<Value, AccountStoreError>)
    }

    private let state = Mutex(State.open)

    /// Answers.
    ///
    /// - Returns: whether there was no answer yet.
    @discardableResult
    func settle(_ result: Result<Value, AccountStoreError>) -> Bool {
        let (isFirst, continuation): (Bool, CheckedContinuation<Result<Value, AccountStoreError>, Never>?) = state.withLock { state in
            switch state {
            case .settled: return (false, nil)
            case .open:
                state = .settled(result)
                return (true, nil)
            case .awaited(let continuation):
                state = .settled(result)
                return (true, continuation)
            }
        }
        continuation?.resume(returning: result)
        return isFirst
    }

    /// Waits while `giveUp` does; it settles when it has waited enough, and is cancelled when there is an answer.
    func value(unless giveUp: @escaping @Sendable () async -> Void) async -> Result<Value, AccountStoreError> {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await giveUp() }
            let result = await withCheckedContinuation { continuation in
                let settled: Result<Value, AccountStoreError>? = state.withLock { state in
                    if case .settled(let result) = state { return result }
                    state = .awaited(continuation)
                    return nil
                }
                if let settled { continuation.resume(returning: settled) }
            }
            group.cancelAll()
            return result
        }
    }
}
