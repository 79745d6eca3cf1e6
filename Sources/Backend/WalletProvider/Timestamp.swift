// SPDX-License-Identifier: EUPL-1.2

package import Foundation

/// A point in time as stored and compared: whole milliseconds since 1970, never negative.
///
/// Arithmetic saturates instead of trapping, so that no stored value or clock can crash the provider.
package struct Timestamp: Sendable, Hashable, Comparable {
    /// Milliseconds since 1970, 0 or more.
    package let milliseconds: Int64

    /// Seconds since 1970, rounded down, as used in tokens.
    package var seconds: Int64 { milliseconds / 1000 }

    /// Creates a stored time; a negative value becomes 0.
    package init(milliseconds: Int64) {
        self.milliseconds = max(0, milliseconds)
    }

    /// Creates the time of a date, rounded down to the millisecond.
    package init(_ date: Date) {
        let exact = (date.timeIntervalSince1970 * 1000).rounded(.down)
        self.init(milliseconds: Int64(exactly: exact) ?? (exact > 0 ? .max : 0))
    }

    /// Returns the time this many milliseconds later, or earlier if the offset is negative.
    package func advanced(byMilliseconds offset: Int64) -> Timestamp {
        let (sum, overflow) = milliseconds.addingReportingOverflow(offset)
        return Timestamp(milliseconds: overflow ? (offset > 0 ? .max : 0) : sum)
    }

    /// True if the first time is earlier.
    package static func < (left: Timestamp, right: Timestamp) -> Bool { left.milliseconds < right.milliseconds }
}

extension Duration {
    /// The duration in milliseconds if it is a whole number in `range`; nil otherwise.
    func milliseconds(in range: ClosedRange<Int64>) -> Int64? {
        let (seconds, attoseconds) = components
        guard attoseconds % 1_000_000_000_000_000 == 0 else { return nil }
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        guard !overflow else { return nil }
        let (sum, carry) = product.addingReportingOverflow(attoseconds / 1_000_000_000_000_000)
        return !carry && range.contains(sum) ? sum : nil
    }
}
