// SPDX-License-Identifier: EUPL-1.2

import PhoneSimulator
import WalletApp
import WebPages
import XCStrings

/// Draws the laptop beside the phone: its address bar, its messages, and the way to hold the phone before it. Like the device column it is
/// for testers and in English.
struct LaptopRenderer: Sendable {
    let frames: FrameAddresses
    private let parts: BrowserParts

    /// - Parameters:
    ///   - frames: the addresses of the laptop's frame.
    ///   - catalogue: the browser's own texts.
    init(artwork: Artwork, frames: FrameAddresses, catalogue: StringCatalogFile) {
        self.frames = frames
        parts = BrowserParts(artwork: artwork, words: BrowserWords(catalogue, in: .english))
    }

    /// Draws the laptop; nil while nothing is open on it.
    ///
    /// - Parameter isHeld: true while the phone is held before it.
    func draw(_ view: SimulatedBrowser.View, isHeld: Bool) -> PageState.Browser? {
        guard view.isOpen else { return nil }
        return PageState.Browser(
            view, chrome: .group([bar(view), holding(view, isHeld), parts.progress(view), parts.fault(view)]), name: "Laptop",
            language: Language.english.rawValue, frames: frames)
    }

    private func bar(_ view: SimulatedBrowser.View) -> HTML {
        .element(.div, .class("browser-bar")) {
            HTML.element(
                .button,
                [.type("button"), .class("browser-reload"), .aria("label", "Load the page again"), .data("browser", "reload")]
                    + (view.address == nil ? [.disabled] : [])
            ) { parts.artwork.icon(.retry) }
            HTML.element(.p, .class("browser-address")) {
                if let address = view.address {
                    parts.secure(view)
                    HTML.element(.span, .untranslated, .data("address", address.host)) { address.host }
                }
            }
            HTML.element(
                .button, .type("button"), .class("browser-close"), .aria("label", "Close the laptop"), .data("browser", "close")
            ) {
                parts.artwork.icon(.close)
            }
        }
    }

    private func holding(_ view: SimulatedBrowser.View, _ isHeld: Bool) -> HTML {
        let action = isHeld ? SiteAction.takeAway : .hold
        let isPossible = isHeld || view.pictureCount > 0
        return .element(.div, .class("laptop-holding")) {
            HTML.element(
                .button,
                [.type("button"), .class("tool laptop-hold"), .data("device", action.name), .data("action", action.name)]
                    + (isPossible ? [] : [.disabled])
            ) { isHeld ? "Take the phone away" : "Hold the phone before the laptop" }
            HTML.element(.p, .class("hint")) {
                if isHeld {
                    "The phone’s camera looks at this page."
                } else if isPossible {
                    "The phone’s camera then looks at this page, and reads its code during a scan."
                } else {
                    "This page has no picture that a camera could read."
                }
            }
        }
    }
}
