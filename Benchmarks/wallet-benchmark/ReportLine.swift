// SPDX-License-Identifier: EUPL-1.2

import Foundation

/// The lines of reports: a name, a value at the right of its column, and a note.
enum ReportLine {
    static func text(_ name: String, _ value: String, _ note: String = "", nameWidth: Int = 36, valueWidth: Int = 12) -> String {
        let line =
            "  " + name.padding(toLength: max(nameWidth, name.count), withPad: " ", startingAt: 0)
            + String(repeating: " ", count: max(1, valueWidth - value.count)) + value
        return note.isEmpty ? line : line + " " + note
    }

    static func decimal(_ value: Double, _ digits: Int = 2) -> String { String(format: "%.\(digits)f", value) }

    /// Seconds in milliseconds.
    static func milliseconds(_ seconds: Double) -> String { decimal(seconds * 1e3) }

    /// Seconds in microseconds.
    static func microseconds(_ seconds: Double) -> String { decimal(seconds * 1e6, 1) }
}
