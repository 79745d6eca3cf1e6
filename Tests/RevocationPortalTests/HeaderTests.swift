// SPDX-License-Identifier: EUPL-1.2

import Foundation
import HTTPTypes
import ProviderProtocol
import RevocationPortal
import Testing

/// The security headers of every answer.
struct HeaderTests {
    static let expected = [
        ("X-Content-Type-Options", "nosniff"), ("Cross-Origin-Opener-Policy", "same-origin"),
        ("Cross-Origin-Resource-Policy", "same-origin"), ("Cross-Origin-Embedder-Policy", "require-corp"), ("X-Frame-Options", "DENY"),
        ("Origin-Agent-Cluster", "?1"), ("Cache-Control", "no-store"),
        (
            "Content-Security-Policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; "
                + "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
        ),
    ]

    @Test func `every response, also an error, has the security headers; only the form page sends its origin`() async throws {
        let test = try TestPortal(limits: .init(perAddress: 2, inAll: 2, window: .seconds(600)))
        let code = test.wallets.add(1)
        try await test.serving { open in
            let browser = open()
            var answers: [(Int, Answer)] = []
            for path in [
                "/", "/help", "/cancelled", "/result/help", "/portal.css", "/tokens.css", "/pictures.css", "/code.js", "/favicon.svg",
            ] {
                answers.append((200, try await browser.get(path)))
            }
            answers.append((303, try await browser.get("/result")))
            answers.append((404, try await browser.get("/nowhere")))
            answers.append((415, try await browser.request(.post, "/", headers: TestBrowser.ours)))
            answers.append((403, try await browser.request(.post, "/")))
            answers.append((200, try await browser.enter("")))
            answers.append((303, try await browser.submit(code.text)))
            answers.append((200, try await browser.get("/result")))
            test.wallets.setDown(true)
            answers.append((503, try await browser.submit(code.text)))
            answers.append((429, try await browser.submit(code.text)))
            for (status, answer) in answers {
                #expect(answer.status == status)
                for (name, value) in Self.expected { #expect(answer.header(name) == value, "\(status): \(name)") }
                #expect(answer.header("Permissions-Policy")?.contains("camera=()") == true)
                #expect(answer.header("Referrer-Policy") == (answer.screen == "Form" ? "same-origin" : "no-referrer"))
                #expect(answer.header("Access-Control-Allow-Origin") == nil && answer.header("Server") == nil)
            }
        }
    }

    @Test func `pages contain no inline script, style or handler, and only addresses of the portal`() async throws {
        let test = try TestPortal(supportPage: nil, stores: false)
        let code = test.wallets.add(1)
        try await test.serving { open in
            let browser = open()
            _ = try await browser.enter(code.text)
            for path in ["/", "/help", "/cancelled", "/result", "/result/help", "/nowhere"] {
                let page = try await browser.get(path)
                #expect(page.header("Content-Type") == "text/html; charset=utf-8" && page.header("Vary") == "Accept-Language, Cookie")
                #expect(!page.body.contains("style=") && !page.body.contains("<style") && !page.body.contains(/\son[a-z]+=/))
                #expect(!page.body.replacing("http://www.w3.org/2000/svg", with: "").contains("http"))
                #expect(page.body.ranges(of: "<script").count == (path == "/" || path == "/nowhere" ? 1 : 0))
                #expect(page.body.ranges(of: "<h1").count == 1 && page.body.ranges(of: "<main").count == 1)
            }
        }
    }

    @Test func `each file has its media type, and the script sends no request and creates no element`() async throws {
        let test = try TestPortal()
        try await test.serving { open in
            let browser = open()
            for (path, type) in [
                ("/portal.css", "text/css; charset=utf-8"), ("/tokens.css", "text/css; charset=utf-8"),
                ("/pictures.css", "text/css; charset=utf-8"), ("/code.js", "text/javascript; charset=utf-8"),
                ("/favicon.svg", "image/svg+xml"),
            ] {
                #expect(try await browser.get(path).header("Content-Type") == type)
            }
            let script = try await browser.get("/code.js").body
            for word in ["fetch", "XMLHttp", "sendBeacon", "eval", "Function(", "innerHTML", "localStorage", "cookie", "import", "http"] {
                #expect(!script.contains(word))
            }
            let styles = try await browser.get("/portal.css").body + browser.get("/tokens.css").body + browser.get("/pictures.css").body
            #expect(!styles.contains("url(") && !styles.contains("@import"))
        }
    }

    @Test func `over plain HTTP the cookies have neither the Secure flag nor the name prefix`() async throws {
        let test = try TestPortal(origin: "http://127.0.0.1:8080")
        let code = test.wallets.add(1)
        try await test.serving { open in
            let browser = open()
            _ = try await browser.get("/?lang=en")
            let sent = try await browser.submit(code.text, headers: [("Origin", "http://127.0.0.1:8080")])
            #expect(sent.status == 303)
            #expect(Set(browser.cookies.keys) == ["form", "outcome", "language"])
            #expect(sent.headers[values: .setCookie].allSatisfy { !$0.contains("Secure") && $0.contains("HttpOnly") })
        }
    }

    @Test func `a monitor may use HEAD`() async throws {
        try await TestPortal().serving { open in
            let answer = try await open().request(.head, "/")
            #expect(answer.status == 200 && answer.body.isEmpty)
        }
    }
}
