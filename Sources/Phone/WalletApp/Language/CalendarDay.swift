// SPDX-License-Identifier: EUPL-1.2

package import Foundation

/// A date in the calendar that documents are dated in, of which a part may not be known: a year, a month of a year, or a day.
package struct CalendarDay: Sendable, Hashable {
    private enum Precision: Int, Sendable {
        case year = 1
        case month, day
    }

    private let date: Date
    private let precision: Precision

    private static let calendar: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()

    /// Reads `2000-02-29`, `2000-02` or `2000`; nil for anything else, such as a day that does not exist.
    package init?(_ text: String) {
        let fields = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        guard let precision = Precision(rawValue: fields.count), zip(fields, [4, 2, 2]).allSatisfy({ $0.count == $1 }),
            fields.joined().allSatisfy(digits.contains)
        else { return nil }
        let numbers = fields.map { field in field.reduce(0) { $0 * 10 + Int($1 - digits.lowerBound) } }
        let (year, month, day) = (numbers[0], numbers.count > 1 ? numbers[1] : 1, numbers.count > 2 ? numbers[2] : 1)
        let components = DateComponents(year: year, month: month, day: day)
        guard year > 0, let date = Self.calendar.date(from: components),
            Self.calendar.dateComponents([.year, .month, .day], from: date) == components
        else { return nil }
        self.date = date
        self.precision = precision
    }

    /// The day of an instant, in the calendar's own zone.
    package init(of date: Date) {
        self.date = date
        precision = .day
    }

    /// As it is written in a language: `29 February 2000`, `februari 2000`, `2000`.
    func written(in language: Language) -> String {
        let style = Date.FormatStyle(locale: language.locale, calendar: Self.calendar, timeZone: .gmt)
        return switch precision {
        case .year: date.formatted(style.year())
        case .month: date.formatted(style.month(.wide).year())
        case .day: date.formatted(style.day().month(.wide).year())
        }
    }
}

extension Language {
    /// Where the language is spoken as the app does.
    var locale: Locale {
        switch self {
        case .english: Locale(identifier: "en_GB")
        case .dutch: Locale(identifier: "nl_NL")
        }
    }
}
