// SPDX-License-Identifier: EUPL-1.2

import Brands
import Foundation
import Testing
import WalletInterface

@testable import WalletApp

/// Months and times in the history, as a person in a time zone reads them.
struct ActivityMonthsTests {
    private let catalog: StringCatalog
    private let zone: TimeZone

    init() throws {
        catalog = try StringCatalog.load(for: .nlWallet)
        zone = try #require(TimeZone(identifier: "Europe/Amsterdam"))
    }

    /// An event at an instant, `2026-12-31T23:30:00Z`.
    private func event(_ number: Int64, _ instant: String) throws -> WalletEvent {
        WalletEvent(number: number, kind: .pinChanged, date: try Date(instant, strategy: .iso8601), card: nil)
    }

    private func months(_ events: [WalletEvent], in zone: TimeZone, _ language: Language = .english) -> [String] {
        ActivityMonth.grouping(events, in: zone).map { $0.month.words(in: language) }
    }

    @Test func `the new year begins at midnight of the reader, in three languages`() throws {
        let events = [try event(3, "2026-12-31T23:30:00Z"), try event(2, "2026-12-31T22:59:59Z"), try event(1, "2026-12-01T00:00:00Z")]
        #expect(months(events, in: zone) == ["January 2027", "December 2026"])
        #expect(months(events, in: zone, .dutch) == ["januari 2027", "december 2026"])
        #expect(months(events, in: zone, .german) == ["Januar 2027", "Dezember 2026"])
        #expect(months(events, in: .gmt) == ["December 2026"])
        #expect(ActivityMonth.grouping(events, in: zone).map { $0.events.map(\.number) } == [[3], [2, 1]])
    }

    @Test func `the order of the history stays, so a month comes twice after the clock was set back`() throws {
        let events = [try event(3, "2026-10-05T12:00:00Z"), try event(2, "2026-11-05T12:00:00Z"), try event(1, "2026-10-04T12:00:00Z")]
        #expect(months(events, in: zone) == ["October 2026", "November 2026", "October 2026"])
    }

    @Test func `no activity has no month, and the oldest date has one`() {
        #expect(ActivityMonth.grouping([], in: .gmt) == [])
        #expect(ActivityMonth.grouping([.plain(.issued)], in: .gmt).count == 1)
    }

    @Test(arguments: [
        ("2026-03-29T00:59:00Z", "29\u{A0}March 2026, 01:59"), ("2026-03-29T01:00:00Z", "29\u{A0}March 2026, 03:00"),
        ("2026-10-25T00:30:00Z", "25\u{A0}October 2026, 02:30"), ("2026-10-25T01:30:00Z", "25\u{A0}October 2026, 02:30"),
        ("2026-06-30T22:00:00Z", "1\u{A0}July 2026, 00:00"), ("2026-06-30T21:59:59Z", "30\u{A0}June 2026, 23:59"),
    ])
    func `a time follows summer time`(_ instant: String, _ expected: String) throws {
        let moment = WrittenMoment(try Date(instant, strategy: .iso8601), in: zone)
        #expect(catalog.string(moment.words, in: .english) == expected)
    }

    @Test func `day and time are written as each language does`() throws {
        let moment = WrittenMoment(try Date("2026-11-03T13:05:59Z", strategy: .iso8601), in: zone)
        #expect(catalog.string(moment.words, in: .english) == "3\u{A0}November 2026, 14:05")
        #expect(catalog.string(moment.words, in: .dutch) == "3\u{A0}november 2026 om 14:05")
        #expect(catalog.string(moment.words, in: .german) == "3.\u{A0}November 2026, 14:05 Uhr")
    }

    @Test func `no line ends between day and month, also where the day ends with a full stop, and a month alone is as ever`() throws {
        let day = try #require(WrittenDate("2026-11-03")).unbroken
        let written = [Language.english, .dutch, .german].map { day.words(in: $0) }
        #expect(written == ["3\u{A0}November 2026", "3\u{A0}november 2026", "3.\u{A0}November 2026"])
        #expect(try #require(WrittenDate("2026-11")).unbroken.words(in: .english) == "November 2026")
        #expect(try #require(WrittenDate("2026-11-03")).words(in: .english) == "3 November 2026")
    }

    @Test func `the time before 1970 and in a zone with half hours is right`() throws {
        let india = try #require(TimeZone(secondsFromGMT: 19_800))
        #expect(WrittenMoment(Date(timeIntervalSince1970: -1), in: .gmt).time == "23:59")
        #expect(WrittenMoment(Date(timeIntervalSince1970: 0), in: india).time == "05:30")
    }
}
