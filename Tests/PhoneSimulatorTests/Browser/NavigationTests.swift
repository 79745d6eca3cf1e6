// SPDX-License-Identifier: EUPL-1.2

import TestEnvironment
import Testing

@testable import PhoneSimulator

/// The navigations of the phone's browser, and when it opens the app.
@Suite(.timeLimit(.minutes(20))) struct NavigationTests {
    private static let start = "https://issuer.example/authorize"

    @Test func `redirects, also relative redirects, are followed to the page`() async throws {
        let pages = FakePages([
            Self.start: .redirect(to: "/login?step=1"),
            "https://issuer.example/login?step=1": .redirect(302, to: "https://login.example/a/b"),
            "https://login.example/a/b": .redirect(301, to: "../c"), "https://login.example/c": .html("Hello"),
        ])
        try await BrowserStage.running(pages) { stage in
            let content = await stage.open(Self.start)
            #expect(stage.text.value == "Hello")
            #expect(content == BrowserAddress("https://login.example/c").map { .page($0) })
            #expect(stage.browser.view.address?.text == "https://login.example/c" && !stage.browser.view.isLoading)
            #expect(stage.phone.appState == .background)
            #expect(stage.phone.place == .browser(Self.start))
        }
    }

    @Test func `an address is opened with its fragment, which no server gets`() async throws {
        try await BrowserStage.running(FakePages([Self.start: .html("page")])) { stage in
            stage.browser.open(Self.start + "#response_code=1")
            #expect(stage.browser.view.address?.text == Self.start + "#response_code=1")
            _ = await stage.loadFrame()
            #expect(stage.text.value == "page" && stage.pages.addresses == [Self.start])
        }
    }

    @Test func `a redirect to the app's own link opens the app and sends no request`() async throws {
        let link = BrowserStage.link + "?code=c%20d&state=s#f"
        try await BrowserStage.running(FakePages([Self.start: .redirect(to: link)])) { stage in
            _ = await stage.open(Self.start)
            #expect(await stage.app() == [link])
            #expect(stage.pages.addresses == [Self.start])
            #expect(stage.phone.place == nil)
        }
    }

    @Test func `a redirect to the app's own link launches an app that was killed in the meantime`() async throws {
        let pages = FakePages([Self.start: .html("page")])
        try await BrowserStage.running(pages) { stage in
            _ = await stage.open(Self.start)
            stage.phone.killApp()
            for await state in stage.phone.appStateChanges() where state == .notRunning { break }
            #expect(stage.phone.place == .browser(Self.start), "the browser stays")
            await stage.follow(BrowserStage.link + "?a=1")
            #expect(await stage.app() == [BrowserStage.link + "?a=1"])
        }
    }

    @Test(arguments: [
        "https://app.example/wallet/in/", "https://app.example/wallet/inn", "https://app.example/wallet", "https://app.example/wallet/%69n",
        "https://app.example:8443/wallet/in", "https://app.example.evil.example/wallet/in", "https://evil.example/wallet/in",
        "https://app.example/Wallet/in", "https://app.example//wallet/in",
    ])
    func `an address similar to the app's own link is an ordinary page`(address: String) async throws {
        let pages = FakePages([Self.start: .redirect(to: address), address: .html("page")])
        try await BrowserStage.running(pages) { stage in
            _ = await stage.open(Self.start)
            #expect(stage.text.value == "page")
            #expect(stage.phone.appState == .background)
        }
    }

    @Test(arguments: [
        "https://APP.example/wallet/in?x=1", "https://app.example:443/wallet/in?x=1", "https://app.example/wallet/../wallet/in?x=1",
    ])
    func `another spelling of the app's own link is the same link`(address: String) async throws {
        try await BrowserStage.running(FakePages([Self.start: .redirect(to: address)])) { stage in
            _ = await stage.open(Self.start)
            #expect(await stage.app() == [BrowserStage.link + "?x=1"])
        }
    }

    @Test func `an address that the app opens in the browser stays in the browser`() async throws {
        try await BrowserStage.running(FakePages([BrowserStage.link: .html("site")])) { stage in
            _ = await stage.open(BrowserStage.link)
            #expect(stage.text.value == "site")
        }
    }

    @Test(arguments: [
        (303, true), (302, true), (301, true), (307, false), (308, false),
    ])
    func `a redirect after a form opens the app only if the browser would follow it`(status: Int, opens: Bool) async throws {
        let pages = FakePages([
            Self.start: .html("form"),
            "https://issuer.example/send": .redirect(status, to: BrowserStage.link),
        ])
        try await BrowserStage.running(pages) { stage in
            _ = await stage.open(Self.start)
            let content = await stage.follow("https://issuer.example/send", form: "a=b")
            if opens {
                #expect(await stage.app() == [BrowserStage.link])
            } else {
                #expect(content == .fault(.unreachable))
                #expect(stage.phone.appState == .background)
            }
            #expect(stage.pages.asked.value[1].method == .post(form: "a=b"))
        }
    }

    @Test(arguments: [
        "http://issuer.example/", "openid4vp://x", "wallet://in", "javascript:alert(1)", "data:text/html,x", "file:///etc/passwd",
        "https://user@issuer.example/", "https://user:pw@issuer.example/", "https://issuer.example\\@evil.example/", "https://",
        "https:///x",
        "https://issuer.example:0/", "https://issuer.example:99999/", "https://is suer.example/", "https://[::1]/",
        "https://issuer.éxample/",
    ])
    func `an address that is not permitted is not opened, whether typed, linked or redirected to`(address: String) async throws {
        let pages = FakePages([Self.start: .redirect(to: address), "https://issuer.example/link": .html("page")])
        try await BrowserStage.running(pages) { stage in
            #expect(await stage.open(address) == .fault(.refusedAddress))
            #expect(stage.pages.addresses.isEmpty)
            #expect(await stage.open(Self.start) == .fault(.refusedAddress))
            _ = await stage.open("https://issuer.example/link")
            #expect(await stage.follow(Self.start) == .fault(.refusedAddress))
            #expect(stage.pages.addresses == [Self.start, "https://issuer.example/link", Self.start])
            #expect(stage.phone.appState == .background)
        }
    }

    @Test func `a link that the user's browser refuses becomes an error page of its own frame`() async throws {
        try await BrowserStage.running(FakePages([Self.start: .html("page")])) { stage in
            _ = await stage.open(Self.start)
            let number = stage.browser.view.number
            #expect(!stage.browser.refuse(in: number - 1))
            #expect(stage.browser.refuse(in: number))
            #expect(stage.browser.view.content == .fault(.refusedAddress))
            #expect(stage.browser.view.address?.text == Self.start)
            #expect(!stage.browser.refuse(in: number), "the frame is gone")
        }
    }

    @Test func `a redirect without an address and an endless redirect end with an error page`() async throws {
        let pages = FakePages { request throws(BrowserFault) in
            request.address.path == "/none" ? .redirect(to: nil) : .redirect(to: request.address.path + "x")
        }
        try await BrowserStage.running(pages) { stage in
            #expect(await stage.open("https://issuer.example/none") == .fault(.refusedAddress))
            #expect(await stage.open(Self.start) == .fault(.tooManyRedirects))
            #expect(stage.pages.asked.value.count == 12)
        }
    }

    @Test func `the browser shows its own page for each error`() async throws {
        let pages = FakePages([
            "https://a.example/500": PageResponse(status: 503, mediaType: "text/html", body: Array("<p>oops".utf8)),
            "https://a.example/404": PageResponse(status: 404, mediaType: "text/html", body: Array("<p>gone".utf8)),
            "https://a.example/json": PageResponse(status: 200, mediaType: "application/json", body: Array("{}".utf8)),
            "https://a.example/text": PageResponse(status: 200, mediaType: "text/plain", body: Array("<b>".utf8)),
            "https://a.example/long": PageResponse(
                status: 200, mediaType: "text/html", body: [UInt8](repeating: 0x61, count: 512 * 1024 + 1)),
        ])
        try await BrowserStage.running(pages) { stage in
            #expect(await stage.open("https://a.example/500") == .fault(.serverFailed))
            for (path, expected) in [("json", BrowserFault.notAPage), ("long", .tooLarge), ("nowhere", .unreachable)] {
                #expect(await stage.open("https://a.example/" + path) == .fault(expected))
            }
            for (path, text) in [("404", "<p>gone"), ("text", "<b>")] {
                _ = await stage.open("https://a.example/" + path)
                #expect(stage.text.value == text)
            }
        }
    }

    @Test func `a request that takes too long is abandoned, and can be retried`() async throws {
        let isSlow = Recorded(true)
        let pages = FakePages { _ throws(BrowserFault) in
            await isSlow.wait { !$0 }
            return .html("there")
        }
        var limits = BrowserLimits()
        limits.time = .milliseconds(20)
        try await BrowserStage.running(pages, limits: limits) { stage in
            #expect(await stage.open(Self.start) == .fault(.tookTooLong))
            isSlow.change { $0 = false }
            repeat {
                stage.browser.retry()
                _ = await stage.loadFrame()
            } while stage.text.value != "there"
        }
    }

    @Test func `an abandoned navigation has no effect`() async throws {
        let asked = AsyncStream.makeStream(of: Void.self)
        let pages = FakePages { request throws(BrowserFault) in
            guard request.address.path == "/slow" else { return .html(request.address.path) }
            asked.continuation.yield()
            for await _ in AsyncStream<Never>(Never.self, { _ in }) {}
            return .redirect(to: BrowserStage.link)
        }
        try await BrowserStage.running(pages) { stage in
            _ = await stage.open(Self.start)
            let number = stage.browser.view.number
            var waiting = asked.stream.makeAsyncIterator()
            async let first = stage.follow("https://issuer.example/slow")
            _ = await waiting.next()
            #expect(stage.browser.view.isLoading)
            await stage.follow("https://issuer.example/second")
            _ = await first
            #expect(stage.text.value == "/second" && !stage.browser.view.isLoading)
            async let third = stage.follow("https://issuer.example/slow")
            _ = await waiting.next()
            _ = await stage.open("https://issuer.example/other")
            _ = await third
            await stage.follow("https://issuer.example/late", in: number)
            #expect(stage.browser.view.address?.path == "/other", "the old frame's links lead nowhere")
            async let fourth = stage.follow("https://issuer.example/slow")
            _ = await waiting.next()
            stage.browser.close()
            _ = await fourth
            #expect(stage.browser.view.content == .blank && !stage.browser.view.isLoading && stage.browser.view.address == nil)
            #expect(stage.phone.place == nil)
            #expect(stage.links.value.isEmpty)
            #expect(stage.phone.appState == .background)
        }
    }

    @Test func `a link in a frame without a page is not followed`() async throws {
        try await BrowserStage.running(FakePages([Self.start: .html("page")])) { stage in
            stage.browser.open(Self.start)
            await stage.follow(Self.start)
            #expect(stage.pages.addresses.isEmpty)
        }
    }

    @Test func `a page's style sheets and images must have their type, be small, and are fetched without cookies`() async throws {
        let pages = FakePages([
            Self.start: .html("page", cookies: ["a=1; Path=/"]),
            "https://issuer.example/a.css": PageResponse(status: 200, mediaType: "text/css", body: Array("p {}".utf8)),
            "https://issuer.example/b.png": PageResponse(status: 200, mediaType: "image/png", body: [1]),
            "https://issuer.example/long.css": PageResponse(
                status: 200, mediaType: "text/css", body: [UInt8](repeating: 0x61, count: 128 * 1024 + 1)),
            "https://issuer.example/gone.css": PageResponse(status: 404, mediaType: "text/css", body: [1]),
            "https://issuer.example/moved.css": .redirect(to: "/a.css"),
        ])
        try await BrowserStage.running(pages) { stage in
            _ = await stage.open(Self.start)
            let view = stage.browser.view
            #expect(await stage.part(.style, "/a.css", in: view.number) == Array("p {}".utf8))
            #expect(await stage.part(.image, "/b.png", in: view.number) == [1])
            for path in ["/b.png", "/long.css", "/gone.css", "/moved.css", "/authorize", "/none.css"] {
                #expect(await stage.part(.style, path, in: view.number) == nil)
            }
            #expect(await stage.part(.style, "/a.css", in: view.number - 1) == nil)
            #expect(stage.browser.view == view)
            #expect(stage.pages.asked.value.allSatisfy { $0.cookies == nil })
        }
    }
}
