// SPDX-License-Identifier: EUPL-1.2

import WalletApp
import WebPages

extension ComponentRenderer {
    /// A button with a text label.
    func button(_ button: Button, takesEscape: Bool) -> HTML {
        var attributes = control(button.row)
        if let value = button.value { attributes.append(.data("value", value)) }
        if takesEscape { attributes.append(.data("escape", "true")) }
        attributes.append(.class("button \(button.role.rawValue)"))
        return .element(.button, attributes) {
            if let icon = button.icon { artwork.listIcon(icon) }
            words(button.label)
        }
    }

    /// A button with an icon; the label is its accessible name.
    func iconButton(_ button: Button, _ icon: Artwork.Icon) -> HTML {
        var attributes = control(button.row) + [.class("icon-button"), .aria("label", words(button.label))]
        if button.role == .back { attributes.append(.data("escape", "true")) }
        return .element(.button, attributes) { artwork.icon(icon) }
    }

    /// The buttons at the end. Escape presses the closing button.
    func actions(_ buttons: [Button]) -> HTML? {
        guard !buttons.isEmpty else { return nil }
        let closing = closing(among: buttons)
        return .element(.div, .class("actions")) {
            for button in buttons { self.button(button, takesEscape: button == closing) }
        }
    }

    /// The attributes that identify a control and its row.
    func control(_ row: Row) -> [HTML.Attribute] {
        [.type("button"), .data("row", row.number), .data("control", row.description)]
    }

    /// The button that closes the dialog: the only one, or of several the one that leads back. Escape ends and begins nothing.
    private func closing(among buttons: [Button]) -> Button? {
        guard place != .screen else { return nil }
        return buttons.count == 1 ? buttons.first : buttons.first { $0.leadsBack }
    }
}
