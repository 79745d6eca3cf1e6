// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ShippedFiles
import WebPages

/// The renderer of a site's pages. They have no scripts; links are relative, so that the site may stand below a path.
struct SitePages: Sendable {
    let site: DemoSite
    /// The site's style sheet.
    let styleSheet: AssetFile
    private let picture: Drawing
    private let logo: Drawing

    /// - Throws: `MissingAsset` naming a missing file.
    init(_ site: DemoSite) throws {
        self.site = site
        let folder = AssetFolder(ShippedFiles.folder(of: "DemoSites").appending(path: "Resources"))
        styleSheet = AssetFile(styleSheet: try folder.text("base.css") + folder.text("\(site.rawValue).css"))
        picture = try Drawing("pictures/\(site.rawValue)", from: folder)
        logo = try Drawing("pictures/\(site.rawValue)-logo", from: folder)
    }

    /// The start page, with the button that begins a session.
    func start(in language: SiteLanguage) -> String {
        let front = Front(site)
        return page("Start", front.title(language), language) {
            HTML.element(.div, .class("hero")) {
                HTML.element(.div, .class("picture-frame")) { HTML.drawing(picture) }
                HTML.element(.div, .class("words")) {
                    HTML.element(.h1) { front.title(language) }
                    HTML.element(.p, .class("lead")) { front.lead(language) }
                }
            }
            HTML.element(.div, .class("offer")) {
                HTML.element(.ul, .class("points")) { for point in front.points { HTML.element(.li) { point(language) } } }
                HTML.element(.form, .fixed("method", "post"), .fixed("action", "start")) {
                    HTML.element(.button, .class("button"), .type("submit")) { front.button(language) }
                }
                HTML.element(.p, .class("note")) { front.note(language) }
            }
        }
    }

    /// A page with a message.
    ///
    /// - Parameter next: the link below the message; nil for the one to the start page.
    func message(_ message: SiteMessage, in language: SiteLanguage, next: SiteLink? = nil) -> String {
        page(message.screen, message.title(language), language) {
            HTML.element(.div, .class("sheet"), .fixed("role", "status")) {
                HTML.element(.h1) { message.title(language) }
                HTML.element(.p) { message.text(language) }
                HTML.element(.p, .class("actions")) {
                    if let next {
                        HTML.element(.a, .class("button"), .href(to: next)) { SiteMessage.goOn(language) }
                    } else {
                        back(language)
                    }
                }
            }
        }
    }

    /// The page with what came of a session.
    func outcome(_ outcome: SiteOutcome, in language: SiteLanguage) -> String {
        let message = SiteMessage(outcome, at: site)
        return page(message.screen, message.title(language), language) {
            HTML.element(.div, .class("sheet")) {
                HTML.element(.h1) { message.title(language) }
                HTML.element(.p) { message.text(language) }
                if case .login(let digits) = outcome {
                    HTML.element(.dl, .class("facts")) {
                        HTML.element(.dt) { SiteMessage.label(of: "personal_administrative_number")(language) }
                        HTML.element(.dd, .fixed("translate", "no")) { "•••••" + digits }
                    }
                }
                if case .facts(let facts) = outcome { list(facts, language) }
                HTML.element(.p, .class("actions")) { back(language) }
            }
        }
    }

    private func list(_ facts: [SiteOutcome.Fact], _ language: SiteLanguage) -> HTML {
        .element(.dl, .class("facts")) {
            for fact in facts {
                HTML.element(.dt) { SiteMessage.label(of: fact.claim)(language) }
                HTML.element(.dd, .fixed("translate", "no"), .fixed("dir", "auto")) { fact.value ?? SiteMessage.received(language) }
            }
        }
    }

    private func back(_ language: SiteLanguage) -> HTML {
        .element(.a, .class("button quiet"), .fixed("href", "./")) { SiteMessage.back(language) }
    }

    private func page(
        _ screen: StaticString, _ title: String, _ language: SiteLanguage, @HTML.Builder _ content: () -> [HTML]
    ) -> String {
        HTML.element(.html, .lang(tag: language.rawValue)) {
            HTML.element(.head) {
                HTML.element(.meta, .fixed("charset", "utf-8"))
                HTML.element(.meta, .fixed("name", "viewport"), .fixed("content", "width=device-width, initial-scale=1"))
                HTML.element(.meta, .fixed("name", "color-scheme"), .fixed("content", "light dark"))
                HTML.element(.title) { title + " – " + site.name }
                HTML.element(.link, .fixed("rel", "stylesheet"), .fixed("href", "site.css"))
            }
            HTML.element(.body) {
                HTML.element(.header, .class("top")) {
                    HTML.element(.a, .class("brand"), .fixed("href", "./")) {
                        HTML.drawing(logo)
                        HTML.element(.span, .fixed("translate", "no")) { site.name }
                    }
                    HTML.element(.ul, .class("menu")) { for entry in Front(site).menu { HTML.element(.li) { entry(language) } } }
                }
                HTML.element(.main, .fixed("data-screen", screen)) { content() }
                HTML.element(.footer) { HTML.element(.p) { SiteMessage.demo(language) } }
            }
        }.document
    }
}
