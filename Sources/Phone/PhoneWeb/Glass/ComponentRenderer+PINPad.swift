// SPDX-License-Identifier: EUPL-1.2

import WalletApp

extension ComponentRenderer {
    /// Six dots and the keys. What is typed stays in the page until the sixth digit; no field and no form ever holds it.
    func pinPad(_ pad: PINPad) -> HTML {
        .element(
            .div, .class("pin"), .role("group"), .aria("label", words(pad.label)), .data("row", pad.row.number),
            .data("control", pad.row.description)
        ) {
            HTML.element(.div, .class("dots"), .role("img"), .aria("label", system.digits("0")), .data("label", system.digits("{n}"))) {
                for _ in 1...6 { HTML.element(.span, .class("dot")) }
            }
            HTML.element(.p, .class("pin-message"), .role("alert"))
            HTML.element(.div, .class("keys"), .role("group"), .aria("label", system.keys)) {
                for digit in 1...9 { key(digit) }
                HTML.element(.span, .class("key key-blank"))
                key(0)
                HTML.element(.button, .type("button"), .class("key key-icon"), .data("key", "delete"), .aria("label", system.delete)) {
                    artwork.icon(.delete)
                }
            }
        }
    }

    private func key(_ digit: Int) -> HTML {
        .element(.button, .type("button"), .class("key"), .data("key", String(digit))) { String(digit) }
    }
}
