// SPDX-License-Identifier: EUPL-1.2

import CalendarDays

/// A date of birth whose day, or day and month, may be unknown, as in the BRP.
package struct BirthDate: Sendable, Hashable {
    /// The year, 1800…9999.
    package let year: Int
    /// The month, 1…12; nil if unknown.
    package let month: Int?
    /// A valid day of the month; nil if unknown, and always if the month is unknown.
    package let day: Int?

    /// Creates a date; nil if the date does not exist in the calendar.
    package init?(_ year: Int, _ month: Int? = nil, _ day: Int? = nil) {
        guard (1800...9999).contains(year), month.map({ (1...12).contains($0) }) ?? (day == nil) else { return nil }
        if let day, let month {
            guard (1...Self.days(in: month, of: year)).contains(day) else { return nil }
        }
        self.year = year
        self.month = month
        self.day = day
    }

    /// The full date, `YYYY-MM-DD`. The PID Rulebook (3.1.4, 4.1.1) requires a full date and leaves unknown parts to the provider. The
    /// latest possible date is used, so that a person never appears older than they are.
    package var text: String {
        let latest = latest
        return "\(Self.padded(year, 4))-\(Self.padded(latest.month, 2))-\(Self.padded(latest.day, 2))"
    }

    /// Returns true if a person has reached an age, in years, on a day. In a year without 29 February the birthday of that day is 1 March,
    /// and an incomplete date counts as its latest possible day, so that no age is too high.
    func hasReached(_ age: Int, on today: CalendarDay) -> Bool {
        let latest = latest
        return (year + age, latest.month, latest.day) <= today.components
    }

    /// The unknown parts: `month`, `day`.
    package var unknownParts: [String] { [month == nil ? "month" : nil, day == nil ? "day" : nil].compactMap(\.self) }

    /// Month and day of the latest possible date.
    private var latest: (month: Int, day: Int) {
        let month = month ?? 12
        return (month, day ?? Self.days(in: month, of: year))
    }

    private static func days(in month: Int, of year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, width - text.count)) + text
    }
}
