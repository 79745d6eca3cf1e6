// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ServerState

/// The questions of `init` in a terminal.
extension Terminal {
    /// True if a person can answer questions.
    package static var isInteractive: Bool { isatty(STDIN_FILENO) == 1 }

    /// Repeats a question until the answer has a character.
    ///
    /// - Throws: `StartError` at the end of the input.
    package static func ask(_ question: String) throws -> String {
        while true { if let answer = try askOptional(question) { return answer } }
    }

    /// Asks a question; nil for an empty answer.
    ///
    /// - Throws: `StartError` at the end of the input.
    package static func askOptional(_ question: String) throws -> String? {
        FileHandle.standardError.write(Data((question + ": ").utf8))
        guard let line = readFirstLine() else { throw StartError("The input ended before the last answer. Nothing was changed.") }
        return line.isEmpty ? nil : line
    }
}
