// SPDX-License-Identifier: EUPL-1.2

package import Foundation
import Synchronization

/// A wall clock that moves only when a test moves it.
package final class TestClock: Sendable {
    private let milliseconds: Mutex<Int64>

    /// - Parameter start: the first time, in milliseconds since 1970; by default the start of 1 January 2026, UTC.
    package init(at start: Int64 = 1_767_225_600_000) { milliseconds = Mutex(start) }

    package var now: Date { Date(timeIntervalSince1970: Double(milliseconds.withLock { $0 }) / 1000) }

    /// Moves the clock; back by a negative number.
    package func advance(milliseconds offset: Int64) { milliseconds.withLock { $0 += offset } }

    /// Moves the clock by whole seconds.
    package func advance(seconds: Int64) { advance(milliseconds: seconds * 1000) }
}
