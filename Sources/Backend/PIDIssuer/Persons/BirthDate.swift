// SPDX-License-Identifier: EUPL-1.2

/// A date of birth of which day, or day and month, may be unknown, as in the BRP.
package struct BirthDate: Sendable, Hashable {
    /// 1800…9999.
    package let year: Int
    /// 1…12; nil when unknown.
    package let month: Int?
    /// 1…31 and in that month; nil when unknown, and always when the month is.
    package let day: Int?

    /// A date; nil for one that is in no calendar.
    package init?(_ year: Int, _ month: Int? = nil, _ day: Int? = nil) {
        guard (1800...9999).contains(year), month.map({ (1...12).contains($0) }) ?? (day == nil) else { return nil }
        if let day, let month {
            guard (1...Self.days(in: month, of: year)).contains(day) else { return nil }
        }
        self.year = year
        self.month = month
        self.day = day
    }

    /// A full date, `YYYY-MM-DD`. The PID Rulebook (3.1.4, 4.1.1) has no other and leaves the policy to the provider: what is unknown is the
    /// last it can be, so that nobody counts as older than they are.
    package var text: String {
        let month = month ?? 12
        return "\(Self.padded(year, 4))-\(Self.padded(month, 2))-\(Self.padded(day ?? Self.days(in: month, of: year), 2))"
    }

    /// The parts that are not known: `month`, `day`.
    package var unknownParts: [String] { [month == nil ? "month" : nil, day == nil ? "day" : nil].compactMap(\.self) }

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
