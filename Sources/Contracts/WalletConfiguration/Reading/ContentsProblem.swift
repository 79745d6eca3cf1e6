// SPDX-License-Identifier: EUPL-1.2

/// One thing that is wrong in a document's contents.
package struct ContentsProblem: Sendable, Hashable, CustomStringConvertible {
    /// Where: the names of members and the numbers of entries from the outside in, such as `services.update_policy.url` or `rules[2].from`;
    /// empty for the whole. A member that nobody knows stands in it by its name, when that is a plain word.
    package let path: String
    /// What is wrong, in a few words for a developer; never a value.
    package let reason: String

    /// A problem at a place. `reason` never holds a value.
    package init(path: String, _ reason: String) {
        self.path = path
        self.reason = reason
    }

    /// Place and reason.
    package var description: String { path.isEmpty ? reason : "\(path): \(reason)" }
}

/// Contents that are not what they should be, with everything that is wrong with them.
package struct UnacceptableContents: Error, Sendable, Hashable, CustomStringConvertible {
    /// At least one.
    package let problems: [ContentsProblem]

    /// An error for these problems.
    package init(_ problems: [ContentsProblem]) {
        self.problems = problems
    }

    /// An error for one problem.
    init(_ path: String, _ reason: String) {
        problems = [ContentsProblem(path: path, reason)]
    }

    /// All problems, with semicolons between them.
    package var description: String { problems.map(\.description).joined(separator: "; ") }
}
