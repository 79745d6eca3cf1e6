// SPDX-License-Identifier: EUPL-1.2

import Foundation
import Synchronization

/// A clock that moves only when a test moves it.
final class TestClock: Sendable {
    private let instant = Mutex(Date(timeIntervalSince1970: 1_790_000_000.25))

    var now: Date { instant.withLock { $0 } }

    func advance(by seconds: Double) { instant.withLock { $0 += seconds } }
}
