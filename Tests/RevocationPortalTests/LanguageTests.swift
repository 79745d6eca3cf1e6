// SPDX-License-Identifier: EUPL-1.2

import Foundation
import HTTPTypes
import ProviderProtocol
import Testing

@testable import RevocationPortal

/// The language of the portal's answers.
struct LanguageTests {
    let test: TestPortal

    init() throws {
        test = try TestPortal()
    }

    @Test(arguments: [
        (nil, "nl"), ("", "nl"), ("en", "en"), ("nl", "nl"), ("en-GB,en;q=0.9", "en"), ("de", "nl"), ("de,en;q=0.1", "en"),
        ("fr;q=1, en;q=0.5, nl;q=0.6", "nl"), ("en;q=0", "nl"), ("nl;q=0, en", "en"), ("*", "nl"), ("EN", "en"), ("eng", "nl"),
        ("en;q=2, nl;q=0.1", "nl"), ("en;q=x", "nl"), ("en;q=nan", "nl"), (";;;,,,=", "nl"), ("nl-BE;q=0.5,en-US;q=0.5", "nl"),
        ("\u{7F}en", "nl"), (String(repeating: "en,", count: 2000), "en"),
    ])
    func `without a choice the browser's preferred language is used, and Dutch if it is not supported`(
        _ preference: String?, _ language: String
    ) async throws {
        #expect(PortalLanguage(acceptLanguage: preference).rawValue == language)
    }

    @Test func `a portal offers the languages of its product only`() async throws {
        let test = try TestPortal(skin: PortalSkin(product: "Example Wallet", languages: ["de", "xx", "en"]))
        try await test.serving { open in
            let browser = open()
            let first = try await browser.get("/", headers: [("Accept-Language", "nl")])
            #expect(first.body.contains(#"<html lang="de">"#) && first.header("Content-Language") == "de")
            #expect(first.body.contains(#"hreflang="en""#) && !first.body.contains(#"hreflang="nl""#))
            let refused = try await browser.get("/?lang=nl", headers: [("Accept-Language", "en")])
            #expect(refused.body.contains(#"<html lang="en">"#))
            #expect(refused.headers[values: .setCookie].allSatisfy { !$0.contains("language") })
            #expect(try await browser.get("/?lang=de", headers: [("Accept-Language", "en")]).body.contains(#"<html lang="de">"#))
        }
    }

    @Test func `a skin without a known language is shown in English`() {
        #expect(PortalSkin(product: "X", languages: ["xx"]).offered == [.english])
    }

    @Test func `a choice overrides the browser's preference and is stored`() async throws {
        try await test.serving { open in
            let browser = open()
            let dutch = [("Accept-Language", "nl")]
            #expect(try await browser.get("/", headers: dutch).body.contains(#"<html lang="nl">"#))
            let chosen = try await browser.get("/?lang=en", headers: dutch)
            #expect(chosen.body.contains(#"<html lang="en">"#) && chosen.header("Content-Language") == "en")
            let cookie = try #require(chosen.headers[values: .setCookie].first { $0.hasPrefix("__Host-language=") })
            #expect(
                Set(cookie.split(separator: "; ").map(String.init))
                    == ["__Host-language=en", "Max-Age=31536000", "Path=/", "Secure", "HttpOnly", "SameSite=Lax"])
            #expect(try await browser.get("/help", headers: dutch).body.contains(#"<html lang="en">"#))
            #expect(try await browser.get("/?lang=nl").body.contains(#"<html lang="nl">"#))
            #expect(try await browser.get("/help", headers: [("Accept-Language", "en")]).body.contains(#"<html lang="nl">"#))
        }
    }

    @Test(arguments: [
        "en%0d%0aSet-Cookie:%20a=b", "en%0aX: y", "nl%00", "en;%20Path=/x", "xx", "", "EN", "../en", "<script>", "%", "en&lang=%0d%0a",
    ])
    func `an unsupported language changes nothing and is not echoed`(_ value: String) async throws {
        try await test.serving { open in
            let browser = open()
            let answer = try await browser.get("/help?lang=\(value)", headers: [("Accept-Language", "nl")])
            #expect(answer.status == 200)
            let cookies = answer.headers[values: .setCookie]
            if value.hasPrefix("en&") {
                #expect(cookies.count == 1 && cookies.allSatisfy { $0.hasPrefix("__Host-language=en;") })
            } else {
                #expect(cookies.isEmpty && answer.body.contains(#"<html lang="nl">"#))
            }
            for field in answer.headers { #expect(!field.value.contains("a=b") && !field.value.contains("\n")) }
            #expect(!answer.body.contains("<script>"))
            browser.cookies = ["__Host-language": "english"]
            #expect(try await browser.get("/help").body.contains(#"<html lang="nl">"#))
        }
    }

    @Test func `every page links to itself in the other language, in that language's words`() async throws {
        let code = test.wallets.add(1)
        try await test.serving { open in
            let browser = open()
            _ = try await browser.enter(code.text)
            for path in ["/", "/result", "/cancelled", "/help", "/result/help"] {
                let dutch = try await browser.get("\(path)?lang=nl")
                #expect(dutch.body.contains(#"href="\#(path)?lang=en" lang="en" hreflang="en">English</a>"#))
                let english = try await browser.get("\(path)?lang=en")
                #expect(english.body.contains(#"href="\#(path)?lang=nl" lang="nl" hreflang="nl">Nederlands</a>"#))
                #expect(dutch.screen == english.screen && dutch.rows == english.rows)
            }
            let missing = try await browser.get("/nowhere?lang=en")
            #expect(missing.body.contains(#"<html lang="en">"#) && missing.body.contains(#"href="/?lang=nl""#))
        }
    }
}
