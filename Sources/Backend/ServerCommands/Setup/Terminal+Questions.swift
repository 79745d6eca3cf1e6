// SPDX-License-Identifier: EUPL-1.2

package import ArgumentParser
import Foundation
import ServerState

/// The questions of `init` in a terminal.
extension Terminal {
    /// True if a person can answer questions.
    package static var isInteractive: Bool { isatty(STDIN_FILENO) == 1 }

    /// Repeats a question until the answer has a character and is accepted.
    ///
    /// - Parameter check: throws the reason why an answer is refused.
    /// - Throws: `StartError` at the end of the input.
    package static func ask(_ question: String, _ check: (String) throws -> Void = { _ in }) throws -> String {
        while true { if let answer = try askOptional(question, check) { return answer } }
    }

    /// Repeats a question until the answer is accepted; nil for an empty answer.
    ///
    /// - Parameter check: throws the reason why an answer is refused.
    /// - Throws: `StartError` at the end of the input.
    package static func askOptional(_ question: String, _ check: (String) throws -> Void = { _ in }) throws -> String? {
        while true {
            FileHandle.standardError.write(Data((question + ": ").utf8))
            guard let answer = readFirstLine() else { throw StartError("The input ended before the last answer. Nothing was changed.") }
            guard !answer.isEmpty else { return nil }
            do {
                try check(answer)
                return answer
            } catch {
                complain(line("\(error)"))
            }
        }
    }
}

extension ParsableArguments {
    /// Checks arguments for these options.
    ///
    /// - Throws: `ValidationError` with the reason.
    package static func check(_ arguments: [String]) throws {
        do {
            _ = try parse(arguments)
        } catch {
            throw ValidationError(message(for: error))
        }
    }

    /// Checks an answer for one option.
    ///
    /// - Parameter others: valid values of the options that must be given with it.
    /// - Throws: `ValidationError` with the reason.
    package static func check(_ answer: String, for option: String, with others: [String: String] = [:]) throws {
        let values = others.merging([option: answer]) { _, answer in answer }
        try check(values.map { "--\($0)=\($1)" })
    }
}
