// SPDX-License-Identifier: EUPL-1.2

import Synchronization
import WalletInterface

/// Lets one caller at a time through; the others wait in the order in which they came.
///
/// An actor lets other calls in while one awaits. What must not be interleaved, such as a conversation with strictly growing sequence
/// numbers, goes through a turn.
///
/// - Note: who waits cannot be cancelled; what runs is expected to end soon after its own task is.
final class AsyncMutex: Sendable {
    private struct State {
        var isTaken = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// Runs the body when all earlier ones have ended.
    ///
    /// - Throws: what the body throws.
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
