// SPDX-License-Identifier: EUPL-1.2

import WalletApp
import WebPages

extension ComponentRenderer {
    /// The top bar: back or the menu on the left, the product's mark and name in the middle, help on the right.
    func topBar(_ buttons: [Button]) -> HTML {
        .element(.div, .class("top-bar")) {
            HTML.element(.div, .class("top-start")) {
                for button in buttons where button.role.stands == .first { iconButton(button, button.role == .menu ? .menu : .back) }
            }
            for button in buttons where button.role.stands == .middle { markButton(button) }
            HTML.element(.div, .class("top-end")) {
                for button in buttons where button.role.stands == .last { iconButton(button, .help) }
            }
        }
    }

    /// The product's mark and name. The label, which contains the name, is the accessible name.
    private func markButton(_ button: Button) -> HTML {
        .element(.button, control(button.row) + [.class("mark-button"), .aria("label", words(button.label))]) {
            artwork.mark
            HTML.element(.span) { words("app.name") }
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
        case first, middle, last
    }

    /// The place in the top bar.
    fileprivate var stands: Place {
        switch self {
        case .back, .menu: .first
        case .info: .middle
        default: .last
        }
    }
}
