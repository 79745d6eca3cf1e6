// SPDX-License-Identifier: EUPL-1.2

import Deadlines
import Foundation
import Synchronization
import WitnessFiles

/// Files of a different machine that hang until released, with a clock that passes at once while they hang.
final class SilentFiles: Sendable {
    private let condition = NSCondition()
    private let state = Mutex(false)

    /// True if callers have to wait.
    var isSilent: Bool {
        get { state.withLock { $0 } }
        set {
            condition.lock()
            state.withLock { $0 = newValue }
            condition.broadcast()
            condition.unlock()
        }
    }

    var timeouts: Timeouts { .production.measured(by: Impatience(files: self)) }

    var files: JournalFiles {
        let system = JournalFiles.system
        return JournalFiles(
            list: { [self] in
                wait()
                return try system.list($0)
            },
            length: { [self] in
                wait()
                return try system.length($0)
            },
            read: { [self] in
                wait()
                return try system.read($0, $1, $2)
            })
    }

    private func wait() {
        condition.lock()
        while isSilent { condition.wait() }
        condition.unlock()
    }

    private struct Impatience: Clock {
        typealias Instant = ContinuousClock.Instant

        let files: SilentFiles
        var now: Instant { ContinuousClock.now }
        var minimumResolution: Duration { .zero }

        func sleep(until deadline: Instant, tolerance: Duration?) async throws {
            if files.isSilent { return await Task.yield() }
            // Until it is cancelled.
            for await _ in AsyncStream<Never>(Never.self, { _ in }) {}
            try Task.checkCancellation()
        }
    }
}
