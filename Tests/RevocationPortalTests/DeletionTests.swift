// SPDX-License-Identifier: EUPL-1.2

import Foundation
import HTTPTypes
import ProviderProtocol
import RevocationPortal
import TestEnvironment
import Testing

/// UC10.1, scenario 1: a right code revokes its wallet.
struct DeletionTests {
    let test: TestPortal

    init() throws {
        test = try TestPortal()
    }

    @Test func `UC10.1/1.1 the form has one labelled and described code field, empty and without autocomplete`() async throws {
        try await test.serving { open in
            let page = try await open().get("/")
            #expect(page.status == 200 && page.screen == "Form")
            #expect(page.rows == ["1.1", "1.1a", "1.1b", "1.1d"])
            #expect(page.body.ranges(of: "<input").count == 2)
            #expect(page.body.contains(#"<label for="code">"#) && page.body.contains(#"aria-describedby="hint""#))
            #expect(page.body.ranges(of: #"autocomplete="off""#).count == 3)
            #expect(!page.body.contains("aria-invalid"))
            let field = try #require(page.body.firstMatch(of: /<input id="code"[^>]*>/))
            #expect(!field.output.contains("value="))
        }
    }

    @Test func `UC10.1/1.1a a valid code deletes the wallet and leads to the confirmation page`() async throws {
        let code = test.wallets.add(1)
        let other = test.wallets.add(2)
        try await test.serving { [test] open in
            let browser = open()
            let answer = try await browser.submit(code.text)
            #expect(answer.status == 303 && answer.headers[.location] == "/result" && answer.body.isEmpty)
            #expect(test.wallets.isRevoked(code) && !test.wallets.isRevoked(other))
            let page = try await browser.get("/result")
            #expect(page.status == 200 && page.screen == "Revoked")
            #expect(page.rows == ["1.2", "1.2a", "1.2b", "1.2c"])
        }
    }

    @Test(arguments: [
        "{0}", "{lower}", "{0-}", "{0 }", "  {0}\t", "{0\u{2013}}", "{0\u{A0}}", "{0\u{2011}}", "\u{200B}{0}", "{I}", "{l}", "{o}",
    ])
    func `UC10.1/1.1a case, spaces, dashes and look-alikes make no difference`(_ pattern: String) async throws {
        // Contains zeros and ones.
        let code = test.wallets.add(9)
        try #require(code.text.contains("0") || code.text.contains("1"))
        let groups = code.groups
        let typed =
            switch pattern {
            case "{lower}": code.text.lowercased()
            case "{I}": code.text.replacing("1", with: "I")
            case "{l}": code.text.lowercased().replacing("1", with: "l")
            case "{o}": code.text.lowercased().replacing("0", with: "o")
            case let pattern where pattern.contains("{0}"): pattern.replacing("{0}", with: code.text)
            default: groups.joined(separator: String(pattern.dropFirst(2).dropLast()))
            }
        try await test.serving { [test] open in
            let page = try await open().enter(typed)
            #expect(page.screen == "Revoked")
            #expect(test.wallets.asked == [code])
        }
    }

    @Test func `UC10.1/1.1b cancel ends without a deletion and without a link that could delete`() async throws {
        let code = test.wallets.add(1)
        try await test.serving { [test] open in
            let browser = open()
            let link = try #require(try await browser.get("/").link("1.1b"))
            let page = try await browser.get(link)
            #expect(page.status == 200 && page.screen == "Cancelled" && !page.body.contains("<form"))
            #expect(!test.wallets.isRevoked(code) && test.wallets.asked.isEmpty)
        }
    }

    @Test func `UC10.1/1.1d help leads back to the form`() async throws {
        try await test.serving { open in
            let browser = open()
            let page = try await browser.get(try #require(try await browser.get("/").link("1.1d")))
            #expect(page.status == 200 && page.screen == "Help" && page.body.contains(#"class="button primary" href="/""#))
        }
    }

    @Test(arguments: [
        ("en", 0, "1 January 2026 at 13:00, Dutch time (UTC+1)"), ("nl", 0, "1 januari 2026 om 13:00 uur, Nederlandse tijd (UTC+1)"),
        ("en", 181 * 86_400, "1 July 2026 at 14:00, Dutch time (UTC+2)"),
        ("nl", 181 * 86_400 + 36_000, "2 juli 2026 om 00:00 uur, Nederlandse tijd (UTC+2)"),
    ])
    func `UC10.1/1.2 the confirmation shows the time in the reader's language and the Dutch time zone`(
        _ language: String, _ offset: Int64, _ time: String
    ) async throws {
        let code = test.wallets.add(1)
        test.clock.advance(seconds: offset)
        try await test.serving { open in
            let browser = open()
            _ = try await browser.get("/?lang=\(language)")
            let page = try await browser.enter(code.text)
            #expect(page.body.replacing("\u{A0}", with: " ").contains(time))
        }
    }

    @Test func `UC10.1/1.2 a code used before shows the time of its first use`() async throws {
        let code = test.wallets.add(1)
        try await test.serving { [test] open in
            let first = try await open().enter(code.text)
            test.clock.advance(seconds: 3 * 86_400)
            let second = try await open().enter(code.text)
            #expect(second.screen == "Revoked" && second.body == first.body)
        }
    }

    @Test func `UC10.1/1.2 a reload deletes nothing again, and the page contains neither the code nor a form`() async throws {
        let code = test.wallets.add(1)
        try await test.serving { [test] open in
            let browser = open()
            _ = try await browser.enter(code.text)
            let again = try await browser.get("/result")
            #expect(again.screen == "Revoked" && test.wallets.asked.count == 1)
            #expect(!again.body.contains(code.text) && !again.body.contains("<form"))
            #expect(browser.cookies.values.allSatisfy { !$0.contains(code.text) })
        }
    }

    @Test func `UC10.1/1.2 a different replica can show the confirmation page, for ten minutes only`() async throws {
        let code = test.wallets.add(1)
        let replica = try TestPortal()
        let browsers = try await cookies(after: code)
        try await replica.serving { open in
            let browser = open()
            browser.cookies = browsers
            #expect(try await browser.get("/result").screen == "Revoked")
            replica.clock.advance(seconds: 599)
            #expect(try await browser.get("/result").screen == "Revoked")
            replica.clock.advance(seconds: 1)
            let late = try await browser.get("/result")
            #expect(late.status == 303 && late.headers[.location] == "/")
        }
    }

    /// Returns the cookies of a browser after it has used a code.
    private func cookies(after code: RevocationCode) async throws -> [String: String] {
        let (stream, continuation) = AsyncStream<[String: String]>.makeStream()
        try await test.serving { open in
            let browser = open()
            _ = try await browser.enter(code.text)
            continuation.yield(browser.cookies)
        }
        return try #require(await stream.first { _ in true })
    }

    @Test func `UC10.1/1.2a, 1.2b, 1.2c the links lead to support, to the stores and to help, and help leads back`() async throws {
        let code = test.wallets.add(1)
        try await test.serving { open in
            let browser = open()
            let page = try await browser.enter(code.text)
            #expect(page.link("1.2a") == "https://support.example/wallet?a=1&amp;b=2")
            #expect(page.link("1.2b") == "https://apps.example/wallet" && page.body.contains("https://play.example/wallet"))
            let help = try await browser.get(try #require(page.link("1.2c")))
            #expect(help.screen == "Help" && help.body.contains(#"class="button primary" href="/result""#))
        }
    }

    @Test func `UC10.1/1.2a, 1.2b without configured addresses the links lead to the form and say so`() async throws {
        let test = try TestPortal(supportPage: nil, stores: false)
        let code = test.wallets.add(1)
        try await test.serving { open in
            let browser = open()
            _ = try await browser.get("/?lang=en")
            let page = try await browser.enter(code.text)
            #expect(page.link("1.2a") == "/" && page.link("1.2b") == nil)
            #expect(page.body.contains("app store of your phone") && !page.body.contains("http://s") && !page.body.contains("https:"))
        }
    }
}
