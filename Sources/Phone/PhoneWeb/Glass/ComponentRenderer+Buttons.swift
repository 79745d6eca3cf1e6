// SPDX-License-Identifier: EUPL-1.2

import WalletApp
import WebPages

extension ComponentRenderer {
    /// A button with words.
    func button(_ button: Button, takesEscape: Bool) -> HTML {
        var attributes = control(button.row)
        if let value = button.value { attributes.append(.data("value", value)) }
        if takesEscape { attributes.append(.data("escape", "true")) }
        if place != .systemDialog { attributes.append(.class("button \(button.role.rawValue)")) }
        return .element(.button, attributes) { words(button.label) }
    }

    /// A button that is an icon; its words are its name.
    func iconButton(_ button: Button, _ icon: Artwork.Icon) -> HTML {
        var attributes = control(button.row) + [.class("icon-button"), .aria("label", words(button.label))]
        if button.role == .back { attributes.append(.data("escape", "true")) }
        return .element(.button, attributes) { artwork.icon(icon) }
    }

    /// The buttons at the end. Escape presses the one that only closes.
    func actions(_ buttons: [Button]) -> HTML? {
        guard !buttons.isEmpty else { return nil }
        let closing = closing(among: buttons)
        // The system puts what it recommends last.
        let ordered = place == .systemDialog ? buttons.filter { $0.role == .text } + buttons.filter { $0.role != .text } : buttons
        return .element(.div, .class(place == .systemDialog ? "alert-actions" : "actions")) {
            for button in ordered { self.button(button, takesEscape: button == closing) }
        }
    }

    /// What names a control and what it takes.
    func control(_ row: Row) -> [HTML.Attribute] {
        [.type("button"), .data("row", row.number), .data("control", row.description)]
    }

    /// One button closes. Of several, the system's dialogs close with the weaker one, the app's own with the main one unless something
    /// would be removed.
    private func closing(among buttons: [Button]) -> Button? {
        guard buttons.count > 1, place != .screen else { return place == .screen ? nil : buttons.first }
        let isWeakerOne = place == .systemDialog || buttons.contains { $0.role == .destructive }
        return buttons.first { $0.role == (isWeakerOne ? .text : .primary) }
    }
}
