// SPDX-License-Identifier: EUPL-1.2

import WalletApp
import WebPages

extension ComponentRenderer {
    /// A list whose rows navigate, or are options, one of them selected.
    func list(_ rows: [ListRow], label: Text) -> HTML {
        .element(.ul, .class("list"), .aria("label", words(label))) {
            for row in rows { HTML.element(.li) { self.row(row) } }
        }
    }

    private func row(_ row: ListRow) -> HTML {
        let isChoice = row.isChosen != nil
        var attributes: [HTML.Attribute] = row.row.map { control($0) } ?? [.type("button")]
        attributes.append(.class(isChoice ? "list-row option" : row.isDestructive ? "list-row destructive" : "list-row"))
        if let target = row.target { attributes.append(.data("value", target)) }
        if let isChosen = row.isChosen { attributes.append(.aria("pressed", String(isChosen))) }
        return .element(.button, attributes) {
            if let icon = row.icon { artwork.listIcon(icon) }
            HTML.element(.span, .class("list-words")) {
                HTML.element(.span, .class("list-label")) { words(row.label) }
                if let value = row.value { HTML.element(.span, .class("list-value")) { words(value) } }
                if let detail = row.detail { HTML.element(.span, .class("list-detail")) { words(detail) } }
            }
        }
    }

    /// A switch with its label.
    func toggle(_ toggle: Toggle) -> HTML {
        .element(
            .button,
            control(toggle.row) + [.class("toggle"), .role("switch"), .aria("checked", String(toggle.isOn))]
        ) {
            HTML.element(.span, .class("list-label")) { words(toggle.label) }
            HTML.element(.span, .class("track"), .aria("hidden", "true")) { HTML.element(.span, .class("thumb")) { "" } }
        }
    }
}
