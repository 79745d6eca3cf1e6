// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport

/// One instant on both clocks of the phone.
struct Moment: Sendable, Equatable {
    /// Steady time.
    let steady: Date
    /// What the phone's clock shows.
    let shown: Date

    /// The present one.
    init(by clock: any ClockBridge) {
        self.init(steady: clock.steadyNow, shown: clock.now)
    }

    init(steady: Date, shown: Date) {
        self.steady = steady
        self.shown = shown
    }

    /// How far the phone's clock is ahead of steady time, in seconds. It changes only when that clock is set.
    var lead: TimeInterval { shown.timeIntervalSince(steady) }
}
