// SPDX-License-Identifier: EUPL-1.2

import PhoneSimulator
import PlatformSupport
import WalletApp
import WebPages

/// Draws the system's prompt for a face or finger, with the app's texts and the system's own.
struct SensorPromptRenderer: Sendable {
    private let artwork: Artwork
    private let kind: BiometricKind
    private let words: SensorPromptWords

    init(artwork: Artwork, kind: BiometricKind, language: Language) {
        self.artwork = artwork
        self.kind = kind
        words = SensorPromptWords(language, kind)
    }

    func html(_ prompt: SensorPrompt) -> HTML {
        switch prompt.stage {
        case .scanning, .message(.scansOn): scanning(prompt)
        case .message(.asksToTryAgain):
            message("asks-to-try-again", words.notRecognised, prompt.texts.reason) {
                [button(.faceCancel, words.close), button(.faceTryAgain, words.tryAgain)]
            }
        case .message(.offersFallback):
            message("offers-fallback", words.notRecognised, prompt.texts.reason) {
                [button(.faceCancel, words.cancel), button(.faceFallback, prompt.texts.fallback)]
            }
        case .message(.tellsLockout):
            message("tells-lockout", words.tooManyTries, words.notRecognised) {
                [button(.faceCancel, words.close)]
            }
        case .message(.leavesFallback):
            message("leaves-fallback", words.notRecognised, prompt.texts.fallback) {
                [button(.faceCancel, words.ok)]
            }
        }
    }

    private func scanning(_ prompt: SensorPrompt) -> HTML {
        switch kind {
        case .faceID: faceID(prompt.texts)
        case .touchID: touchID(prompt.texts)
        case .face, .fingerprint: sheet(prompt)
        }
    }

    /// Face ID shows only its name, and has no button.
    private func faceID(_ texts: BiometricPrompt) -> HTML {
        .element(
            .div, .class("face-id"), .data("state", "scanning"), .role("status"), .aria("label", "\(words.sensor): \(texts.reason)"),
            .data("sensor", "scanning")
        ) {
            artwork.icon(.faceID)
            HTML.element(.p) { words.sensor }
        }
    }

    private func touchID(_ texts: BiometricPrompt) -> HTML {
        .element(.div, [.class("face-id"), .data("state", "scanning"), .data("sensor", "scanning")] + dialog) {
            artwork.icon(.fingerprint)
            HTML.element(.h2, .id("sensor-title"), .tabindex(-1)) { words.sensor }
            HTML.element(.p, .id("sensor-text")) { texts.reason }
            HTML.element(.div, .class("alert-actions")) { button(.faceCancel, words.cancel) }
        }
    }

    /// An Android phone's sheet stays after a mismatch and shows a message.
    private func sheet(_ prompt: SensorPrompt) -> HTML {
        let isMismatch = prompt.stage == .message(.scansOn)
        return .element(
            .div,
            [.class("face-id sensor-sheet"), .data("state", "scanning"), .data("sensor", isMismatch ? "scans-on" : "scanning")] + dialog
        ) {
            HTML.element(.h2, .class("sensor-title"), .id("sensor-title"), .tabindex(-1)) { prompt.texts.title }
            HTML.element(.p, .id("sensor-text")) { prompt.texts.reason }
            artwork.icon(kind == .face ? .faceID : .fingerprint)
            HTML.element(.p, .class("sensor-message"), .role(isMismatch ? "alert" : "status")) {
                isMismatch ? words.notRecognised : words.instruction
            }
            HTML.element(.div, .class("alert-actions")) { button(.faceFallback, prompt.texts.fallback) }
        }
    }

    private func message(_ stage: String, _ title: String, _ text: String, _ buttons: () -> [HTML]) -> HTML {
        let buttons = buttons()
        return .element(.div, .class("scrim system"), .data("sensor", stage)) {
            HTML.element(.div, [.class("alert")] + dialog) {
                HTML.element(.h2, .id("sensor-title"), .tabindex(-1)) { title }
                HTML.element(.p, .id("sensor-text")) { text }
                HTML.element(.div, .class("alert-actions")) { buttons }
            }
        }
    }

    private var dialog: [HTML.Attribute] {
        [.role("alertdialog"), .aria("modal", "true"), .aria("labelledby", "sensor-title"), .aria("describedby", "sensor-text")]
    }

    private func button(_ action: DeviceAction, _ label: String) -> HTML {
        .element(.button, .type("button"), .data("action", action.name)) { label }
    }
}
