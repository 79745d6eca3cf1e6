// SPDX-License-Identifier: EUPL-1.2

import Foundation
import XCStrings

/// The portal's sentences in one language.
struct Words: Sendable {
    let language: PortalLanguage
    private let catalogue: StringCatalogFile

    /// - Parameter catalogue: contains every `Sentence` in every language.
    init(_ catalogue: StringCatalogFile, in language: PortalLanguage) {
        self.catalogue = catalogue
        self.language = language
    }

    /// Returns a sentence with its arguments; its key if the catalogue lacks it, so that tests notice the gap.
    func callAsFunction(_ sentence: Sentence, _ arguments: StringCatalogFile.Argument...) -> String {
        catalogue.sentence(sentence.rawValue, in: language.rawValue, arguments) ?? sentence.rawValue
    }

    /// Returns a time in the Dutch time zone, to the minute, with the offset: `21 November 2025 at 14:05, Dutch time (UTC+1)`.
    func timestamp(_ instant: Date, in zone: TimeZone) -> String {
        let style = Date.FormatStyle(locale: language.locale, calendar: Calendar(identifier: .gregorian), timeZone: zone)
        let seconds = zone.secondsFromGMT(for: instant)
        let (hours, minutes) = (abs(seconds) / 3600, abs(seconds) / 60 % 60)
        let offset = "\(seconds < 0 ? "−" : "+")\(hours)" + (minutes == 0 ? "" : ":" + (minutes < 10 ? "0" : "") + "\(minutes)")
        // Non-breaking spaces keep the date on one line.
        let day = instant.formatted(style.day().month(.wide).year()).replacing(" ", with: "\u{A0}")
        let time = instant.formatted(style.hour(.twoDigits(amPM: .omitted)).minute(.twoDigits))
        return self(.timestamp, .verbatim(day), .verbatim(time), .verbatim(offset))
    }
}
