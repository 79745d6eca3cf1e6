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
            sensor: prompt(device).markup,
            language: device.language.rawValue, kind: device.kind.rawValue, name: device.kind.name,
            busy: visible?.presentation.busy?.description ?? "",
            place: visible.map { "\($0.life).\($0.presentation.place)" } ?? "")
    }

    private func screen(_ device: DeviceSnapshot, _ visible: Glass.Shown?, _ left: Glass.Shown?, _ words: SystemWords) -> HTML {
        if device.app == .foreground { return app(visible, in: visible?.language ?? device.language, camera: device.camera) }
        // The browser covers the whole glass, so nothing is drawn or reachable below it.
        return device.isBrowsing ? .group([]) : homeScreen(device, left, words)
    }

    private func app(_ shown: Glass.Shown?, in language: Language, camera: CameraView) -> HTML {
        shown.map { screens.html($0.presentation, in: language, camera: camera) } ?? .group([])
    }

    /// The system's prompt above the app; nothing without one.
    private func prompt(_ device: DeviceSnapshot) -> HTML {
        if let prompt = device.prompt {
            return SensorPromptRenderer(artwork: artwork, kind: device.sensorKind, language: device.language).html(prompt)
        }
        guard device.camera.isAsking else { return .group([]) }
        return CameraPromptRenderer(kind: device.kind, words: CameraPromptWords(device.language, device.kind, appName: appName)).html
    }

    private func homeScreen(_ device: DeviceSnapshot, _ left: Glass.Shown?, _ words: SystemWords) -> HTML {
        .element(.section, .class("home-screen"), .lang(device.language.rawValue)) {
            if let place = device.place, let app = systemApp(place, device, words) { app }
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
            if device.app == .notRunning, device.place == nil { HTML.element(.p, .class("home-hint")) { words.start } }
        }
    }

    /// The system app that the app has opened, and the address it opens.
    private func systemApp(_ place: SystemPlace, _ device: DeviceSnapshot, _ words: SystemWords) -> HTML? {
        let (name, target): (String, String?)
        switch place {
        case .appStore(let page): (name, target) = (words.store, page)
        case .dialler(let number): (name, target) = (words.dialler, number)
        case .clockSettings: (name, target) = (words.clockSettings, nil)
        case .networkSettings: (name, target) = (words.networkSettings, nil)
        case .mail(let address): (name, target) = (words.mail, address)
        case .appSettings: return appSettings(device, words)
        case .file(let file): return saving(file, words)
        // The browser is drawn as a separate layer.
        case .browser: return nil
        }
        return .element(.div, .class("system-app"), .role("status")) {
            HTML.element(.h2) { name }
            if let target { HTML.element(.p, .untranslated) { target } }
        }
    }

    /// The sheet that saves a file: its button hands the file to the user's own browser. Its heading takes the focus, as a screen's title does.
    private func saving(_ file: SavedFile, _ words: SystemWords) -> HTML {
        .element(.div, .class("system-app"), .role("group"), .aria("label", words.file)) {
            HTML.element(.h2, .id("screen-title"), .tabindex(-1)) { words.file }
            HTML.element(.p, .untranslated) { file.name }
            HTML.element(.button, .type("button"), .class("system-save"), .data("service", "save"), .data("value", file.name)) {
                words.save
            }
        }
    }

    /// The settings of the app, with the switch of the camera. Without a decision to change, it only tells.
    private func appSettings(_ device: DeviceSnapshot, _ words: SystemWords) -> HTML {
        let access = device.settings.camera
        return .element(.div, .class("system-app"), .role("group"), .aria("label", words.appSettings)) {
            HTML.element(.h2, .id("screen-title"), .tabindex(-1)) { words.appSettings }
            switch access {
            case .granted, .denied, .refusedOnce, .undetermined:
                HTML.element(
                    .button, .type("button"), .class("toggle system-switch"), .role("switch"), .aria("checked", String(access == .granted)),
                    .data("action", DeviceAction.camera(.access(access == .granted ? .denied : .granted)).name)
                ) {
                    HTML.element(.span) { words.camera }
                    HTML.element(.span, .class("track")) { HTML.element(.span, .class("thumb")) }
                }
            default: HTML.element(.p) { words.noCamera }
            }
        }
    }

    private func status(_ network: DeviceSettings.Network) -> HTML {
        .group([
            artwork.icon(network == .offline ? .noSignal : .signal), artwork.icon(network == .offline ? .noWiFi : .wifi),
            artwork.icon(.battery),
        ])
    }
}
