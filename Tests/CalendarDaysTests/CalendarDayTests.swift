// SPDX-License-Identifier: EUPL-1.2

import CalendarDays
import Foundation
import Testing

/// Days in five time zones, over midnight and over changes of the clock.
struct CalendarDayTests {
    static let zones = ["Europe/Amsterdam", "UTC", "America/Kralendijk", "Pacific/Kiritimati", "Pacific/Pago_Pago"]

    private func zone(_ name: String) throws -> TimeZone { try #require(TimeZone(identifier: name)) }

    private func instant(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }

    @Test(arguments: [
        ("Europe/Amsterdam", "2027-02-23T23:00:00Z"), ("UTC", "2027-02-24T00:00:00Z"), ("America/Kralendijk", "2027-02-24T04:00:00Z"),
        ("Pacific/Kiritimati", "2027-02-23T10:00:00Z"), ("Pacific/Pago_Pago", "2027-02-24T11:00:00Z"),
    ]) func `a day begins and the day before ends at midnight in the zone`(name: String, midnight: String) throws {
        let (zone, midnight, day) = (try zone(name), try instant(midnight), try #require(CalendarDay("2027-02-24")))
        #expect(day.start(in: zone) == midnight)
        #expect(day.adding(days: -1).end(in: zone) == midnight)
        #expect(CalendarDay(midnight, in: zone) == day)
        #expect(CalendarDay(midnight.addingTimeInterval(-0.5), in: zone) == day.adding(days: -1))
        #expect(CalendarDay(lastBefore: midnight, in: zone) == day.adding(days: -1))
        #expect(CalendarDay(lastBefore: midnight.addingTimeInterval(1), in: zone) == day)
    }

    @Test(arguments: zones) func `every instant of a day, and no other, is in that day`(name: String) throws {
        let zone = try zone(name)
        // The days around both changes of the clock in the Netherlands, and the turn of a year.
        for text in ["2027-03-27", "2027-03-28", "2027-03-29", "2026-10-24", "2026-10-25", "2026-10-26", "2026-12-31", "2027-01-01"] {
            let day = try #require(CalendarDay(text))
            let (start, end) = (day.start(in: zone), day.end(in: zone))
            for hour in stride(from: 0, to: end.timeIntervalSince(start), by: 1800) {
                #expect(CalendarDay(start.addingTimeInterval(hour), in: zone) == day)
            }
            #expect(CalendarDay(start.addingTimeInterval(-1), in: zone) == day.adding(days: -1))
            #expect(CalendarDay(end, in: zone) == day.adding(days: 1))
        }
    }

    @Test(arguments: [("2027-03-28", 23.0), ("2026-10-25", 25.0), ("2027-03-27", 24.0)])
    func `a day of a change of the clock has 23 or 25 hours`(text: String, hours: Double) throws {
        let (zone, day) = (try zone("Europe/Amsterdam"), try #require(CalendarDay(text)))
        #expect(day.end(in: zone).timeIntervalSince(day.start(in: zone)) == hours * 3600)
    }

    @Test(arguments: [("1970-01-01", 0), ("1969-12-31", -1), ("2000-02-29", 11_016), ("2027-02-24", 20_873)])
    func `a date is written and read the same`(text: String, number: Int) throws {
        let day = try #require(CalendarDay(text))
        #expect(day.number == number)
        #expect(day.text == text)
        let (year, month, date) = day.components
        #expect([year, month, date] == text.split(separator: "-").compactMap { Int($0) })
    }

    @Test(arguments: [
        "", "2027-02-29", "2027-13-01", "2027-00-01", "2027-04-31", "2027-2-4", "27-02-24", "2027-02-24T00:00:00Z", "+027-02-24",
        "2027/02/24", "2027-02-24 ", "２０２７-02-24",
    ]) func `a text that is no date of the calendar is refused`(text: String) {
        #expect(CalendarDay(text) == nil)
    }
}
