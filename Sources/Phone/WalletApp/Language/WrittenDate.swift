// SPDX-License-Identifier: EUPL-1.2

package import CalendarDays
import Foundation

/// A date as a person reads it: a calendar day, or only a month or year.
package struct WrittenDate: Sendable, Hashable {
    private let year: Int
    private let month: Int?
    private let day: Int?
    /// True if no line ends between the day and the month.
    private var isUnbroken = false

    package init(_ day: CalendarDay) {
        let parts = day.components
        year = parts.year
        month = parts.month
        self.day = parts.day
    }

    /// The month of a day, without the day.
    init(monthOf day: CalendarDay) {
        let parts = day.components
        year = parts.year
        month = parts.month
        self.day = nil
    }

    /// Parses `2000-02-29` and, with parts missing, `2000-02` or `2000`; also the day that an instant such as
    /// `2000-02-29T12:00:00Z` is written with.
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

    /// The same date, written so that no line ends between its day and its month.
    var unbroken: WrittenDate {
        var date = self
        date.isUnbroken = true
        return date
    }

    /// True if the day is known.
    var isComplete: Bool { day != nil }

    /// Formats the date for people, as the language writes it: `29 February 2000`, `29. Februar 2000`.
    func words(in language: Language) -> String {
        let words = plainWords(in: language)
        guard isUnbroken, isComplete else { return words }
        return words.replacing(" ", with: "\u{A0}", maxReplacements: 1)
    }

    private func plainWords(in language: Language) -> String {
        // Dates in English follow British use.
        let locale = Locale(identifier: language == .english ? "en_GB" : language.rawValue)
        var calendar = Calendar(identifier: .gregorian)
        calendar.locale = locale
        guard let month = month.map({ calendar.monthSymbols[$0 - 1] }) else { return String(year) }
        guard let day else { return "\(month) \(year)" }
        // The date need not exist, so it is not converted to a `Date`: only the language's order and punctuation are used. Text between
        // quotes is literal.
        let pattern = DateFormatter.dateFormat(fromTemplate: "dMMMMy", options: 0, locale: locale) ?? "d MMMM y"
        return pattern.split(separator: "'", omittingEmptySubsequences: false).enumerated().map { index, part in
            let part = String(part)
            return index.isMultiple(of: 2)
                ? part.replacing("d", with: String(day)).replacing("y", with: String(year)).replacing("MMMM", with: month) : part
        }.joined()
    }
}
