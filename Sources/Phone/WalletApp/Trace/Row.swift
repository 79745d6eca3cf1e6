// SPDX-License-Identifier: EUPL-1.2

/// A row of the functional design, written `UC2.3/1.4b`.
package struct Row: Sendable, Hashable, Codable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The use case or partial flow, such as `UC2.3` or `PF2.8`; `error` for the error screens.
    package let design: String
    /// The row's number within it: `1.4`, `1.4b`; on an error screen the error's name.
    package let number: String

    /// The canonical form, `UC2.3/1.4b`.
    package var description: String { "\(design)/\(number)" }

    package init(_ design: String, _ number: String) {
        self.design = design
        self.number = number
    }

    /// Parses `UC2.3/1.4b`; a text without a slash gives a row without a number.
    package init(stringLiteral text: String) {
        let parts = text.split(separator: "/", maxSplits: 1)
        self.init(String(parts.first ?? ""), parts.count > 1 ? String(parts[1]) : "")
    }
}
