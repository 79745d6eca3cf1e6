// SPDX-License-Identifier: EUPL-1.2

import NIOHTTP1
import Testing

@testable import PhoneSimulator
@testable import PhoneWeb

/// The relay between the frame and the phone's network, with hostile pages and hostile neighbours.
@Suite(.timeLimit(.minutes(20))) struct BrowserRelayTests {
    private static let address = "https://a.example/in?x=1"

    /// The headers of a frame that the workbench begins, and of a link or form of its page.
    private static let first = [("Sec-Fetch-Dest", "iframe"), ("Sec-Fetch-Site", "same-origin")]
    private static let link = [("Sec-Fetch-Dest", "iframe"), ("Sec-Fetch-Site", "cross-site")]
    private static let form = link + [("Origin", "null"), ("Content-Type", "application/x-www-form-urlencoded")]

    /// Opens an address, and returns the path of its frame.
    private func open(_ address: String = address, on server: TestServer) throws -> String {
        server.phone.phone.show(.browser(address))
        server.phone.browser.open(address)
        return try #require(server.phone.workbench.page.browser?.frame)
    }

    @Test func `a frame gets the page, with its links under the frame's path and a policy that permits no other requests`() async throws {
        let page = PageResponse(
            status: 404, mediaType: "text/html", cookies: ["a=1", "trace=x; Path=/trace"], body: Array("<a href='/b'>é</a>".utf8))
        try await TestServer.serving(pages: Pages(found: [Self.address: page])) { server in
            let path = try open(on: server)
            let base = server.phone.workbench.frames.base
            #expect(path == base + "1/a.example/443/in?x=1")
            let response = try await server.send("GET", path, headers: Self.first)
            #expect(response.status == 404)
            #expect(response.body == "<a href='\(base)1/a.example/443/b'>é</a>")
            #expect(response.headers["Content-Type"] == ["text/html; charset=utf-8"])
            #expect(response.headers["Set-Cookie"].isEmpty && response.headers["X-Frame-Options"].isEmpty)
            #expect(response.headers["Cross-Origin-Resource-Policy"] == ["cross-origin"])
            let relay = server.origin + base
            #expect(
                response.headers["Content-Security-Policy"] == [
                    "default-src 'none'; style-src \(relay) 'unsafe-inline'; img-src \(relay) data:; form-action \(relay); base-uri 'none'; "
                        + "frame-ancestors \(server.origin); sandbox allow-forms"
                ])
        }
    }

    /// Headers that no frame sends, and the status of their answer.
    static let foreign: [(headers: [(String, String)], status: Int)] = [
        ([], 403), ([("Sec-Fetch-Dest", "document"), ("Sec-Fetch-Site", "none")], 403), ([("Sec-Fetch-Dest", "empty")], 403),
        ([("Sec-Fetch-Dest", "script")], 403), ([("Sec-Fetch-Dest", "embed")], 403),
        ([("Sec-Fetch-Dest", "iframe"), ("Sec-Fetch-Dest", "iframe")], 403),
        ([("Sec-Fetch-Dest", "iframe"), ("Origin", "http://evil.example")], 403),
        ([("Sec-Fetch-Dest", "iframe"), ("Origin", "http://127.0.0.1:1")], 403),
        ([("Sec-Fetch-Dest", "iframe"), ("Host", "evil.example")], 421),
        ([("Sec-Fetch-Dest", "iframe"), ("Host", "a.example.localhost")], 421),
    ]

    @Test(arguments: foreign)
    func `a request that does not come from a frame is refused, even with the key`(headers: [(String, String)], status: Int) async throws {
        try await TestServer.serving(pages: Pages(found: [Self.address: .html("x")])) { server in
            let path = try open(on: server)
            for method in ["GET", "POST"] { try await server.expect(status, method, path, headers: headers) }
            #expect(server.phone.browser.view.content == .blank)
        }
    }

    @Test func `without the key, or with the number of a different frame, no page is fetched`() async throws {
        try await TestServer.serving(pages: Pages(found: [Self.address: .html("x")])) { server in
            let path = try open(on: server)
            let base = server.phone.workbench.frames.base
            for other in [
                "/frame/", "/frame/x/1/a.example/443/in?x=1", "/frame//1/a.example/443/in?x=1", base.lowercased() + "1/a.example/443/",
            ] {
                try await server.expect(403, "GET", other, headers: Self.link)
                try await server.expect(404, "GET", other, headers: Self.first)
            }
            for other in ["1/a.example/443", "x/a.example/443/", ""] {
                try await server.expect(404, "GET", base + other, headers: Self.link)
            }
            try await server.expect(204, "GET", path.replacing("/1/", with: "/2/"), headers: Self.first)
            #expect(server.phone.browser.view.content == .blank)
            try await server.expect(200, "GET", path, headers: Self.first)
            _ = try open(on: server)
            try await server.expect(204, "GET", path, headers: Self.link)
            #expect(server.phone.browser.view.content == .blank)
        }
    }

    @Test(arguments: [
        "http://169.254.169.254/latest", "https://user@a.example/", "javascript:x", "//169.254.169.254:99999/", "wallet://in", "/\u{7f}",
    ])
    func `a redirect to an address that browsers do not open leads to an error page`(target: String) async throws {
        let redirect = PageResponse(status: 303, location: target, cookies: ["a=1"])
        try await TestServer.serving(pages: Pages(found: [Self.address: redirect])) { server in
            let response = try await server.send("GET", try open(on: server), headers: Self.first)
            #expect(response.status == 204 && response.headers["Location"].isEmpty && response.headers["Set-Cookie"].isEmpty)
            #expect(server.phone.browser.view.content == .fault(.refusedAddress))
            #expect(server.phone.workbench.page.browser?.frame == nil)
        }
    }

    @Test func `a redirect stays in the frame, and a redirect to the app's link opens the app`() async throws {
        let pages = Pages(found: [
            Self.address: PageResponse(status: 302, location: "//b.example:8443/c#f"),
            "https://b.example:8443/c": PageResponse(status: 303, location: "https://app.example/in?code=1"),
        ])
        try await TestServer.serving(pages: pages) { server in
            let response = try await server.send("GET", try open(on: server), headers: Self.first)
            let next = server.phone.workbench.frames.base + "1/b.example/8443/c#f"
            #expect(response.status == 302 && response.headers["Location"] == [next])
            #expect(server.phone.browser.view.isLoading)
            try await server.expect(204, "GET", String(next.dropLast(2)), headers: Self.first)
            #expect(!server.phone.browser.view.isLoading && server.phone.browser.view.content == .blank)
        }
    }

    @Test func `a form that is too large or has a wrong media type is refused, and an invalid address shows an error page`() async throws {
        try await TestServer.serving(pages: Pages(found: [Self.address: .html("x")])) { server in
            let path = try open(on: server)
            try await server.expect(200, "GET", path, headers: Self.first)
            try await server.expect(413, "POST", path, headers: Self.form, body: String(repeating: "a", count: 65 * 1024))
            for type in ["text/plain", "multipart/form-data; boundary=x", "application/json"] {
                try await server.expect(204, "POST", path, headers: Self.link + [("Content-Type", type)], body: "a=b")
            }
            try await server.expect(200, "POST", path, headers: Self.form, body: "a=b")
            #expect(server.phone.browser.view.address?.text == Self.address)
            try await server.expect(204, "GET", path.replacing("a.example", with: "a_example"), headers: Self.link)
            #expect(server.phone.browser.view.content == .fault(.refusedAddress))
        }
    }

    @Test(arguments: [
        (#"<a href="https://b.example/x?y#z">"#, #"<a href="P/b.example/443/x?y#z">"#),
        ("<a href='https://b.example'>", "<a href='P/b.example/443/'>"),
        ("<a href='https://b.example?x'>", "<a href='P/b.example/443/?x'>"),
        ("<A HREF = HTTPS://B.example:8443/x>", "<A HREF = P/b.example/8443/x>"),
        (#"<form action="/login">"#, #"<form action="P/a.example/443/login">"#),
        (#"<button formaction="/x">"#, #"<button formaction="P/a.example/443/x">"#),
        (#"<link href="/t.css"><img src="/i">"#, #"<link href="P/a.example/443/t.css"><img src="P/a.example/443/i">"#),
    ])
    func `links of a page lead to the frame's addresses`(page: String, expected: String) throws {
        let frames = FrameAddresses()
        let address = try #require(BrowserAddress("https://a.example/in"))
        #expect(frames.page(page, at: address, in: 3) == expected.replacing("P/", with: frames.base + "3/"))
    }

    @Test(arguments: [
        #"<a href="x">"#, #"<a href="//b.example/">"#, #"<a href="http://b.example/">"#, #"<a href="https://b_example/">"#,
        #"<a data-href="/x">https://b.example/ /x"#, #"<a href="https://user@b.example/">"#, #"<a href="https://b.example:0/">"#,
    ])
    func `text and other addresses are not rewritten`(page: String) throws {
        #expect(FrameAddresses().page(page, at: try #require(BrowserAddress("https://a.example/in")), in: 3) == page)
    }

    @Test func `a large page is rewritten in linear time`() throws {
        let frames = FrameAddresses()
        let address = try #require(BrowserAddress("https://a.example/in"))
        for piece in [" href=", " href=\"https://a", "<a href='/x'>", "\u{e9}", " "] {
            #expect(!frames.page(String(repeating: piece, count: 128 * 1024 / piece.utf8.count), at: address, in: 1).isEmpty)
        }
    }
}
