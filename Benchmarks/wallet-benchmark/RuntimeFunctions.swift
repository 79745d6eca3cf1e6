// SPDX-License-Identifier: EUPL-1.2

import Foundation

/// The C and C++ functions of Swift's libraries by their symbol, each with the name of its library. A released program has them linked in,
/// so the file of a function does not say what it belongs to. The libraries' Swift functions name their module themselves.
struct RuntimeFunctions: Sendable {
    private let libraries: [Substring: Substring]

    /// Reads a file of lines with a symbol and a library, such as `swift_retain libswiftCore`. For a symbol in several libraries, such as
    /// a template's copy, the first line holds.
    init(contentsOf path: String) throws {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { throw BenchmarkError("\(path) cannot be read") }
        var libraries: [Substring: Substring] = [:]
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            if words.count == 2, libraries[words[0]] == nil { libraries[words[0]] = words[1] }
        }
        // Without it every unlock's references would be counted as cryptography.
        guard libraries["swift_retain"] != nil else { throw BenchmarkError("\(path) lacks swift_retain") }
        self.libraries = libraries
    }

    /// The library of a function; callgrind marks recursion with an apostrophe.
    func library(of function: Substring) -> Substring? { libraries[function.prefix { $0 != "'" }] }
}
