// SPDX-License-Identifier: EUPL-1.2

import Foundation

/// The command's output for the operator or a script.
enum Terminal {
    /// Writes a line to standard output.
    static func write(_ line: String) {
        FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }

    /// The first line of standard input without surrounding spaces; nil if there is none.
    static func readFirstLine() -> String? {
        readLine(strippingNewline: true)?.trimmingCharacters(in: .whitespaces)
    }

    /// The format of a time in output: ISO 8601 in UTC, to the second.
    static func text(_ date: Date) -> String { date.formatted(.iso8601) }
}
