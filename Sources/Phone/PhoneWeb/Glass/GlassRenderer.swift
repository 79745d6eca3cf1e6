// SPDX-License-Identifier: EUPL-1.2

import SimulatedPhone
import WalletApp
import WebPages

/// Draws what is on the glass: the app's screens while it is in front, the home screen otherwise, and the phone's own signs over both.
struct GlassRenderer: Sendable {
    private let artwork: Artwork
    private let screens: ScreenRenderer

    /// - Parameters:
    ///   - artwork: icons and pictures.
    ///   - screens: draws the app's screens.
    init(artwork: Artwork, screens: ScreenRenderer) {
        self.artwork = artwork
        self.screens = screens
    }

    /// The glass for a state of the device and what the app shows, if anything.
    func draw(_ device: DeviceSnapshot, showing shown: Glass.Shown?) -> PageState.Phone {
        let words = SystemWords(device.language, device.kind)
        let visible = device.app == .foreground ? shown : nil
        return PageState.Phone(
            screen: (device.app == .foreground ? app(visible, in: device.language) : homeScreen(device, words)).markup,
            ticket: visible?.ticket ?? 0,
            isLive: visible?.presentation.isLive ?? false,
            direction: (visible?.presentation.direction ?? .none).rawValue,
            status: status(device.settings.network).markup,
            sensor: device.scanPrompt.map { sensor(device, words, $0).markup } ?? "",
            language: device.language.rawValue)
    }

    private func app(_ shown: Glass.Shown?, in language: Language) -> HTML {
        shown.map { screens.html($0.presentation, in: language) } ?? .group([])
    }

    private func homeScreen(_ device: DeviceSnapshot, _ words: SystemWords) -> HTML {
        .element(.section, .class("home-screen"), .lang(device.language.rawValue)) {
            HTML.element(
                .button, .type("button"), .class("app-icon"), .aria("label", words.openApp),
                .data("action", (device.app == .background ? DeviceAction.foreground : .launch).name)
            ) {
                artwork.mark
                HTML.element(.span) { SystemWords.appName }
            }
        }
    }

    private func status(_ network: DeviceSettings.Network) -> HTML {
        .group([
            artwork.icon(network == .offline ? .noSignal : .signal), artwork.icon(network == .offline ? .noWiFi : .wifi),
            artwork.icon(.battery),
        ])
    }

    private func sensor(_ device: DeviceSnapshot, _ words: SystemWords, _ prompt: String) -> HTML {
        switch device.kind {
        case .iPhone: faceID(words, prompt)
        case .android: fingerprint(words, prompt, failures: device.failedScans)
        }
    }

    /// The system says only what it does.
    private func faceID(_ words: SystemWords, _ prompt: String) -> HTML {
        .element(.div, .class("face-id"), .data("state", "scanning"), .role("status"), .aria("label", "\(words.sensor): \(prompt)")) {
            artwork.icon(.faceID)
            HTML.element(.p) { words.sensor }
        }
    }

    /// The system says why, and what the last finger was.
    private func fingerprint(_ words: SystemWords, _ prompt: String, failures: Int) -> HTML {
        .element(
            .div, .class("face-id fingerprint"), .data("state", failures > 0 ? "failed" : "scanning"), .data("failures", String(failures)),
            .role("status"), .aria("label", "\(words.sensor): \(prompt)")
        ) {
            HTML.element(.p, .class("sensor-title")) { prompt }
            artwork.icon(.fingerprint)
            HTML.element(.p) { failures > 0 ? words.notRecognised : words.touch }
        }
    }
}
