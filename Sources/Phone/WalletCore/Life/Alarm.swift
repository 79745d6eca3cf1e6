// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport

/// Wakes one waiting task: at an instant, or earlier because something has changed.
struct Alarm: Sendable {
    private let changes: AsyncStream<Void>
    private let change: AsyncStream<Void>.Continuation

    init() {
        (changes, change) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    }

    /// Ends the present wait, or else the next one.
    func ring() {
        change.yield()
    }

    /// Waits until it rings or an instant has come; for one task. Returns when that task is cancelled.
    ///
    /// - Parameter deadline: nil waits for a ring only.
    func wait(until deadline: Date?, by clock: any ClockBridge) async {
        await withTaskGroup { group in
            group.addTask { [changes] in
                var iterator = changes.makeAsyncIterator()
                await iterator.next()
            }
            if let deadline { group.addTask { try? await clock.sleep(until: deadline) } }
            await group.next()
            group.cancelAll()
        }
    }
}
