// SPDX-License-Identifier: EUPL-1.2

import PhoneSimulator
import WalletApp
import WebPages

/// Draws the system's question whether the app may use the camera. An iPhone has the refusal first, an Android phone last.
struct CameraPromptRenderer: Sendable {
    let kind: PhoneKind
    let words: CameraPromptWords

    var html: HTML {
        let (allow, refuse) = (button(.camera(.allow), words.allow), button(.camera(.refuse), words.refuse))
        let buttons =
            switch kind {
            case .iPhone: [refuse, allow]
            case .android: [allow, refuse]
            }
        let described: [HTML.Attribute] = words.purpose == nil ? [] : [.aria("describedby", "sensor-text")]
        let dialog: [HTML.Attribute] = [.role("alertdialog"), .aria("modal", "true"), .aria("labelledby", "sensor-title")] + described
        return .element(.div, .class("scrim system"), .data("sensor", "camera")) {
            HTML.element(.div, [.class("alert")] + dialog) {
                HTML.element(.h2, .id("sensor-title"), .tabindex(-1)) { words.title }
                if let purpose = words.purpose { HTML.element(.p, .id("sensor-text")) { purpose } }
                HTML.element(.div, .class("alert-actions")) { buttons }
            }
        }
    }

    private func button(_ action: DeviceAction, _ label: String) -> HTML {
        .element(.button, .type("button"), .data("action", action.name)) { label }
    }
}
