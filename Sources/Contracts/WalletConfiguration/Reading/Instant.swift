// SPDX-License-Identifier: EUPL-1.2

import Foundation
import JSON

/// An instant in a document, written `2026-01-31T23:59:59Z`, from 2020 to 2199.
package struct Instant: Sendable, Hashable {
    /// Seconds since 1970.
    package let seconds: Int64

    private static let range: ClosedRange<Int64> = 1_577_836_800...7_258_118_399

    /// An instant; nil outside these years.
    package init?(seconds: Int64) {
        guard Self.range.contains(seconds) else { return nil }
        self.seconds = seconds
    }

    /// Reads an instant; nil for any other spelling (another zone, fractions, a 60th second) and outside these years.
    package init?(_ text: String) {
        guard text.utf8.count == 20, let date = try? Date(text, strategy: .iso8601) else { return nil }
        self.init(seconds: Int64(date.timeIntervalSince1970))
        // Foundation accepts more than one spelling.
        guard self.text == text else { return nil }
    }

    /// The only accepted spelling of the instant.
    package var text: String { Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601) }

    /// The instant as JSON.
    static func json(_ seconds: Int64) -> JSONValue {
        .string(Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601))
    }
}
