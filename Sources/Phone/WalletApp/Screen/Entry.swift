// SPDX-License-Identifier: EUPL-1.2

/// A field for a few characters, and its submit button.
package struct Entry: Sendable, Hashable {
    /// The row that submitting takes; it identifies the control.
    package let row: Row
    /// The label of the field.
    package let label: Text
    /// The label of the button.
    package let button: Text

    /// The largest number of characters.
    package static let length = 16
}

/// The printed form of a screen: one sheet.
package struct Printout: Sendable, Hashable {
    package let title: Text
    package let paragraphs: [Text]
    /// The groups of the printed code.
    package let groups: [String]
    /// The name of the code.
    package let label: Text
}

extension Piece {
    /// A field with its button; it refuses an empty or too long text.
    package static func entry(
        _ label: Text, button: Text, row: Row, _ action: @escaping @Sendable (String) -> Action
    ) -> Piece {
        Piece(
            .entry(Entry(row: row, label: label, button: button)),
            [row: { value in value?.text.flatMap { (1...Entry.length).contains($0.count) ? action($0) : nil } }])
    }
}
