// SPDX-License-Identifier: EUPL-1.2

import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import ShippedFiles
import WebPages
import XCStrings

/// The renderer of the login provider's pages. They are forms without scripts, so that any browser shows them.
struct LoginPages: Sendable {
    private typealias HTML = Markup<PageVocabulary>

    /// The files that pages load, by path. A closed list.
    let files: [String: AssetFile]
    private let catalogue: StringCatalogFile
    /// The decorative picture above each title.
    private let picture: Drawing

    /// - Throws: `MissingAsset` naming a missing file.
    init(_ skin: LoginSkin) throws {
        let folder = AssetFolder(ShippedFiles.folder(of: "DigiDSimulator").appending(path: "Resources"))
        files = [
            "/tokens.css": AssetFile(styleSheet: try DesignTokens(colors: skin.colors).plainStyleSheet),
            "/pictures.css": try AssetFolder.shared.file("pictures.css"),
            "/login.css": try folder.file("login.css"),
        ]
        picture = try Drawing("pictures/intro-login", from: skin.drawings.map(AssetFolder.init))
        do {
            catalogue = try StringCatalogFile(parsing: try folder.data("Login.xcstrings"))
                .filling(["login": skin.provider, "product": skin.app])
        } catch {
            throw MissingAsset(name: "Login.xcstrings")
        }
    }

    /// Returns the page for choosing an account and the outcome of the login.
    func login(_ login: String, _ accounts: [DigiDSimulator.Account], in language: LoginLanguage) -> String {
        page("Login", .title, language) {
            HTML.element(.p) { words(.text, language) }
            HTML.element(.p, .class("note")) { words(.simulation, language) }
            HTML.element(.form, .class("stack"), .fixed("method", "post"), .fixed("action", "/login"), .fixed("autocomplete", "off")) {
                HTML.element(.input, .type("hidden"), .name("login"), .value(login))
                HTML.element(.input, .type("hidden"), .name("lang"), .value(language.rawValue))
                HTML.element(.section, .class("stack"), .label(words(.outcome, language))) {
                    HTML.element(.h2) { words(.outcome, language) }
                    for outcome in LoginOutcome.allCases {
                        HTML.element(.label, .class("choice")) {
                            HTML.element(
                                .input,
                                [.type("radio"), .name("outcome"), .value(outcome.rawValue)]
                                    + (outcome == .success ? [.flag("checked")] : []))
                            HTML.element(.span) { words(LoginSentence(outcome), language) }
                        }
                    }
                }
                HTML.element(.section, .class("stack"), .label(words(.who, language))) {
                    HTML.element(.h2) { words(.who, language) }
                    for account in accounts {
                        HTML.element(
                            .button, .class("button primary"), .type("submit"), .name("person"), .value(account.citizenServiceNumber)
                        ) {
                            HTML.element(.span, .fixed("translate", "no"), .fixed("dir", "auto")) { account.name }
                        }
                    }
                }
                HTML.element(.button, .class("button"), .type("submit"), .name("cancel"), .value("1")) { words(.cancel, language) }
            }
        }
    }

    /// Returns the page for a request whose redirect address is unknown.
    func refused(in language: LoginLanguage) -> String {
        page("Refused", .refusedTitle, language) { HTML.element(.p) { words(.refusedText, language) } }
    }

    /// Returns the public website, an information page without a login.
    func website(in language: LoginLanguage) -> String {
        page("Website", .websiteTitle, language) {
            HTML.element(.p) { words(.websiteText, language) }
            HTML.element(.p, .class("note")) { words(.websiteSimulation, language) }
            HTML.element(.p) { words(.websiteBack, language) }
        }
    }

    func response(_ status: HTTPResponse.Status, _ page: String, _ language: LoginLanguage) -> Response {
        Response(
            status: status,
            headers: [
                .contentType: "text/html; charset=utf-8", .contentLanguage: language.rawValue, .vary: "Accept-Language",
                .cacheControl: "no-store",
            ], body: ResponseBody(byteBuffer: ByteBuffer(string: page)))
    }

    private func words(_ sentence: LoginSentence, _ language: LoginLanguage) -> String {
        catalogue.sentence(sentence.rawValue, in: language.rawValue, []) ?? sentence.rawValue
    }

    private func page(
        _ screen: StaticString, _ title: LoginSentence, _ language: LoginLanguage, @HTML.Builder _ content: () -> [HTML]
    ) -> String {
        HTML.element(.html, .lang(tag: language.rawValue)) {
            HTML.element(.head) {
                HTML.element(.meta, .fixed("charset", "utf-8"))
                HTML.element(.meta, .fixed("name", "viewport"), .fixed("content", "width=device-width, initial-scale=1"))
                HTML.element(.meta, .fixed("name", "color-scheme"), .fixed("content", "light dark"))
                HTML.element(.title) { words(title, language) + " – " + words(.siteName, language) }
                HTML.element(.link, .fixed("rel", "stylesheet"), .fixed("href", "/tokens.css"))
                HTML.element(.link, .fixed("rel", "stylesheet"), .fixed("href", "/pictures.css"))
                HTML.element(.link, .fixed("rel", "stylesheet"), .fixed("href", "/login.css"))
            }
            HTML.element(.body) {
                HTML.element(.header, .class("bar")) { HTML.element(.span) { words(.siteName, language) } }
                HTML.element(.main, .class("stack"), .fixed("data-screen", screen)) {
                    HTML.drawing(picture)
                    HTML.element(.h1) { words(title, language) }
                    content()
                }
            }
        }.document
    }
}
