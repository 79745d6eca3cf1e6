// SPDX-License-Identifier: EUPL-1.2

import CalendarDays
import Foundation
import WalletInterface

/// Activities that follow each other and are of one month.
struct ActivityMonth: Sendable, Hashable {
    /// The month, without a day.
    let month: WrittenDate
    /// The activities, in the order of the history; at least one.
    let events: [WalletEvent]

    /// Groups activities by month. The order stays as it is: a month comes twice if the phone's clock was set back in between.
    ///
    /// - Parameter zone: the time zone of the reader, which decides on the month.
    static func grouping(_ events: [WalletEvent], in zone: TimeZone) -> [ActivityMonth] {
        var groups: [(month: WrittenDate, events: [WalletEvent])] = []
        for event in events {
            let month = WrittenDate(monthOf: CalendarDay(event.date, in: zone))
            if let last = groups.indices.last, groups[last].month == month {
                groups[last].events.append(event)
            } else {
                groups.append((month, [event]))
            }
        }
        return groups.map { ActivityMonth(month: $0.month, events: $0.events) }
    }
}
