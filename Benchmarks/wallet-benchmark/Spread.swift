// SPDX-License-Identifier: EUPL-1.2

import Foundation

/// The median of the rounds of a measurement, with the least and the greatest value.
struct Spread: Sendable {
    let median: Double
    let least: Double
    let greatest: Double

    /// - Parameter values: one value of each round; at least one.
    init(_ values: [Double]) {
        let sorted = values.sorted()
        precondition(!sorted.isEmpty, "a spread of nothing")
        let middle = sorted.count / 2
        median = sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
        (least, greatest) = (sorted[0], sorted[sorted.count - 1])
    }

    /// For example `0.98 to 1.04`.
    func range(_ digits: Int = 2) -> String { String(format: "%.\(digits)f to %.\(digits)f", least, greatest) }
}
