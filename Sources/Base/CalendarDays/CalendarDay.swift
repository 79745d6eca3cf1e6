// SPDX-License-Identifier: EUPL-1.2

package import Foundation

/// A day of the Gregorian calendar, such as the last day of a card's validity.
///
/// A day has no time zone. An instant has a day only in a zone, so each conversion names the zone: the issuer's for a day of a credential,
/// the phone's for a day in the user's history.
package struct CalendarDay: Sendable, Hashable {
    /// Days since 1970-01-01, negative before.
    package let number: Int

    /// - Parameter number: days since 1970-01-01.
    package init(number: Int) { self.number = number }

    /// The day of an instant in a time zone.
    package init(_ instant: Date, in zone: TimeZone) {
        let local = instant.timeIntervalSince1970 + TimeInterval(zone.secondsFromGMT(for: instant))
        number = Int((local / 86_400).rounded(.down))
    }

    /// The last day of a period that ends just before an instant, in a time zone. A period that ends at midnight does not include the day
    /// that begins then.
    package init(lastBefore end: Date, in zone: TimeZone) { self.init(end.addingTimeInterval(-1), in: zone) }

    /// Parses a full-date (RFC 3339), `2000-02-29`; nil for any other text and for a date that does not exist.
    package init?(_ text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard parts.map(\.count) == [4, 2, 2], parts.allSatisfy({ $0.allSatisfy { (48...57).contains($0) } }) else { return nil }
        let numbers = parts.map { $0.reduce(0) { $0 * 10 + Int($1 - 48) } }
        let components = DateComponents(year: numbers[0], month: numbers[1], day: numbers[2])
        guard let date = Self.calendar.date(from: components),
            Self.calendar.dateComponents([.year, .month, .day], from: date) == components
        else { return nil }
        self.init(date, in: .gmt)
    }

    /// Year, month and day.
    package var components: (year: Int, month: Int, day: Int) {
        let parts = Self.calendar.dateComponents([.year, .month, .day], from: Date(timeIntervalSince1970: TimeInterval(number) * 86_400))
        return (parts.year ?? 0, parts.month ?? 0, parts.day ?? 0)
    }

    /// The full-date (RFC 3339), `2000-02-29`.
    package var text: String {
        Date(timeIntervalSince1970: TimeInterval(number) * 86_400).formatted(Date.ISO8601FormatStyle(timeZone: .gmt).year().month().day())
    }

    /// Returns the day a number of days later.
    package func adding(days: Int) -> CalendarDay { CalendarDay(number: number + days) }

    /// Returns the first instant of the day in a time zone: midnight, or later where a change of the clock skips midnight.
    package func start(in zone: TimeZone) -> Date {
        var calendar = Self.calendar
        calendar.timeZone = zone
        let noon = Date(timeIntervalSince1970: (TimeInterval(number) + 0.5) * 86_400)
        return calendar.startOfDay(for: noon.addingTimeInterval(-TimeInterval(zone.secondsFromGMT(for: noon))))
    }

    /// Returns the first instant after the day in a time zone.
    package func end(in zone: TimeZone) -> Date { adding(days: 1).start(in: zone) }

    private static let calendar: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()
}
