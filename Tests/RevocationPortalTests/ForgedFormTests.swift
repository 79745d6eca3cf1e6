// SPDX-License-Identifier: EUPL-1.2

import Foundation
import HTTPTypes
import ProviderProtocol
import RevocationPortal
import TestEnvironment
import Testing

/// Forms that are not from the portal: each is rejected without a try and without a call of the provider.
struct ForgedFormTests {
    let test: TestPortal
    let code: RevocationCode

    init() throws {
        test = try TestPortal(limits: .init(perAddress: 1, inAll: 1, window: .seconds(600)))
        code = test.wallets.add(1)
    }

    /// Expects a rejection, no call of the provider, and that the only try is still available.
    private func expectRefusal(_ answer: Answer, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(answer.status == 403 && answer.screen == "FormNotAccepted", sourceLocation: sourceLocation)
        #expect(test.wallets.asked.isEmpty, sourceLocation: sourceLocation)
    }

    private func expectTryIsLeft(_ browser: TestBrowser) async throws {
        #expect(try await browser.enter(code.text).screen == "Revoked")
    }

    @Test func `a form without a cookie, with a different browser's cookie or with an invented cookie is rejected`() async throws {
        try await test.serving { [code] open in
            let (browser, other) = (open(), open())
            let token = try #require(try await browser.get("/").token)
            let otherToken = try #require(try await other.get("/").token)
            expectRefusal(try await open().post([("token", token), ("code", code.text)]))
            expectRefusal(try await browser.post([("token", otherToken), ("code", code.text)]))
            expectRefusal(try await other.post([("token", token), ("code", code.text)]))
            for invented in ["", "x", String(repeating: "A", count: 43), token, "__Host-form", "a=b"] {
                let forger = open()
                forger.cookies = ["__Host-form": invented]
                expectRefusal(try await forger.post([("token", token), ("code", code.text)]))
                expectRefusal(try await forger.post([("token", invented), ("code", code.text)]))
            }
            try await expectTryIsLeft(browser)
        }
    }

    @Test func `a form with an altered, truncated, empty or foreign token is rejected`() async throws {
        let foreign = try TestPortal(key: 2)
        try await test.serving { [code] open in
            let browser = open()
            let token = try #require(try await browser.get("/").token)
            for (index, character) in token.enumerated() {
                var changed = Array(token)
                changed[index] = character == "A" ? "B" : "A"
                expectRefusal(try await browser.post([("token", String(changed)), ("code", code.text)]))
            }
            for bad in ["", "x", String(token.dropLast()), token + "A", token + token, "é", " " + token] {
                expectRefusal(try await browser.post([("token", bad), ("code", code.text)]))
            }
            let cookies = browser.cookies
            try await foreign.serving { openForeign in
                let other = openForeign()
                other.cookies = cookies
                let theirs = try #require(try await other.get("/").token)
                expectRefusal(try await browser.post([("token", theirs), ("code", code.text)]))
            }
            try await expectTryIsLeft(browser)
        }
    }

    @Test func `a form open for two hours is rejected, and a newer form is accepted`() async throws {
        try await test.serving { [test, code] open in
            let browser = open()
            let token = try #require(try await browser.get("/").token)
            test.clock.advance(seconds: 7200)
            expectRefusal(try await browser.post([("token", token), ("code", code.text)]))
            try await expectTryIsLeft(browser)
        }
    }

    @Test func `a form is valid until its expiry, in every tab, even after the browser has used a different form`() async throws {
        let test = try TestPortal()
        let codes = (1...3).map { test.wallets.add($0) }
        try await test.serving { open in
            let browser = open()
            let tokens = [try await browser.get("/").token, try await browser.get("/").token, try await browser.get("/?lang=en").token]
            test.clock.advance(seconds: 7199)
            for (token, code) in zip(tokens, codes) {
                #expect(try await browser.post([("token", try #require(token)), ("code", code.text)]).status == 303)
            }
            #expect(codes.allSatisfy { test.wallets.isRevoked($0) })
        }
    }

    /// The headers with which a browser describes a form's origin, and true if they prove the portal's origin.
    static let senders: [(headers: [(String, String)], isOurs: Bool)] = [
        ([("Origin", "https://portal.example"), ("Sec-Fetch-Site", "same-origin")], true),
        ([("Origin", "https://portal.example")], true),
        ([("Sec-Fetch-Site", "same-origin")], true),
        ([("Origin", "null"), ("Sec-Fetch-Site", "same-origin")], true),
        ([], false),
        ([("Origin", "null")], false),
        ([("Origin", "https://evil.example")], false),
        ([("Origin", "https://evil.example"), ("Sec-Fetch-Site", "same-origin")], false),
        ([("Origin", "https://portal.example"), ("Sec-Fetch-Site", "cross-site")], false),
        ([("Origin", "https://portal.example"), ("Sec-Fetch-Site", "same-site")], false),
        ([("Origin", "https://portal.example"), ("Sec-Fetch-Site", "none")], false),
        ([("Origin", "null"), ("Sec-Fetch-Site", "cross-site")], false),
        ([("Sec-Fetch-Site", "cross-site")], false), ([("Sec-Fetch-Site", "")], false),
        ([("Origin", "http://portal.example")], false), ([("Origin", "https://portal.example:444")], false),
        ([("Origin", "https://portal.example.evil.example")], false), ([("Origin", "https://sub.portal.example")], false),
        ([("Origin", "https://portal.example/")], false), ([("Origin", "")], false),
        ([("Origin", "https://portal.example"), ("Origin", "https://evil.example")], false),
        ([("Sec-Fetch-Site", "same-origin"), ("Sec-Fetch-Site", "cross-site")], false),
        ([("Referer", "https://portal.example/")], false),
    ]

    @Test(arguments: senders)
    func `only a form submitted from the portal's page is accepted`(_ sender: (headers: [(String, String)], isOurs: Bool)) async throws {
        try await test.serving { [code] open in
            let browser = open()
            let answer = try await browser.submit(code.text, headers: sender.headers)
            if sender.isOurs {
                #expect(answer.status == 303)
            } else {
                expectRefusal(answer)
                try await expectTryIsLeft(browser)
            }
        }
    }

    @Test func `the form's cookie is random, strict, limited to TLS and this host, and reused`() async throws {
        try await test.serving { open in
            let browser = open()
            let first = try await browser.get("/")
            let cookie = try #require(first.headers[values: .setCookie].first { $0.hasPrefix("__Host-form=") })
            let attributes = Set(cookie.split(separator: "; ").dropFirst().map(String.init))
            #expect(attributes == ["Path=/", "Secure", "HttpOnly", "SameSite=Strict"])
            #expect(try await browser.get("/").headers[values: .setCookie].isEmpty)
            let other = open()
            _ = try await other.get("/")
            #expect(browser.cookies["__Host-form"] != other.cookies["__Host-form"])
        }
    }
}
