// SPDX-License-Identifier: EUPL-1.2

package import Foundation

/// A calendar day, or only a month or year.
package struct CalendarDay: Sendable, Hashable {
    private let year: Int
    private let month: Int?
    private let day: Int?

    /// The day of an instant in a time zone.
    package init(_ date: Date, in zone: TimeZone = .current) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let parts = calendar.dateComponents([.year, .month, .day], from: date)
        (year, month, day) = (parts.year ?? 0, parts.month, parts.day)
    }

    /// Parses `2000-02-29` and, with parts missing, `2000-02` or `2000`; also the day of an instant such as `2000-02-29T12:00:00Z`.
    package init?(_ text: String) {
        let written = text.contains("T") && text.utf8.count > 16 ? text.prefix { $0 != "T" } : text[...]
        let parts = written.split(separator: "-", omittingEmptySubsequences: false)
        let lengths = [4, 2, 2].prefix(parts.count)
        guard (1...3).contains(parts.count), parts.map(\.utf8.count) == Array(lengths),
            parts.allSatisfy({ $0.utf8.allSatisfy { (48...57).contains($0) } })
        else { return nil }
        let numbers = parts.compactMap { Int($0) }
        guard numbers.count == parts.count, numbers[0] > 0, numbers.count < 2 || (1...12).contains(numbers[1]),
            numbers.count < 3 || (1...31).contains(numbers[2])
        else { return nil }
        year = numbers[0]
        month = numbers.count > 1 ? numbers[1] : nil
        day = numbers.count > 2 ? numbers[2] : nil
    }

    /// True if the day is known.
    var isComplete: Bool { day != nil }

    /// Formats the date for people: `29 February 2000`.
    func words(in language: Language) -> String {
        var calendar = Calendar(identifier: .gregorian)
        calendar.locale = Locale(identifier: language.rawValue)
        return [day.map(String.init), month.map { calendar.monthSymbols[$0 - 1] }, String(year)].compactMap(\.self).joined(separator: " ")
    }
}
