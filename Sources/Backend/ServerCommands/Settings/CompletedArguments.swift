// SPDX-License-Identifier: EUPL-1.2

/// The arguments of a program, completed from a configuration file and the environment.
struct CompletedArguments: Sendable, Hashable {
    var arguments: [String] = []
    /// The origin of each option that was added, by its name without dashes: a variable, or a key and its file.
    var places: [String: String] = [:]

    /// Returns the origin of the first added option that a message about a wrong command line names; nil if it names none.
    func place(named message: String) -> String? {
        let words = message.split { !($0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-")) }
        return words.lazy.filter { $0.hasPrefix("--") }.compactMap { places[String($0.dropFirst(2))] }.first
    }
}
