// SPDX-License-Identifier: EUPL-1.2

import Synchronization

/// Wakes whoever waits for something to become so: whatever may make it so says that it has changed.
final class Changes: Sendable {
    private let waiting = Mutex<[CheckedContinuation<Void, Never>]>([])

    /// Something has changed.
    func note() {
        let all = waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
        for continuation in all { continuation.resume() }
    }

    /// Waits until something is so, or the task is cancelled.
    func wait(until isSo: @Sendable () -> Bool) async {
        await withTaskCancellationHandler {
            while !isSo(), !Task.isCancelled {
                await withCheckedContinuation { continuation in
                    let isOver = waiting.withLock { waiting in
                        // What became so just now has woken nobody.
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
