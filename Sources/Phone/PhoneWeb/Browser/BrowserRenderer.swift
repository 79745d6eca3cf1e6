// SPDX-License-Identifier: EUPL-1.2

import PhoneSimulator
import WalletApp
import WebPages
import XCStrings

/// Draws the phone's browser: its own bar and messages around the frame with the page.
struct BrowserRenderer: Sendable {
    let artwork: Artwork
    let frames: FrameAddresses
    /// The browser's own texts.
    let catalogue: StringCatalogFile
    /// The app's name on the button that returns to the app.
    let appName: String

    /// Draws the browser on a device; nil while it is not in front.
    func draw(_ view: SimulatedBrowser.View, on device: DeviceSnapshot) -> PageState.Browser? {
        guard device.isBrowsing else { return nil }
        let words = BrowserWords(catalogue, in: device.language)
        let isFault = if case .fault = view.content { true } else { false }
        return PageState.Browser(
            number: view.number, chrome: chrome(view, device, words).markup, name: words.browser, language: device.language.rawValue,
            frame: isFault ? nil : view.address.map { frames.path(to: $0, in: view.number) }, title: view.address?.host ?? words.browser)
    }

    private func chrome(_ view: SimulatedBrowser.View, _ device: DeviceSnapshot, _ words: BrowserWords) -> HTML {
        .group([
            bar(view, device, words),
            .element(.p, .class("browser-progress"), .role("status")) { if view.isLoading { words.loading } },
            fault(view, words),
        ])
    }

    private func bar(_ view: SimulatedBrowser.View, _ device: DeviceSnapshot, _ words: BrowserWords) -> HTML {
        .element(.div, .class("browser-bar")) {
            HTML.element(
                .button, .type("button"), .class("browser-app"), .aria("label", words.backToApp),
                .data("action", (device.app == .background ? DeviceAction.foreground : .launch).name)
            ) {
                artwork.icon(.back)
                HTML.element(.span, .untranslated) { appName }
            }
            HTML.element(.p, .class("browser-address")) {
                if let address = view.address {
                    if case .page = view.content { secure(words) }
                    HTML.element(.span, .untranslated, .data("address", address.host)) { address.host }
                }
            }
            HTML.element(.button, .type("button"), .class("browser-close"), .aria("label", words.close), .data("browser", "close")) {
                artwork.icon(.close)
            }
        }
    }

    private func secure(_ words: BrowserWords) -> HTML {
        .group([artwork.icon(.lock), .element(.span, .class("visually-hidden")) { words.secure }])
    }

    private func fault(_ view: SimulatedBrowser.View, _ words: BrowserWords) -> HTML {
        guard case .fault(let fault) = view.content else { return .group([]) }
        return .element(.div, .class("browser-fault"), .role("alert"), .data("fault", "\(fault)")) {
            artwork.icon(fault == .offline ? .noWiFi : .warning)
            HTML.element(.h2) { words.title(fault) }
            HTML.element(.p) { words.text(fault) }
            if fault != .refusedAddress {
                HTML.element(.button, .type("button"), .class("browser-retry"), .data("browser", "retry")) { words.retry }
            }
        }
    }
}
