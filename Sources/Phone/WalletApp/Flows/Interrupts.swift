// SPDX-License-Identifier: EUPL-1.2

import Synchronization

/// What ends the running use case from outside: the wallet was locked. Kept until the supervisor has taken it.
final class Interrupts: Sendable {
    private struct State {
        var isBound = false
        var next: UseCase?
        var supervisor: CheckedContinuation<UseCase?, Never>?
        var binding: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    /// The app is bound to the core: its streams can be set up.
    func bound() {
        let waiting = state.withLock { state in
            state.isBound = true
            defer { state.binding = nil }
            return state.binding
        }
        waiting?.resume()
    }

    /// Waits until the app is bound to the core; for one task. Returns when that task is cancelled.
    func binding() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    guard !state.isBound, !Task.isCancelled else { return true }
                    state.binding = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            state.withLock { state in
                defer { state.binding = nil }
                return state.binding
            }?.resume()
        }
    }

    /// Ends the running use case, and goes on with another one.
    func interrupt(with useCase: UseCase) {
        let supervisor = state.withLock { state in
            if state.supervisor == nil { state.next = useCase }
            defer { state.supervisor = nil }
            return state.supervisor
        }
        supervisor?.resume(returning: useCase)
    }

    /// Waits for an interrupt; for one task at a time. Nil when that task is cancelled.
    func next() async -> UseCase? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let waiting = state.withLock { state -> UseCase?? in
                    if Task.isCancelled { return .some(nil) }
                    if let next = state.next {
                        state.next = nil
                        return next
                    }
                    state.supervisor = continuation
                    return nil
                }
                if let waiting { continuation.resume(returning: waiting) }
            }
        } onCancel: {
            state.withLock { state in
                defer { state.supervisor = nil }
                return state.supervisor
            }?.resume(returning: nil)
        }
    }
}
