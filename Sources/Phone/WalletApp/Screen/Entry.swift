// SPDX-License-Identifier: EUPL-1.2

/// A field for a few characters that a person types, and the button that enters them.
package struct Entry: Sendable, Hashable {
    /// The row that entering takes; it names the control.
    package let row: Row
    /// What is asked for.
    package let label: Text
    /// The button's words.
    package let button: Text

    /// The most characters that it takes.
    package static let length = 16
}

/// A sheet of paper: all that is printed of a screen.
package struct Printout: Sendable, Hashable {
    /// Its heading.
    package let title: Text
    /// What it says, a paragraph each.
    package let paragraphs: [Text]
    /// The code on it.
    package let groups: [String]
    /// The name of the code.
    package let label: Text
}

extension Piece {
    /// A field; an empty entry, and one that is too long, is refused.
    package static func entry(
        _ label: Text, button: Text, row: Row, _ action: @escaping @Sendable (String) -> Action
    ) -> Piece {
        Piece(
            .entry(Entry(row: row, label: label, button: button)),
            [row: { value in value?.text.flatMap { (1...Entry.length).contains($0.count) ? action($0) : nil } }])
    }
}
