// SPDX-License-Identifier: EUPL-1.2

import Synchronization
import WalletInterface

/// A first-in, first-out mutex for asynchronous work.
///
/// An actor admits other calls while one awaits. This mutex serialises work that must not be interleaved, such as a conversation with
/// strictly increasing sequence numbers.
///
/// - Note: waiting cannot be cancelled; the running body is expected to end soon after its own task is cancelled.
final class AsyncMutex: Sendable {
    private struct State {
        var isTaken = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// Runs the body after all earlier bodies have ended.
    ///
    /// - Throws: the error of the body.
    func run<Value>(_ body: () async throws(WalletCoreError) -> Value) async throws(WalletCoreError) -> Value {
        await take()
        defer { give() }
        return try await body()
    }

    private func take() async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                guard state.isTaken else {
                    state.isTaken = true
                    return true
                }
                state.waiting.append(continuation)
                return false
            }
            if isFree { continuation.resume() }
        }
    }

    private func give() {
        let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard !state.waiting.isEmpty else {
                state.isTaken = false
                return nil
            }
            return state.waiting.removeFirst()
        }
        next?.resume()
    }
}
