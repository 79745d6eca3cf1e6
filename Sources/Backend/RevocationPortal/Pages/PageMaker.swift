// SPDX-License-Identifier: EUPL-1.2

import Foundation
import Hummingbird
import NIOCore
import WebPages
import XCStrings

/// The renderer of the portal's pages. It decides only their appearance.
struct PageMaker: Sendable {
    let catalogue: StringCatalogFile
    let artwork: Artwork
    let configuration: PortalConfiguration
    let zone: TimeZone
    let clock: @Sendable () -> Date

    /// The identity of a page.
    struct Identity: Sendable {
        /// The page's name, for tests.
        let screen: StaticString
        /// The page's row of UC10.1; nil for pages that the design does not have.
        let row: StaticString?
        /// The address under which the page can be requested again, in every language.
        let path: PortalPath
        let title: Sentence
        let picture: Artwork.Name
        /// True if the page answers an action.
        var isAnswer = true
    }

    /// Returns a page with bar, title and content.
    func page(_ identity: Identity, in context: PortalContext, _ content: (PageKit) -> [HTML]) -> Page {
        let kit = PageKit(words: words(context), artwork: artwork)
        let row: [HTML.Attribute] = identity.row.map { [.fixed("data-design", "UC10.1"), .fixed("data-row", $0)] } ?? []
        let html = HTML.element(.html, .lang(context.language)) {
            head(identity, kit)
            HTML.element(.body) {
                bar(identity.path, kit)
                HTML.element(.main, [.class("stack"), .fixed("data-screen", identity.screen)] + row) {
                    kit.illustration(identity.picture)
                    kit.title(identity.title, takesFocus: identity.isAnswer)
                    content(kit)
                }
            }
        }
        return Page(html: html, language: context.language)
    }

    func words(_ context: PortalContext) -> Words { Words(catalogue, in: context.language) }

    private func head(_ identity: Identity, _ kit: PageKit) -> HTML {
        .element(.head) {
            HTML.element(.meta, .fixed("charset", "utf-8"))
            HTML.element(.meta, .fixed("name", "viewport"), .fixed("content", "width=device-width, initial-scale=1"))
            HTML.element(.meta, .fixed("name", "color-scheme"), .fixed("content", "light dark"))
            HTML.element(.title) { kit.words(identity.title) + " – " + kit.words(.siteName) }
            HTML.element(.link, .fixed("rel", "icon"), .type("image/svg+xml"), .fixed("href", "/favicon.svg"))
            HTML.element(.link, .fixed("rel", "stylesheet"), .fixed("href", "/tokens.css"))
            HTML.element(.link, .fixed("rel", "stylesheet"), .fixed("href", "/portal.css"))
            HTML.element(.link, .fixed("rel", "stylesheet"), .fixed("href", "/pictures.css"))
            if identity.path == .form { HTML.element(.script, .type("module"), .fixed("src", "/code.js")) }
        }
    }

    /// Returns the bar: the mark and links to the other languages.
    private func bar(_ path: PortalPath, _ kit: PageKit) -> HTML {
        .element(.header, .class("bar")) {
            HTML.element(.div, .class("bar-row")) {
                HTML.element(.div, .class("brand")) {
                    artwork[.mark]
                    HTML.element(.span) { kit.words(.siteName) }
                }
                HTML.element(.nav, .label(kit.words(.siteLanguages))) {
                    for language in configuration.skin.offered where language != kit.words.language {
                        HTML.element(.a, .class("language"), .href(.page(path, language)), .lang(language), .hreflang(language)) {
                            language.name
                        }
                    }
                }
            }
        }
    }
}

/// A rendered page.
struct Page: Sendable {
    let html: HTML
    let language: PortalLanguage

    func response(_ status: HTTPResponse.Status = .ok) -> Response {
        Response(
            status: status,
            headers: [
                .contentType: "text/html; charset=utf-8", .contentLanguage: language.rawValue, .vary: "Accept-Language, Cookie",
            ], body: ResponseBody(byteBuffer: ByteBuffer(string: html.document)))
    }
}
