// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport
import Synchronization

/// Sends life-cycle events to one process of the app, and counts them.
final class LifecycleSender: Sendable {
    private let continuation: AsyncStream<AppLifecycleEvent>.Continuation
    private let counts = Mutex<[AppLifecycleEvent: Int]>([:])

    init(_ continuation: AsyncStream<AppLifecycleEvent>.Continuation) {
        self.continuation = continuation
    }

    func send(_ event: AppLifecycleEvent) {
        // Counted first, so that no process has received an event that does not count.
        counts.withLock { $0[event, default: 0] += 1 }
        continuation.yield(event)
    }

    /// The number of events of a kind that were sent.
    func sentCount(of event: AppLifecycleEvent) -> Int { counts.withLock { $0[event, default: 0] } }

    /// Ends the process' stream of events.
    func finish() { continuation.finish() }
}
