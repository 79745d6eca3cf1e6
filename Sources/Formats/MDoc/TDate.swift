// SPDX-License-Identifier: EUPL-1.2

public import CBOR
public import Foundation

/// An instant as `tdate` (RFC 8949 §3.4.1, ISO/IEC 18013-5 §9.1.2.4): tag 0 and `YYYY-MM-DDThh:mm:ssZ`, in UTC. Encoding writes no fraction
/// of a second; decoding truncates a fraction.
public struct TDate: Hashable, Sendable, Comparable {
    /// Seconds since 1970, in the years 0000 to 9999.
    public let seconds: Int64

    /// From the first second of the year 0000 to the first of the year 10000, exclusive.
    private static let range: Range<Int64> = -62_167_219_200..<253_402_300_800

    /// The second that contains an instant; nil outside the years 0000 to 9999.
    public init?(_ date: Date) {
        let seconds = date.timeIntervalSince1970.rounded(.down)
        guard let whole = Int64(exactly: seconds), Self.range.contains(whole) else { return nil }
        self.seconds = whole
    }

    /// Reads an item, truncated to the second. Nil for any other tag, form or time zone, a fraction of more than nine digits, an impossible
    /// date or time, or a leap second.
    public init?(_ item: CBORItem) {
        guard case .tagged(0, .text(let text)) = item else { return nil }
        guard let bytes = Self.withoutFraction(Array(text.utf8)), bytes.count == 20 else { return nil }
        for (index, separator) in zip([4, 7, 10, 13, 16, 19], "--T::Z".utf8) {
            guard bytes[index] == separator else { return nil }
        }
        func number(_ range: Range<Int>) -> Int64? {
            bytes[range].reduce(Int64?.some(0)) { sum, byte in
                guard let sum, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
                return sum * 10 + Int64(byte - UInt8(ascii: "0"))
            }
        }
        guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10), let hour = number(11..<13),
            let minute = number(14..<16), let second = number(17..<19), (1...12).contains(month),
            (1...Self.days(of: month, in: year)).contains(day), hour < 24, minute < 60, second < 60
        else { return nil }
        seconds = Self.daysBefore(year, month) * 86_400 + (day - 1) * 86_400 + hour * 3600 + minute * 60 + second
    }

    /// The text without its fraction of a second; nil if the fraction has no digits or more than nine.
    private static func withoutFraction(_ bytes: [UInt8]) -> [UInt8]? {
        guard bytes.count > 20, bytes[19] == UInt8(ascii: "."), bytes.last == UInt8(ascii: "Z") else { return bytes }
        let digits = bytes[20..<(bytes.count - 1)]
        let isNumber = digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard (1...9).contains(digits.count), isNumber else { return nil }
        return Array(bytes[..<19]) + [UInt8(ascii: "Z")]
    }

    /// The instant as a tagged item.
    public var item: CBORItem {
        let day = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
        let second = seconds - day * 86_400
        var year = 1970 + day / 366
        // The estimate is off by a few dozen years at most.
        while Self.daysBefore(year, 1) > day { year -= 1 }
        while Self.daysBefore(year + 1, 1) <= day { year += 1 }
        var month: Int64 = 12
        while Self.daysBefore(year, month) > day { month -= 1 }
        func digits(_ number: Int64, _ count: Int = 2) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        let date = digits(year, 4) + "-" + digits(month) + "-" + digits(day - Self.daysBefore(year, month) + 1)
        return .tagged(0, .text(date + "T" + digits(second / 3600) + ":" + digits(second / 60 % 60) + ":" + digits(second % 60) + "Z"))
    }

    /// The start of the second.
    public var date: Date { Date(timeIntervalSince1970: TimeInterval(seconds)) }

    /// True if the left instant is earlier.
    public static func < (left: TDate, right: TDate) -> Bool { left.seconds < right.seconds }

    private static func isLeap(_ year: Int64) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

    private static func days(of month: Int64, in year: Int64) -> Int64 {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Days from 1970-01-01 to the first of a month, in the Gregorian calendar.
    private static func daysBefore(_ year: Int64, _ month: Int64) -> Int64 {
        // Leap days before this year; adding 400 years keeps every term positive.
        let before = year + 399
        let leapDays = before / 4 - before / 100 + before / 400
        let yearDays = (year + 400) * 365 + leapDays - 865_624
        return (1..<month).reduce(yearDays) { $0 + days(of: $1, in: year) }
    }
}
