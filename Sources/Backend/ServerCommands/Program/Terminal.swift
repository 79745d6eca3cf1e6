// SPDX-License-Identifier: EUPL-1.2

package import Foundation

/// Input and output of a command: a person or a script reads it.
package enum Terminal {
    /// Writes a line to the standard output.
    package static func write(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

    /// Writes a line to the standard error.
    package static func complain(_ line: String) { FileHandle.standardError.write(Data((line + "\n").utf8)) }

    /// Returns a text as one line, with a space in place of each line break.
    package static func line(_ text: String) -> String { text.split(whereSeparator: \.isNewline).joined(separator: " ") }

    /// Returns the first line of the standard input, without spaces around it; nil at the end of the input.
    package static func readFirstLine() -> String? { readLine(strippingNewline: true)?.trimmingCharacters(in: .whitespaces) }

    /// Formats an instant: ISO 8601 in UTC, to the second.
    package static func text(_ date: Date) -> String { date.formatted(.iso8601) }
}
