// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport

/// One instant on both clocks of the phone.
struct Moment: Sendable, Equatable {
    /// Monotonic time.
    let steady: Date
    /// Wall-clock time.
    let shown: Date

    /// The present instant.
    init(by clock: any ClockBridge) {
        self.init(steady: clock.steadyNow, shown: clock.now)
    }

    init(steady: Date, shown: Date) {
        self.steady = steady
        self.shown = shown
    }

    /// The distance of the wall clock ahead of monotonic time, in seconds. It changes only when the wall clock is set.
    var lead: TimeInterval { shown.timeIntervalSince(steady) }
}
