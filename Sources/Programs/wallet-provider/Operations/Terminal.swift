// SPDX-License-Identifier: EUPL-1.2

import Foundation

/// What a command says to the person, or the script, that ran it.
enum Terminal {
    /// Writes a line to the standard output.
    static func write(_ line: String) {
        FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }

    /// The first line of the standard input, without spaces around it; nil when there is none.
    static func readFirstLine() -> String? {
        readLine(strippingNewline: true)?.trimmingCharacters(in: .whitespaces)
    }

    /// An instant as the commands write it: ISO 8601 in UTC, to the second.
    static func text(_ date: Date) -> String { date.formatted(.iso8601) }
}
