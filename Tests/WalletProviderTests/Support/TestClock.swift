// SPDX-License-Identifier: EUPL-1.2

import Foundation
import Synchronization

/// A clock that moves only when a test moves it. It starts on 1 January 2026.
final class TestClock: Sendable {
    private let milliseconds = Mutex<Int64>(1_767_225_600_000)

    var now: Date { Date(timeIntervalSince1970: Double(milliseconds.withLock { $0 }) / 1000) }

    func advance(milliseconds offset: Int64) { milliseconds.withLock { $0 += offset } }

    func advance(seconds: Int64) { advance(milliseconds: seconds * 1000) }
}
