// SPDX-License-Identifier: EUPL-1.2

import Synchronization

/// A condition variable: each change that may satisfy a condition wakes the waiting tasks.
final class Changes: Sendable {
    private let waiting = Mutex<[CheckedContinuation<Void, Never>]>([])

    /// Signals a change.
    func note() {
        let all = waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
        for continuation in all { continuation.resume() }
    }

    /// Waits until a condition holds or the task is cancelled.
    func wait(until isSo: @Sendable () -> Bool) async {
        await withTaskCancellationHandler {
            while !isSo(), !Task.isCancelled {
                await withCheckedContinuation { continuation in
                    let isOver = waiting.withLock { waiting in
                        // A change just before this point has woken no task.
                        if isSo() || Task.isCancelled { return true }
                        waiting.append(continuation)
                        return false
                    }
                    if isOver { continuation.resume() }
                }
            }
        } onCancel: {
            note()
        }
    }
}
