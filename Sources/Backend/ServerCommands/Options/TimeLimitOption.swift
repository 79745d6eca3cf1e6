// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser

/// The options with which an operator changes a time limit of a server.
package enum TimeLimitOption {
    /// Checks that time limits are in their range.
    ///
    /// - Parameters:
    ///   - options: names without dashes, and values.
    ///   - range: in the unit of the options.
    /// - Throws: `ValidationError` for the first value outside the range.
    package static func check(_ options: [(name: String, value: Int)], in range: ClosedRange<Int>) throws {
        for (name, value) in options where !range.contains(value) {
            throw ValidationError("--\(name) is \(range.lowerBound) to \(range.upperBound)")
        }
    }
}

extension Duration {
    /// Milliseconds, rounded down; the value of an option.
    package var wholeMilliseconds: Int { Int(self / .milliseconds(1)) }
    /// Seconds, rounded down; the value of an option.
    package var wholeSeconds: Int { Int(self / .seconds(1)) }
}
