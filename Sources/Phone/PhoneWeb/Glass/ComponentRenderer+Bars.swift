// SPDX-License-Identifier: EUPL-1.2

import WalletApp
import WebPages

extension ComponentRenderer {
    /// The top bar: back or the menu on the left, other buttons on the right.
    func topBar(_ buttons: [Button]) -> HTML {
        .element(.div, .class("top-bar")) {
            for button in buttons where button.role.stands == .first { iconButton(button, button.role == .menu ? .menu : .back) }
            HTML.element(.span, .class("top-title"))
            for button in buttons where button.role.stands == .last { iconButton(button, button.role == .info ? .info : .help) }
        }
    }

    /// A progress bar of steps: completed, current and remaining.
    func stepBar(_ step: Int, of count: Int) -> HTML {
        .element(.div, .class("step-bar"), .role("img"), .aria("label", words(Text("stepBar.label", .number(step), .number(count))))) {
            for number in 1...max(1, count) {
                HTML.element(.span, .class(number < step ? "step done" : number == step ? "step now" : "step"))
            }
        }
    }
}

extension Button.Role {
    fileprivate enum Place {
        case first, last
    }

    /// The place in the top bar.
    fileprivate var stands: Place { self == .back || self == .menu ? .first : .last }
}
