// SPDX-License-Identifier: EUPL-1.2

import Foundation
import HTTPTypes
import ProviderProtocol
import RevocationPortal
import ServerKit
import TestEnvironment
import Testing

/// UC10.1, scenario 2: a code that revokes nothing.
struct RefusedCodeTests {
    let test: TestPortal

    init() throws {
        test = try TestPortal(limits: TryLimits(perAddress: 1000, inAll: 1000, window: .seconds(600)))
    }

    /// Texts that are not codes, but that a user may type.
    static let misfits = [
        "x", "0", "000000000000000001", "0000-0000-0000-0000-0", "0000-0000-0000-0000-000", "UUUU-UUUU-UUUU-UUUU-UU", "é", "０", "\u{0}",
        "<script>alert(1)</script>", "\" autofocus onfocus=alert(1) x=\"", "'; DROP TABLE wallets; --", "%00", "😀", "\r\nSet-Cookie: a=b",
        String(repeating: "0", count: 1000), "{{code}}", "${code}", "../../etc/passwd", "\u{202E}0000",
    ]

    @Test(arguments: misfits)
    func `UC10.1/1.1c a malformed code is rejected without a request to the provider, and not echoed`(_ typed: String) async throws {
        try await test.serving { [test] open in
            let page = try await open().enter(typed)
            #expect(page.status == 200 && page.screen == "Refused")
            #expect(test.wallets.asked.isEmpty)
            if typed.count > 4 { #expect(!page.body.contains(typed)) }
            #expect(!page.body.contains("alert(1)") && !page.body.contains("onfocus"))
            #expect(page.headers[values: .setCookie].allSatisfy { !$0.hasPrefix("a=") })
        }
    }

    @Test func `UC10.1/1.1c every code with one wrong character is rejected without a request to the provider`() async throws {
        let code = test.wallets.add(1)
        try await test.serving { [test] open in
            let browser = open()
            let token = try #require(try await browser.get("/").token)
            for position in 0..<18 {
                var characters = Array(code.text)
                characters[position] = characters[position] == "Z" ? "Y" : "Z"
                _ = try await browser.post([("token", token), ("code", String(characters))])
                #expect(try await browser.get("/result").screen == "Refused")
            }
            #expect(test.wallets.asked.isEmpty && !test.wallets.isRevoked(code))
        }
    }

    @Test func `UC10.1/2.1 an unknown code and a malformed code get the same answers, byte for byte`() async throws {
        let unknown = WalletTable.unknown(1)
        try await test.serving { [test] open in
            let (first, second) = (open(), open())
            let sent = (try await first.submit(unknown.text), try await second.submit("0000-0000-0000-0000-01"))
            #expect(sent.0.status == sent.1.status && sent.0.body == sent.1.body)
            #expect(Self.fields(sent.0) == Self.fields(sent.1))
            #expect(first.cookies["__Host-outcome"] == second.cookies["__Host-outcome"])
            let shown = (try await first.get("/result"), try await second.get("/result"))
            #expect(shown.0.screen == "Refused" && shown.0.body == shown.1.body)
            #expect(Self.fields(shown.0) == Self.fields(shown.1))
            #expect(test.wallets.asked == [unknown])
        }
    }

    /// Returns the headers without cookies and without the correlation id, which differs for each request.
    private static func fields(_ answer: Answer) -> [String] {
        answer.headers.filter { $0.name != .setCookie && $0.name.canonicalName != CorrelationID.headerName.lowercased() }
            .map { "\($0.name): \($0.value)" }
    }

    @Test func `UC10.1/2.1a, 2.1b try again leads to an empty form, help leads back`() async throws {
        try await test.serving { open in
            let browser = open()
            let page = try await browser.enter(WalletTable.unknown(1).text)
            #expect(page.rows == ["2.1", "2.1a", "2.1b"])
            #expect(page.body.contains(#"<h1 id="title" tabindex="-1" autofocus>"#))
            let form = try await browser.get(try #require(page.link("2.1a")))
            #expect(form.screen == "Form" && !form.body.contains(WalletTable.unknown(1).text))
            let help = try await browser.get(try #require(page.link("2.1b")))
            #expect(help.screen == "Help" && help.body.contains(#"class="button primary" href="/result""#))
        }
    }

    @Test(arguments: ["", " ", "- - -", "\t\n", "\u{2014}"])
    func `an empty field shows the form again with a message, sets the focus and costs no try`(_ typed: String)
        async throws
    {
        let test = try TestPortal(limits: TryLimits(perAddress: 1, inAll: 1, window: .seconds(600)))
        let code = test.wallets.add(1)
        try await test.serving { open in
            let browser = open()
            for _ in 1...3 {
                let page = try await browser.enter(typed)
                #expect(page.status == 200 && page.screen == "Form" && page.token != nil)
                #expect(page.body.contains(#"role="alert" tabindex="-1" autofocus"#) && page.body.contains(##"href="#code""##))
                #expect(page.body.contains(#"aria-describedby="hint message""#) && page.body.contains(#"aria-invalid="true""#))
            }
            #expect(try await browser.enter(code.text).screen == "Revoked")
        }
    }

    @Test func `a code in a URL has no effect and is not echoed`() async throws {
        let code = test.wallets.add(1)
        try await test.serving { [test] open in
            let browser = open()
            for path in ["/?code=\(code.text)", "/result?code=\(code.text)", "/\(code.text)", "/help?code=\(code.text)&lang=en"] {
                let answer = try await browser.get(path)
                #expect(!answer.body.contains(code.text) && !"\(answer.headers)".contains(code.text))
            }
            let token = try #require(try await browser.get("/").token)
            let answer = try await browser.request(
                .post, "/?code=\(code.text)&token=\(token)",
                headers: TestBrowser.ours + [("Content-Type", "application/x-www-form-urlencoded")])
            #expect(answer.status == 400)
            #expect(test.wallets.asked.isEmpty)
            #expect(test.log.lines.allSatisfy { !$0.contains(code.text) })
        }
    }

    @Test func `a forged, altered or misplaced outcome is never shown`() async throws {
        let code = test.wallets.add(1)
        let foreign = try TestPortal(key: 2)
        let foreignCode = foreign.wallets.add(1)
        try await test.serving { open in
            let browser = open()
            #expect(try await browser.get("/result").headers[.location] == "/")
            _ = try await browser.enter(code.text)
            let good = try #require(browser.cookies["__Host-outcome"])
            let token = try #require(try await browser.get("/").token)
            let id = try #require(browser.cookies["__Host-form"])
            let changed = "A" + good.dropFirst() == good ? "B" + good.dropFirst() : "A" + good.dropFirst()
            for bad in [changed, "", "x", token, id, good + good, String(good.dropLast()), "%41", "\u{7F}", "a b"] {
                browser.cookies["__Host-outcome"] = bad
                #expect(try await browser.get("/result").status == 303)
            }
            try await foreign.serving { openForeign in
                let other = openForeign()
                _ = try await other.enter(foreignCode.text)
                browser.cookies["__Host-outcome"] = other.cookies["__Host-outcome"]
            }
            #expect(try await browser.get("/result").status == 303)
            browser.cookies["__Host-outcome"] = good
            #expect(try await browser.get("/result").screen == "Revoked")
        }
    }
}
