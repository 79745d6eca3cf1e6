// SPDX-License-Identifier: EUPL-1.2

import SimulatedPhone
import WalletApp
import WebPages

/// Draws the phone's browser: its own bar and messages, and the untrusted page.
struct BrowserRenderer: Sendable {
    private typealias Frame = Markup<FrameVocabulary>

    private let artwork: Artwork

    init(artwork: Artwork) {
        self.artwork = artwork
    }

    /// Draws the browser on a device; nil while it is not in front.
    func draw(_ view: SimulatedBrowser.View, on device: DeviceSnapshot) -> PageState.Browser? {
        guard device.isBrowsing else { return nil }
        let words = BrowserWords(device.language)
        var browser = PageState.Browser(
            number: view.number, chrome: chrome(view, device, words).markup, name: words.browser, language: device.language.rawValue)
        if case .page(let page) = view.content {
            browser.page = PageState.Browser.Page(
                markup: page.nodes.map { html($0).markup }.joined(), styles: page.styles,
                title: page.title.isEmpty ? page.address.host : page.title, language: page.language, hasDarkScheme: page.hasDarkScheme)
        }
        return browser
    }

    // MARK: Browser

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
                HTML.element(.span, .untranslated) { SystemWords.appName }
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

    // MARK: Untrusted page

    private func html(_ node: PageNode) -> Frame {
        switch node {
        case .text(let text): .text(text)
        case .element(let element): .element(element.tag, attributes(of: element)) { element.children.map(html) }
        }
    }

    private func attributes(of element: PageElement) -> [FrameVocabulary.Attribute] {
        let own = PageAttribute.allCases.compactMap { attribute in
            element.attributes[attribute].map { FrameVocabulary.Attribute.page(attribute, $0) }
        }
        return own + fixed(element.tag) + control(element.control)
    }

    private func fixed(_ tag: PageTag) -> [FrameVocabulary.Attribute] {
        switch tag {
        case .button: [.plainButton]
        case .input, .select, .textarea: [.notCompleted]
        default: []
        }
    }

    private func control(_ control: PageControl?) -> [FrameVocabulary.Attribute] {
        switch control {
        case .link(let number): [.link, .data("link", String(number))]
        case .field(let name): [.data("field", name.description)]
        case .choice(let name, let group): [.data("field", name.description), .group(form: name.form, group)]
        case .submit(let name): [.data("submit", name.description)]
        case nil: []
        }
    }
}
