// SPDX-License-Identifier: EUPL-1.2

import WalletApp
import WebPages

extension ComponentRenderer {
    /// Six dots and the keys, and a progress indicator that replaces the keys during the check.
    func pinPad(_ pad: PINPad) -> HTML {
        .group([keypad(pad), progress("pinPad.checking")])
    }

    /// The digits stay in the page's memory until the sixth; no field or form contains them.
    private func keypad(_ pad: PINPad) -> HTML {
        .element(
            .div, .class("pin"), .role("group"), .aria("label", words(pad.label)), .data("row", pad.row.number),
            .data("control", pad.row.description)
        ) {
            HTML.element(.div, .class("dots"), .role("img"), .aria("label", digits("0")), .data("label", digits("{n}"))) {
                for _ in 1...6 { HTML.element(.span, .class("dot")) }
            }
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

    /// Announces the number of digits entered; the page substitutes its count for `{n}`.
    private func digits(_ count: String) -> String { words(Text("pinPad.digits", .verbatim(count))) }

    private func key(_ digit: Int) -> HTML {
        .element(.button, .type("button"), .class("key"), .data("key", String(digit))) { String(digit) }
    }
}
