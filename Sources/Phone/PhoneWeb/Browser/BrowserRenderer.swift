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
        let parts = BrowserParts(artwork: artwork, words: BrowserWords(catalogue, in: device.language))
        return PageState.Browser(
            view, chrome: .group([bar(view, device, parts), parts.progress(view), parts.fault(view)]), name: parts.words.browser,
            language: device.language.rawValue, frames: frames)
    }

    private func bar(_ view: SimulatedBrowser.View, _ device: DeviceSnapshot, _ parts: BrowserParts) -> HTML {
        .element(.div, .class("browser-bar")) {
            HTML.element(
                .button, .type("button"), .class("browser-app"), .aria("label", parts.words.backToApp),
                .data("action", (device.app == .background ? DeviceAction.foreground : .launch).name)
            ) {
                artwork.icon(.back)
                HTML.element(.span, .untranslated) { appName }
            }
            HTML.element(.p, .class("browser-address")) {
                if let address = view.address {
                    parts.secure(view)
                    HTML.element(.span, .untranslated, .data("address", address.host)) { address.host }
                }
            }
            HTML.element(.button, .type("button"), .class("browser-close"), .aria("label", parts.words.close), .data("browser", "close")) {
                artwork.icon(.close)
            }
        }
    }
}
