// SPDX-License-Identifier: EUPL-1.2

import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import WebPages
import XCStrings

/// The renderer of the verifier's pages. It decides only their appearance.
struct PageMaker: Sendable {
    let catalogue: StringCatalogFile
    let artwork: Artwork
    let clock: @Sendable () -> Date

    /// The identity of a page.
    struct Identity: Sendable {
        /// The page's name, for tests and for the script.
        let screen: StaticString
        let title: String
        let picture: Artwork.Name
        /// True if the page waits for the wallet: it asks for news, and loads again without script.
        var isWaiting = false
        /// The path of the page, for links to the other language; nil without such links.
        var path: String?
    }

    /// Returns a page with bar, title and content.
    func page(_ identity: Identity, in context: VerifierContext, _ content: (Words) -> [HTML]) -> Page {
        let words = Words(catalogue, in: context.language)
        let html = HTML.element(.html, .lang(tag: context.language.rawValue)) {
            head(identity, words)
            HTML.element(.body) {
                bar(identity.path, words)
                HTML.element(.main, .class("stack"), .fixed("data-screen", identity.screen)) {
                    HTML.element(.div, .class("illustration")) { artwork[identity.picture] }
                    title(identity)
                    content(words)
                }
            }
        }
        return Page(html: html, language: context.language)
    }

    func paragraph(_ text: String) -> HTML { .element(.p) { text } }

    /// A link that looks like a button.
    func button(_ text: String, to address: some PageAddress, isPrimary: Bool = true, id: StaticString? = nil) -> HTML {
        let look: HTML.Attribute = .class(isPrimary ? "button primary" : "button")
        return .element(.a, [look, .href(to: address), .fixed("rel", "noreferrer")] + (id.map { [.id($0)] } ?? [])) { text }
    }

    /// Where something changed, the title takes the focus, so that screen readers read it first.
    private func title(_ identity: Identity) -> HTML {
        let focus: [HTML.Attribute] = identity.screen.isOpen ? [] : [.fixed("tabindex", "-1"), .flag("autofocus")]
        return .element(.h1, [.id("title")] + focus) { identity.title }
    }

    private func head(_ identity: Identity, _ words: Words) -> HTML {
        .element(.head) {
            HTML.element(.meta, .fixed("charset", "utf-8"))
            HTML.element(.meta, .fixed("name", "viewport"), .fixed("content", "width=device-width, initial-scale=1"))
            HTML.element(.meta, .fixed("name", "color-scheme"), .fixed("content", "light dark"))
            HTML.element(.meta, .fixed("name", "robots"), .fixed("content", "noindex"))
            HTML.element(.title) { identity.title + " – " + words(.siteName) }
            HTML.element(.link, .fixed("rel", "icon"), .type("image/svg+xml"), .fixed("href", "/favicon.svg"))
            HTML.element(.link, .fixed("rel", "stylesheet"), .fixed("href", "/tokens.css"))
            HTML.element(.link, .fixed("rel", "stylesheet"), .fixed("href", "/verifier.css"))
            HTML.element(.link, .fixed("rel", "stylesheet"), .fixed("href", "/pictures.css"))
            if identity.isWaiting {
                HTML.element(.script, .type("module"), .fixed("src", "/session.js"))
                // A link is good for longer than this.
                HTML.element(.noscript) { HTML.element(.meta, .fixed("http-equiv", "refresh"), .fixed("content", "5")) }
            }
        }
    }

    /// Returns the bar: the mark and links to the other languages.
    private func bar(_ path: String?, _ words: Words) -> HTML {
        .element(.header, .class("bar")) {
            HTML.element(.div, .class("bar-row")) {
                HTML.element(.div, .class("brand")) {
                    artwork[.mark]
                    HTML.element(.span) { words(.siteName) }
                }
                if let path {
                    HTML.element(.nav, .label(words(.siteLanguages))) {
                        for language in PageLanguage.allCases where language != words.language {
                            let (address, tag) = (PageLink(address: "\(path)?lang=\(language.rawValue)"), language.rawValue)
                            HTML.element(.a, .class("language"), .href(to: address), .lang(tag: tag), .hreflang(tag: tag)) {
                                language.name
                            }
                        }
                    }
                }
            }
        }
    }
}

extension StaticString {
    /// True for the page on which nothing has happened yet.
    fileprivate var isOpen: Bool { "\(self)" == "Open" }
}

/// The target of a link: an address that this server has made or checked.
struct PageLink: PageAddress {
    let address: String
}

/// A rendered page.
struct Page: Sendable {
    let html: HTML
    let language: PageLanguage

    func response(_ status: HTTPResponse.Status = .ok) -> Response {
        Response(
            status: status,
            headers: [
                .contentType: "text/html; charset=utf-8", .contentLanguage: language.rawValue, .vary: "Accept-Language, Cookie",
            ], body: ResponseBody(byteBuffer: ByteBuffer(string: html.document)))
    }
}
