// SPDX-License-Identifier: EUPL-1.2

import Foundation
import TestEnvironment
import Testing

@testable import PhoneSimulator

/// The cookies that the phone's browser keeps and sends.
struct CookieTests {
    private static let now = TestDirectory.noon

    private func address(_ text: String) throws -> BrowserAddress { try #require(BrowserAddress(text)) }

    /// Returns the cookies sent to an address after these were set.
    private func sent(
        _ fields: [String], from: String = "https://a.example/login/page", to: String = "https://a.example/login/page", isGet: Bool = true,
        by initiator: String? = nil, after seconds: TimeInterval = 0
    ) throws -> String? {
        var jar = CookieJar()
        jar.store(fields, from: try address(from), now: Self.now)
        return jar.field(
            for: try address(to), isGet: isGet, askedBy: try initiator.map(address), now: Self.now.addingTimeInterval(seconds))
    }

    @Test(arguments: [
        ("a=1", "a=1"), ("a=1; Secure; HttpOnly; SameSite=Strict", "a=1"), ("a=; Path=/", "a="), (" a = 1 ; path=/login", "a=1"),
        ("a=1; Domain=A.example", "a=1"), ("__Host-a=1; Secure; Path=/", "__Host-a=1"), ("__Secure-a=1; Secure", "__Secure-a=1"),
        ("a=1; Max-Age=60", "a=1"), ("a=1; Expires=Fri, 15 Jan 2027 09:00:00 GMT", "a=1"), ("a=1; SameSite=None; Secure", "a=1"),
    ])
    func `a cookie is sent to its host`(field: String, expected: String) throws {
        #expect(try sent([field]) == expected)
        #expect(try sent([field], to: "https://b.example/login/page") == nil)
        #expect(try sent([field], to: "https://x.a.example/login/page") == nil)
    }

    @Test(arguments: [
        "", "a", "=1", "a=1\u{0}", "a=1\r\nb", "a=é", "a=1; Domain=example", "a=1; Domain=b.example", "a=1; Domain=.a.example",
        "__Host-a=1; Path=/", "__Host-a=1; Secure", "__Host-a=1; Secure; Path=/; Domain=a.example", "__Secure-a=1", "a=1; SameSite=None",
        "a=1; Max-Age=0", "a=1; Max-Age=-5", "a=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT", "a=1; Path=/other",
        "a=" + String(repeating: "x", count: 4096),
    ])
    func `an expired cookie, or one that violates its own attributes, is not sent`(field: String) throws {
        #expect(try sent([field]) == nil)
    }

    @Test func `a cookie is sent to its path and below, the cookie with the longest path first`() throws {
        let fields = ["a=1; Path=/", "b=2; Path=/login", "c=3; Path=/login/page/", "d=4; Path=/log"]
        #expect(try sent(fields) == "b=2; a=1")
        #expect(try sent(fields, to: "https://a.example/login/page/x") == "c=3; b=2; a=1")
        #expect(try sent(["a=1"], to: "https://a.example/") == nil)
    }

    @Test(
        arguments: [
            ("Strict", true, nil, true), ("Strict", true, "https://a.example/", true), ("Strict", true, "https://b.example/", false),
            ("Lax", true, "https://b.example/", true), ("Lax", false, "https://b.example/", false),
            ("Lax", false, "https://a.example/", true),
            ("None; Secure", false, "https://b.example/", true), ("Strange", false, "https://b.example/", false),
        ] as [(String, Bool, String?, Bool)])
    func `a cross-site request carries only the cookies that SameSite permits`(rule: String, isGet: Bool, initiator: String?, isSent: Bool)
        throws
    {
        #expect(try sent(["a=1; SameSite=" + rule], isGet: isGet, by: initiator) == (isSent ? "a=1" : nil))
    }

    @Test func `cookies expire by the phone's clock, and a new value replaces the old value`() throws {
        #expect(try sent(["a=1; Max-Age=60"], after: 59) == "a=1")
        #expect(try sent(["a=1; Max-Age=60"], after: 60) == nil)
        #expect(try sent(["a=1", "a=2"]) == "a=2")
        #expect(try sent(["a=1", "a=; Max-Age=0"]) == nil)
    }

    @Test func `a server cannot fill the cookie jar`() throws {
        var jar = CookieJar()
        for host in 0..<20 {
            jar.store((0..<100).map { "c\($0)=1" }, from: try address("https://h\(host).example/"), now: Self.now)
        }
        let counts = try (0..<20).map { host in
            try jar.field(for: address("https://h\(host).example/"), isGet: true, askedBy: nil, now: Self.now)?.split(separator: ";").count
                ?? 0
        }
        #expect(counts.max() == 50)
        #expect(counts.reduce(0, +) <= 300)
    }

    @Test func `a login is remembered through its redirects and forms`() async throws {
        let pages = FakePages([
            "https://i.example/": .redirect(to: "https://l.example/", cookies: ["__Host-login=s; Secure; Path=/; SameSite=Lax"]),
            "https://l.example/": .html("form", cookies: ["sid=1; SameSite=Strict"]),
            "https://l.example/in": .redirect(to: "https://i.example/callback"), "https://i.example/callback": .html("done"),
        ])
        try await BrowserStage.running(pages) { stage in
            _ = await stage.open("https://i.example/")
            await stage.follow("https://l.example/in", form: "")
            #expect(stage.text.value == "done")
            #expect(stage.pages.asked.value.map(\.cookies) == [nil, nil, "sid=1", "__Host-login=s"])
        }
    }

    @Test func `a new phone's browser has no page and no cookie of the old phone, even if an answer arrives late`() async throws {
        let (asked, answered) = (AsyncStream.makeStream(of: Void.self), AsyncStream.makeStream(of: Void.self))
        let pages = FakePages { request throws(BrowserFault) in
            guard request.address.requested.hasSuffix("/late") else { return .html("page", cookies: ["early=1; Path=/"]) }
            asked.continuation.yield()
            // A late response to an ended request stores nothing.
            for await _ in answered.stream { break }
            return .html("late", cookies: ["late=1; Path=/"])
        }
        try await BrowserStage.running(pages) { stage in
            _ = await stage.open("https://a.example/")
            async let late = stage.follow("https://a.example/late")
            for await _ in asked.stream { break }
            stage.browser.renew()
            answered.continuation.yield()
            _ = await late
            #expect(stage.browser.view.content == .blank && stage.browser.view.address == nil)
            _ = await stage.open("https://a.example/next")
            _ = await stage.open("https://a.example/next")
            #expect(pages.asked.value.map(\.cookies) == [nil, "early=1", nil, "early=1"])
        }
    }
}
