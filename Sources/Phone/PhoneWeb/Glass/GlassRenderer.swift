// SPDX-License-Identifier: EUPL-1.2

import PhoneSimulator
import WalletApp
import WebPages

/// Draws the glass: the app's screens while it is in the foreground, otherwise the home screen, and the phone's own indicators above either
/// of them.
struct GlassRenderer: Sendable {
    private let artwork: Artwork
    private let screens: ScreenRenderer
    private let appName: String

    init(artwork: Artwork, screens: ScreenRenderer, appName: String) {
        self.artwork = artwork
        self.screens = screens
        self.appName = appName
    }

    /// Draws the glass for a state of the device and the presentation on it.
    func draw(_ device: DeviceSnapshot, showing shown: Glass.Shown?) -> PageState.Phone {
        let words = SystemWords(device.language, device.kind, appName: appName)
        let visible = device.app == .foreground ? shown : nil
        // An app without its user interface has no picture in the app switcher.
        let left = device.app == .background ? shown : nil
        return PageState.Phone(
            screen: screen(device, visible, left, words).markup,
            ticket: visible?.presentation.ticket ?? 0,
            isLive: visible?.presentation.isLive ?? false,
            direction: (visible?.presentation.direction ?? .none).rawValue,
            status: status(device.settings.network).markup,
            sensor: device.prompt.map {
                SensorPromptRenderer(artwork: artwork, kind: device.sensorKind, language: device.language).html($0).markup
            } ?? "",
            language: device.language.rawValue, kind: device.kind.rawValue, name: device.kind.name,
            busy: visible?.presentation.busy?.description ?? "",
            place: visible.map { "\($0.life).\($0.presentation.place)" } ?? "")
    }

    private func screen(_ device: DeviceSnapshot, _ visible: Glass.Shown?, _ left: Glass.Shown?, _ words: SystemWords) -> HTML {
        if device.app == .foreground { return app(visible, in: visible?.language ?? device.language) }
        // The browser covers the whole glass, so nothing is drawn or reachable below it.
        return device.isBrowsing ? .group([]) : homeScreen(device, left, words)
    }

    private func app(_ shown: Glass.Shown?, in language: Language) -> HTML {
        shown.map { screens.html($0.presentation, in: language) } ?? .group([])
    }

    private func homeScreen(_ device: DeviceSnapshot, _ left: Glass.Shown?, _ words: SystemWords) -> HTML {
        .element(.section, .class("home-screen"), .lang(device.language.rawValue)) {
            if let place = device.place, let app = systemApp(place, words) { app }
            HTML.element(
                .button, .type("button"), .class("app-icon"), .aria("label", words.openApp),
                .data("action", (device.app == .background ? DeviceAction.foreground : .launch).name)
            ) {
                artwork.mark
                HTML.element(.span) { appName }
            }
            if let left {
                let isCovered = left.presentation.isSensitive
                HTML.element(.p, .class("home-hint"), .data("covered", isCovered ? "true" : "false")) {
                    isCovered ? words.covered : words.uncovered
                }
            }
            if let left {
                let isCovered = left.presentation.isSensitive
                HTML.element(.p, .class("home-hint"), .data("covered", isCovered ? "true" : "false")) {
                    isCovered ? words.covered : words.uncovered
                }
            }
            if device.app == .notRunning, device.place == nil { HTML.element(.p, .class("home-hint")) { words.start } }
        }
    }

    /// The system app that the app has opened, and the address it opens.
    private func systemApp(_ place: SystemPlace, _ words: SystemWords) -> HTML? {
        let (name, target): (String, String?)
        switch place {
        case .appStore(let page): (name, target) = (words.store, page)
        case .dialler(let number): (name, target) = (words.dialler, number)
        case .clockSettings: (name, target) = (words.clockSettings, nil)
        case .networkSettings: (name, target) = (words.networkSettings, nil)
        // The browser is drawn as a separate layer.
        case .browser: return nil
        }
        return .element(.div, .class("system-app"), .role("status")) {
            HTML.element(.h2) { name }
            if let target { HTML.element(.p, .untranslated) { target } }
        }
    }

    private func status(_ network: DeviceSettings.Network) -> HTML {
        .group([
            artwork.icon(network == .offline ? .noSignal : .signal), artwork.icon(network == .offline ? .noWiFi : .wifi),
            artwork.icon(.battery),
        ])
    }
}
