// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport

extension Date {
    private static let earliestPossible = Date(timeIntervalSince1970: 0)
    /// The last second of the year 9999.
    private static let latestPossible = Date(timeIntervalSince1970: 253_402_300_799)

    /// The date if it is from 1970 to 9999, otherwise the nearest such date; 1970 for a date that is not a number.
    ///
    /// Guards against a clock bridge without a possible time. The conversion of such a time to whole seconds would end the process, the
    /// store cannot hold it, and the sequence numbers, which follow the clock, would be used up.
    var possible: Date {
        // Numbers, not dates: a comparison of dates takes one that is not a number for later than any.
        guard timeIntervalSince1970 >= Self.earliestPossible.timeIntervalSince1970 else { return Self.earliestPossible }
        return min(self, Self.latestPossible)
    }
}

extension ClockBridge {
    /// The phone's wall-clock time, made possible: the core stores and converts no other.
    var possibleNow: Date { now.possible }
}
