// SPDX-License-Identifier: EUPL-1.2

/// The findings of a check of evidence, line by line.
package struct EvidenceVerdict: Sendable, Hashable {
    /// One check.
    package struct Line: Sendable, Hashable {
        /// The checked part: `file`, `signature`, `request`, `times`, `roots`, `presentations`, or `credential` and the id of its query.
        package let name: String
        /// True if it holds.
        package let isGood: Bool
        /// The finding, or the code of the fault. No claims of the person.
        package let detail: String
    }

    /// The checks in their order. After one that fails, those that need it are left out.
    package let lines: [Line]

    /// True if every check holds and none was left out.
    package var isGood: Bool { lines.allSatisfy(\.isGood) }
}
