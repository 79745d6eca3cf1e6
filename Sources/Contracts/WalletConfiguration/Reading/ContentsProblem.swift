// SPDX-License-Identifier: EUPL-1.2

/// A problem in a document's contents.
package struct ContentsProblem: Sendable, Hashable, CustomStringConvertible {
    /// The path of member names and element indexes, such as `services.update_policy.url` or `rules[2].from`; empty for the whole document.
    /// An unknown member appears by name if the name is a plain word.
    package let path: String
    /// A few words for developers; contains no value.
    package let reason: String

    /// A problem at a path. `reason` must not contain a value.
    package init(path: String, _ reason: String) {
        self.path = path
        self.reason = reason
    }

    package var description: String { path.isEmpty ? reason : "\(path): \(reason)" }
}

/// Unacceptable contents, with every problem found.
package struct UnacceptableContents: Error, Sendable, Hashable, CustomStringConvertible {
    /// At least one problem.
    package let problems: [ContentsProblem]

    package init(_ problems: [ContentsProblem]) {
        self.problems = problems
    }

    /// An error for one problem.
    init(_ path: String, _ reason: String) {
        problems = [ContentsProblem(path: path, reason)]
    }

    /// All problems, separated by semicolons.
    package var description: String { problems.map(\.description).joined(separator: "; ") }
}
