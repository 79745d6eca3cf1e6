// SPDX-License-Identifier: EUPL-1.2

import TestEnvironment
import Testing

@testable import PhoneSimulator

/// The browser of the laptop beside the phone.
@Suite(.timeLimit(.minutes(20))) struct LaptopBrowserTests {
    private static let start = "https://issuer.example/start"

    /// Opens an address on the laptop and loads its frame, redirects included.
    private static func open(_ address: String, on laptop: SimulatedBrowser) async throws -> SimulatedBrowser.Content {
        laptop.open(address)
        var next = try #require(BrowserAddress(address))
        let number = laptop.view.number
        while case .redirect(_, let target) = await laptop.load(FrameRequest(number: number, address: next, isFromPage: false)) {
            next = target
        }
        return laptop.view.content
    }

    @Test func `the app's own link opens no app, and is requested like any other address`() async throws {
        let link = BrowserStage.link + "?code=c"
        let pages = FakePages([Self.start: .redirect(to: link), link: .html("a page")])
        try await BrowserStage.running(pages) { stage in
            let laptop = SimulatedBrowser(laptopBeside: stage.phone, network: pages, limits: .patient)
            #expect(try await Self.open(Self.start, on: laptop) == BrowserAddress(link).map { .page($0) })
            let address = try #require(BrowserAddress(link))
            _ = await laptop.load(FrameRequest(number: laptop.view.number, address: address))
            #expect(pages.addresses == [Self.start, link, link])
            #expect(stage.phone.appState == .notRunning && stage.links.value.isEmpty)
        }
    }

    @Test func `each browser has cookies of its own`() async throws {
        let pages = FakePages([Self.start: .html("x", cookies: ["a=1; Path=/"])])
        try await BrowserStage.running(pages) { stage in
            let laptop = SimulatedBrowser(laptopBeside: stage.phone, network: pages, limits: .patient)
            _ = await stage.open(Self.start)
            for _ in 1...2 { _ = try await Self.open(Self.start, on: laptop) }
            _ = await stage.open(Self.start)
            #expect(pages.asked.value.map(\.cookies) == [nil, nil, "a=1", "a=1"])
            // A new phone leaves the laptop as it is.
            stage.browser.renew()
            _ = try await Self.open(Self.start, on: laptop)
            _ = await stage.open(Self.start)
            #expect(pages.asked.value.suffix(2).map(\.cookies) == ["a=1", nil])
        }
    }

    @Test(arguments: DeviceSettings.Network.allCases)
    func `no setting of the phone's network reaches the laptop`(network: DeviceSettings.Network) async throws {
        let directory = TestDirectory()
        defer { withExtendedLifetime(directory) {} }
        let phone = try directory.phone()
        try phone.device.change { $0.network = network }
        let server = try await TLSServer(.says("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 2\r\n\r\nhi"))
        let address = try #require(BrowserAddress(server.url))
        let pages = PinnedPageNetwork(
            device: nil, sites: [BrowserSite(origin: address.origin, roots: [server.root])], connectTimeout: .seconds(60),
            delay: { throw CancellationError() })
        let laptop = SimulatedBrowser(laptopBeside: phone, network: pages, limits: .patient)
        #expect(try await Self.open(server.url, on: laptop) == .page(address))
        #expect(server.text.lowercased().contains("accept-language: en\r\n"))
        try await server.close()
    }

    @Test func `closing the laptop leaves the phone as it is, and an expired cookie ends by the true time`() async throws {
        let pages = FakePages([Self.start: .html("x", cookies: ["a=1; Max-Age=60"])])
        try await BrowserStage.running(pages) { stage in
            let laptop = SimulatedBrowser(laptopBeside: stage.phone, network: pages, limits: .patient)
            _ = await stage.open(Self.start)
            _ = try await Self.open(Self.start, on: laptop)
            laptop.close()
            #expect(!laptop.view.isOpen && stage.phone.place == .browser(Self.start) && stage.browser.view.isOpen)
            try stage.phone.turnClock(by: 3600)
            _ = try await Self.open(Self.start, on: laptop)
            #expect(pages.asked.value.last?.cookies == "a=1")
            try stage.phone.moveClock(by: 61)
            _ = try await Self.open(Self.start, on: laptop)
            #expect(try #require(pages.asked.value.last).cookies == nil)
        }
    }
}
