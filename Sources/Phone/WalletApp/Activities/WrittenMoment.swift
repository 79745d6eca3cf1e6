// SPDX-License-Identifier: EUPL-1.2

import CalendarDays
import Foundation

/// An instant as a person reads it in a time zone: the day, and the time to the minute.
struct WrittenMoment: Sendable, Hashable {
    /// The day in the time zone of the reader.
    let day: CalendarDay
    /// The time of day, from `00:00` to `23:59`.
    let time: String

    /// - Parameter zone: the time zone of the reader.
    init(_ instant: Date, in zone: TimeZone) {
        day = CalendarDay(instant, in: zone)
        let local = instant.timeIntervalSince1970 + TimeInterval(zone.secondsFromGMT(for: instant))
        let minutes = Int(((local - TimeInterval(day.number) * 86_400) / 60).rounded(.down))
        time = [minutes / 60, minutes % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    }

    /// Day and time: `3 November 2026, 14:05`. No line ends between day and month.
    var words: Text { Text("activity.moment", .day(WrittenDate(day).unbroken), .verbatim(time)) }
}
