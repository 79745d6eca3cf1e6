// SPDX-License-Identifier: EUPL-1.2

import Brands
import Foundation
import Testing
import WalletApp
import WebPages

@testable import PhoneSimulator
@testable import PhoneWeb

/// The laptop beside the phone, seen and operated by a page, and the phone before it.
@Suite(.timeLimit(.minutes(20))) struct LaptopTests {
    private static let address = "https://a.example/"
    private static let sites = [OfferedSite(name: "Shop <b>", address: address, subtitle: "Proves an age & no more.")]

    /// The name of a picture of `Tests/Fixtures/QRPictures` at each address.
    private static func pages(_ pictures: [String: String] = [:]) throws -> Pages {
        var found = [address: PageResponse.html("<p>x"), "https://b.example/": .html("y")]
        for (path, name) in pictures {
            let file = URL(filePath: #filePath).appending(path: "../../Fixtures/QRPictures/\(name).png").standardizedFileURL
            found[address + path] = PageResponse(status: 200, mediaType: "image/png", body: Array(try Data(contentsOf: file)))
        }
        return Pages(found: found)
    }

    /// Loads a page or a part of it as the laptop's frame does, and lets the phone look again.
    private static func load(_ path: String = "", _ part: FrameRequest.Part = .page, on phone: TestPhone) async throws {
        let address = try #require(BrowserAddress(Self.address + path))
        _ = await phone.laptop.load(FrameRequest(number: phone.laptop.view.number, address: address, part: part, isFromPage: false))
        await phone.workbench.beforeLaptop?.noteChange()
    }

    /// Reports that the frame has loaded its page, and lets the phone look again.
    private static func complete(on phone: TestPhone) async {
        #expect(phone.laptop.noteLoaded(in: phone.laptop.view.number))
        await phone.workbench.beforeLaptop?.noteChange()
    }

    @Test func `a site is offered on phone and laptop, and its names are text`() throws {
        let markup = try TestPhone(sites: Self.sites).workbench.page.device
        #expect(markup.contains("Shop &lt;b&gt;") && markup.contains("Proves an age &amp; no more."))
        #expect(markup.contains(#"data-action="laptop-site-0""#) && markup.contains(#"data-action="phone-site-0""#))
        #expect(!markup.contains(Self.address))
        #expect(try !TestPhone().workbench.page.device.contains("laptop-site-"))
    }

    @Test func `a site opens on the laptop whatever the phone does, and on the phone in its own browser`() async throws {
        let test = try TestPhone(pages: Self.pages(), sites: Self.sites)
        try test.phone.device.change { $0.network = .offline }
        test.phone.lockDevice()
        try await test.workbench.operate(.site(.open(0, on: .laptop)))
        try await Self.load(on: test)
        let laptop = try #require(test.workbench.page.laptop)
        #expect(laptop.name == "Laptop" && laptop.title == "a.example" && laptop.chrome.contains(#"data-address="a.example""#))
        #expect(test.workbench.page.browser == nil && test.phone.place == nil)
        try await test.workbench.operate(.site(.open(0, on: .phone)))
        #expect(test.phone.place == .browser(Self.address) && test.workbench.page.browser?.title == "a.example")
        let after = test.workbench.page
        test.laptop.close()
        #expect(test.workbench.page.laptop == nil)
        #expect(test.workbench.page.events(since: after).map { "\($0.name)" } == ["laptop"])
        #expect(test.phone.place == .browser(Self.address))
    }

    @Test(arguments: [SiteAction.open(1, on: .laptop), .open(1, on: .phone), .open(99, on: .laptop)])
    func `a site that is not on the list is not opened`(action: SiteAction) async throws {
        let test = try TestPhone(sites: Self.sites)
        #expect(DeviceAction(name: action.name) == .site(action))
        await #expect(throws: WorldError.notDone) { try await test.workbench.operate(.site(action)) }
        #expect(test.workbench.page.laptop == nil && test.phone.place == nil)
    }

    @Test func `the camera sees the page that it is held before, and the next picture of a page that renews itself`() async throws {
        let test = try TestPhone(pages: Self.pages(["one.png": "link", "two.png": "conformance-both"]))
        test.laptop.open(Self.address)
        try await Self.load(on: test)
        #expect(try #require(test.workbench.page.laptop).chrome.contains(#"data-action="hold-laptop" disabled>"#))
        try await Self.load("one.png", .image, on: test)
        #expect(test.phone.camera.status.codeCount == 0)
        try await test.workbench.operate(.site(.hold))
        #expect(test.phone.camera.status.codeCount == 1)
        #expect(try #require(test.workbench.page.laptop).chrome.contains(#"data-action="take-away">"#))
        // The page loads itself again: until its picture is there, the camera sees the one before.
        try await Self.load(on: test)
        #expect(test.laptop.pictures.isEmpty && test.phone.camera.status.codeCount == 1)
        try await Self.load("two.png", .image, on: test)
        #expect(test.phone.camera.status.codeCount == 2)
        try await test.workbench.operate(.site(.takeAway))
        #expect(test.phone.camera.status.codeCount == 0)
        try await Self.load("one.png", .image, on: test)
        #expect(test.phone.camera.status.codeCount == 0)
    }

    @Test func `a page without a picture shows the camera nothing, and a closed laptop ends the holding`() async throws {
        let test = try TestPhone(pages: Self.pages(["one.png": "link"]))
        test.laptop.open(Self.address)
        try await Self.load(on: test)
        try await Self.load("one.png", .image, on: test)
        try await test.workbench.operate(.site(.hold))
        try await Self.load(on: test)
        await Self.complete(on: test)
        #expect(test.phone.camera.status.codeCount == 0)
        try await Self.load("one.png", .image, on: test)
        #expect(test.phone.camera.status.codeCount == 1)
        test.laptop.close()
        await test.workbench.beforeLaptop?.noteChange()
        #expect(test.phone.camera.status.codeCount == 0 && test.workbench.beforeLaptop?.isHeld == false)
    }

    @Test func `a page can be loaded again, and the laptop closed, over the page's requests`() async throws {
        try await TestServer.serving(pages: Self.pages()) { server in
            let headers = server.headers(bearer: try await server.bearer())
            server.phone.laptop.open(Self.address)
            for (action, number) in [("reload", 2), ("loaded", 2), ("close", 3)] {
                let body = #"{"browser":"laptop","number":\#(server.phone.laptop.view.number),"action":"\#(action)"}"#
                try await server.expect(204, "POST", "/browser", headers: headers, body: body)
                #expect(server.phone.laptop.view.number == number)
            }
            #expect(!server.phone.laptop.view.isOpen)
        }
    }

    @Test func `what the organizations do is shown where there are any, each with a sentence and its rows`() throws {
        let renderer = DeviceRenderer(brand: .nlWallet)
        let markup = renderer.verifiers(WorldState(hasVerifiers: true, verifierTrick: .vanish)).markup
        #expect(markup.ranges(of: #"<p class="hint">"#).count == VerifierTrick.allCases.count)
        #expect(markup.ranges(of: #"aria-pressed="true""#).count == 1)
        #expect(markup.contains(#"aria-pressed="true" data-device="verifier-vanish""#))
        #expect(renderer.verifiers(WorldState()).markup.isEmpty)
    }
}
