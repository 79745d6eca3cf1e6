// SPDX-License-Identifier: EUPL-1.2

import Testing

@testable import SimulatedPhone

/// The navigations of the phone's browser, and when it opens the app.
@Suite(.timeLimit(.minutes(5))) struct NavigationTests {
    private static let start = "https://issuer.example/authorize"

    @Test func `redirects are followed up to the page, relative ones included`() async throws {
        let pages = FakePages([
            Self.start: .redirect(to: "/login?step=1"),
            "https://issuer.example/login?step=1": .redirect(302, to: "https://login.example/a/b"),
            "https://login.example/a/b": .redirect(301, to: "../c"), "https://login.example/c": .html("<title>Log in</title><p>Hello"),
        ])
        try await BrowserStage.running(pages) { stage in
            let content = await stage.open(Self.start)
            #expect(content.page?.title == "Log in")
            #expect(content.text == "Hello")
            #expect(content.page?.address.text == "https://login.example/c")
            #expect(stage.phone.appState == .background)
            #expect(stage.phone.place == .browser(Self.start))
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

    @Test func `an app that was killed behind the browser is launched by the link`() async throws {
        let pages = FakePages([Self.start: .html("<a href='\(BrowserStage.link)?a=1'>Back</a>")])
        try await BrowserStage.running(pages) { stage in
            _ = await stage.open(Self.start)
            stage.phone.killApp()
            for await state in stage.phone.appStateChanges() where state == .notRunning { break }
            #expect(stage.phone.place == .browser(Self.start), "the browser stays")
            #expect(stage.browser.follow(0, in: stage.browser.view.number))
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
            #expect(await stage.open(Self.start).text == "page")
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
            #expect(await stage.open(BrowserStage.link).text == "site")
        }
    }

    @Test(arguments: [
        (303, true), (302, true), (301, true), (307, false), (308, false),
    ])
    func `a form's answer opens the app only when the browser would read it`(status: Int, opens: Bool) async throws {
        let pages = FakePages([
            Self.start: .html("<form method=post action=/send><button name=a value=b>Send</button></form>"),
            "https://issuer.example/send": .redirect(status, to: BrowserStage.link),
        ])
        try await BrowserStage.running(pages) { stage in
            _ = await stage.open(Self.start)
            #expect(stage.browser.submit(PageFieldName(form: 0, field: 0), entered: [:], in: stage.browser.view.number))
            if opens {
                #expect(await stage.app() == [BrowserStage.link])
            } else {
                #expect(await stage.settled() == .fault(.unreachable))
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
    func `other addresses are not opened, by whomever they are named`(address: String) async throws {
        let pages = FakePages([Self.start: .redirect(to: address), "https://issuer.example/link": .html("<a href=\"\(address)\">x</a>")])
        try await BrowserStage.running(pages) { stage in
            #expect(await stage.open(address) == .fault(.refusedAddress))
            #expect(stage.pages.addresses.isEmpty)
            stage.browser.open(Self.start)
            #expect(await stage.settled() == .fault(.refusedAddress))
            stage.browser.open("https://issuer.example/link")
            _ = await stage.settled()
            if stage.browser.follow(0, in: stage.browser.view.number) { #expect(await stage.settled() == .fault(.refusedAddress)) }
            #expect(stage.pages.addresses == [Self.start, "https://issuer.example/link"])
            #expect(stage.phone.appState == .background)
        }
    }

    @Test func `a redirect without an address, and one redirect after the other, come to an end`() async throws {
        let pages = FakePages { request throws(BrowserFault) in
            request.address.path == "/none" ? .redirect(to: nil) : .redirect(to: request.address.path + "x")
        }
        try await BrowserStage.running(pages) { stage in
            #expect(await stage.open("https://issuer.example/none") == .fault(.refusedAddress))
            stage.browser.open(Self.start)
            #expect(await stage.settled() == .fault(.tooManyRedirects))
            #expect(stage.pages.asked.value.count == 12)
        }
    }

    @Test func `errors have a page of the browser's own`() async throws {
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
                stage.browser.open("https://a.example/" + path)
                #expect(await stage.settled() == .fault(expected))
            }
            for (path, text) in [("404", "gone"), ("text", "<b>")] {
                stage.browser.open("https://a.example/" + path)
                #expect(await stage.settled().text == text)
            }
        }
    }

    @Test func `a request that takes too long is abandoned, and can be retried`() async throws {
        let isSlow = Recorded(true)
        let pages = FakePages { _ throws(BrowserFault) in
            while isSlow.value, !Task.isCancelled { await Task.yield() }
            return .html("there")
        }
        var limits = BrowserLimits()
        limits.time = .milliseconds(20)
        try await BrowserStage.running(pages, limits: limits) { stage in
            #expect(await stage.open(Self.start) == .fault(.tookTooLong))
            isSlow.change { $0 = false }
            while await stage.settled().text != "there" { stage.browser.retry() }
        }
    }

    @Test func `an abandoned navigation changes nothing`() async throws {
        let pages = FakePages { request throws(BrowserFault) in
            while request.address.path == "/slow", !Task.isCancelled { await Task.yield() }
            return request.address.path == "/slow" ? .redirect(to: BrowserStage.link) : .html("<a href=/slow>x</a>")
        }
        try await BrowserStage.running(pages) { stage in
            _ = await stage.open(Self.start)
            let number = stage.browser.view.number
            #expect(stage.browser.follow(0, in: number))
            #expect(!stage.browser.follow(0, in: number), "twice")
            stage.browser.open("https://issuer.example/other")
            #expect(await stage.settled().page?.address.path == "/other")
            #expect(!stage.browser.follow(0, in: number), "another page")
            #expect(!stage.browser.follow(1, in: stage.browser.view.number), "no such link")
            #expect(stage.browser.follow(0, in: stage.browser.view.number))
            stage.browser.close()
            #expect(await stage.settled() == .blank)
            #expect(stage.phone.place == nil)
            #expect(stage.links.value.isEmpty)
            #expect(stage.phone.appState == .background)
        }
    }
}
