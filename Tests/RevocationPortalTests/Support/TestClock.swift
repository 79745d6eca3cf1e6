// SPDX-License-Identifier: EUPL-1.2

import Foundation
import Synchronization

/// A clock that moves only when a test moves it. It starts on 1 January 2026 at noon, UTC.
final class TestClock: Sendable {
    private let seconds = Mutex<Int64>(1_767_268_800)

    var now: Date { Date(timeIntervalSince1970: Double(seconds.withLock { $0 })) }

    func advance(seconds offset: Int64) { seconds.withLock { $0 += offset } }
}
