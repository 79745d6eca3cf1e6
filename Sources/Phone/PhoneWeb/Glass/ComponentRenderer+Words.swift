// SPDX-License-Identifier: EUPL-1.2

import WalletApp
import WebPages

extension ComponentRenderer {
    /// The title. It can be given the focus and names a dialog.
    func title(_ text: Text) -> HTML {
        switch place {
        case .screen: .element(.h1, .id("screen-title"), .tabindex(-1)) { words(text) }
        case .dialog, .systemDialog: .element(.h2, .id("dialog-title"), .tabindex(-1)) { words(text) }
        }
    }

    /// A code in groups that can be read aloud.
    func code(_ groups: [String], label: Text) -> HTML {
        .element(.div, .class("code"), .role("group"), .aria("label", words(label)), .untranslated) {
            for group in groups { HTML.element(.span, .class("group")) { group } }
        }
    }

    /// Names and values.
    func facts(_ facts: [Fact]) -> HTML {
        .element(.dl, .class("facts")) {
            for fact in facts {
                HTML.element(.dt) { words(fact.name) }
                switch fact.value {
                case .same(let value): HTML.element(.dd, .untranslated) { value }
                case .text(let text): HTML.element(.dd) { words(text) }
                }
            }
        }
    }
}
