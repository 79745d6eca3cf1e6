// SPDX-License-Identifier: EUPL-1.2

import WalletApp
import WebPages

extension ComponentRenderer {
    /// Six dots and the keys, and what the page shows in their place while the digits are checked.
    func pinPad(_ pad: PINPad) -> HTML {
        .group([keypad(pad), progress("pinPad.checking")])
    }

    /// What is typed stays in the page until the sixth digit; no field and no form ever holds it.
    private func keypad(_ pad: PINPad) -> HTML {
        .element(
            .div, .class("pin"), .role("group"), .aria("label", words(pad.label)), .data("row", pad.row.number),
            .data("control", pad.row.description)
        ) {
            HTML.element(.div, .class("dots"), .role("img"), .aria("label", digits("0")), .data("label", digits("{n}"))) {
                for _ in 1...6 { HTML.element(.span, .class("dot")) }
            }
            HTML.element(.p, .class("pin-message"), .role("alert"))
            HTML.element(.div, .class("keys"), .role("group"), .aria("label", words("pinPad.keys"))) {
                for digit in 1...9 { key(digit) }
                HTML.element(.span, .class("key key-blank"))
                key(0)
                HTML.element(
                    .button, .type("button"), .class("key key-icon"), .data("key", "delete"), .aria("label", words("pinPad.delete"))
                ) {
                    artwork.icon(.delete)
                }
            }
        }
    }

    /// How many digits are entered; the page puts its count in place of `{n}`.
    private func digits(_ count: String) -> String { words(Text("pinPad.digits", .verbatim(count))) }

    private func key(_ digit: Int) -> HTML {
        .element(.button, .type("button"), .class("key"), .data("key", String(digit))) { String(digit) }
    }
}
