// SPDX-License-Identifier: EUPL-1.2

import PhoneSimulator
import WebPages

/// The parts that the bars and messages of all browsers have in common.
struct BrowserParts: Sendable {
    let artwork: Artwork
    let words: BrowserWords

    /// The lock before the address of a page that came over a trusted connection; nothing for another content.
    func secure(_ view: SimulatedBrowser.View) -> HTML {
        guard case .page = view.content else { return .group([]) }
        return .group([artwork.icon(.lock), .element(.span, .class("visually-hidden")) { words.secure }])
    }

    /// The line that says that a page is being loaded.
    func progress(_ view: SimulatedBrowser.View) -> HTML {
        .element(.p, .class("browser-progress"), .role("status")) { if view.isLoading { words.loading } }
    }

    /// The error page; nothing for another content.
    func fault(_ view: SimulatedBrowser.View) -> HTML {
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

extension PageState.Browser {
    /// The state of a browser with its bar and messages around the frame.
    init(_ view: SimulatedBrowser.View, chrome: HTML, name: String, language: String, frames: FrameAddresses) {
        let isFault = if case .fault = view.content { true } else { false }
        self.init(
            number: view.number, chrome: chrome.markup, name: name, language: language,
            frame: isFault ? nil : view.address.map { frames.path(to: $0, in: view.number) }, title: view.address?.host ?? name,
            pages: view.pageCount, refresh: view.refresh)
    }
}
