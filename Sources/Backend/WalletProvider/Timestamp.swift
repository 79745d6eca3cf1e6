// SPDX-License-Identifier: EUPL-1.2

package import Foundation

/// A point in time as it is stored and compared: whole milliseconds since 1970, never before it.
///
/// Arithmetic stops at the ends instead of trapping, so that no stored value and no clock can bring the provider down.
package struct Timestamp: Sendable, Hashable, Comparable {
    /// Milliseconds since 1970, 0 or more.
    package let milliseconds: Int64

    /// Whole seconds since 1970, rounded down, as tokens have them.
    package var seconds: Int64 { milliseconds / 1000 }

    /// A stored time; a negative one is taken as 0.
    package init(milliseconds: Int64) {
        self.milliseconds = max(0, milliseconds)
    }

    /// A clock's reading, rounded down to the millisecond.
    package init(_ date: Date) {
        let exact = (date.timeIntervalSince1970 * 1000).rounded(.down)
        self.init(milliseconds: Int64(exactly: exact) ?? (exact > 0 ? .max : 0))
    }

    /// The time that many milliseconds later, or earlier for a negative number.
    package func advanced(byMilliseconds offset: Int64) -> Timestamp {
        let (sum, overflow) = milliseconds.addingReportingOverflow(offset)
        return Timestamp(milliseconds: overflow ? (offset > 0 ? .max : 0) : sum)
    }

    /// Earlier in time.
    package static func < (left: Timestamp, right: Timestamp) -> Bool { left.milliseconds < right.milliseconds }
}

extension Duration {
    /// The milliseconds, when they are a whole number in `range`; nil otherwise.
    func milliseconds(in range: ClosedRange<Int64>) -> Int64? {
        let (seconds, attoseconds) = components
        guard attoseconds % 1_000_000_000_000_000 == 0 else { return nil }
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        guard !overflow else { return nil }
        let (sum, carry) = product.addingReportingOverflow(attoseconds / 1_000_000_000_000_000)
        return !carry && range.contains(sum) ? sum : nil
    }
}
