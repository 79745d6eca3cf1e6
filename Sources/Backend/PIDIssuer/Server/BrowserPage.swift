// SPDX-License-Identifier: EUPL-1.2

import HTTPTypes
import Hummingbird
import NIOCore
import WebPages

/// The issuer's only own page, shown when the issuer cannot redirect the browser.
enum BrowserPage {
    private typealias HTML = Markup<PageVocabulary>

    /// The page for an unknown authorization request, which was used before or has expired.
    static var unknownRequest: Response {
        let page = HTML.element(.html, .lang(tag: "nl")) {
            HTML.element(.head) {
                HTML.element(.meta, .fixed("charset", "utf-8"))
                HTML.element(.meta, .fixed("name", "viewport"), .fixed("content", "width=device-width, initial-scale=1"))
                HTML.element(.title) { "Inloggen kan niet verder – Login cannot go on" }
            }
            HTML.element(.body) {
                HTML.element(.main, .fixed("data-screen", "UnknownRequest")) {
                    HTML.element(.h1) { "Inloggen kan niet verder" }
                    HTML.element(.p) { "Deze pagina is al gebruikt of heeft te lang gewacht. Ga terug naar de app en begin opnieuw." }
                    HTML.element(.section, .lang(tag: "en")) {
                        HTML.element(.h2) { "Login cannot go on" }
                        HTML.element(.p) { "This page was used already or waited too long. Go back to the app and start again." }
                    }
                }
            }
        }
        return Response(
            status: .badRequest, headers: [.contentType: "text/html; charset=utf-8", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: page.document)))
    }
}
