// SPDX-License-Identifier: EUPL-1.2

import Brands
import Foundation
import JSON
import Testing
import WalletApp
import XCStrings

@testable import PhoneSimulator
@testable import PhoneWeb

/// The phone's browser, seen and operated by a page.
@Suite(.timeLimit(.minutes(20))) struct PhoneBrowserTests {
    private static let address = "https://a.example/"

    /// Returns the page's state while the phone's browser shows a page.
    private func state(in language: DeviceSettings.Language = .english) async throws -> PageState {
        let phone = try TestPhone(pages: Pages(found: [Self.address: .html("<p>x")]))
        try phone.phone.device.change { $0.language = language }
        phone.phone.show(.browser(Self.address))
        phone.browser.open(Self.address)
        let address = try #require(BrowserAddress(Self.address))
        _ = await phone.browser.load(FrameRequest(number: phone.browser.view.number, address: address, isFromPage: false))
        return phone.workbench.page
    }

    @Test(arguments: [DeviceSettings.Language.english, .dutch])
    func `the browser's own texts are in the phone's language`(language: DeviceSettings.Language) async throws {
        let browser = try #require(try await state(in: language).browser)
        #expect(browser.language == language.rawValue)
        #expect(browser.chrome.contains(language == .dutch ? "Terug naar NL Wallet" : "Back to NL Wallet"))
        #expect(browser.chrome.contains(#"data-address="a.example""#))
        #expect(browser.title == "a.example" && browser.frame?.hasSuffix("/1/a.example/443/") == true)
    }

    @Test func `the browser has every text in each language of a brand, and uses English for other languages`() throws {
        let file = try Drawings(of: .iPhone, for: .example).browser
        #expect(file.keys == Set(BrowserWords.keys))
        for key in BrowserWords.keys {
            for language in ["en", "nl", "de"] { #expect(file.has(key, in: language), "\(key) in \(language)") }
        }
        for fault in BrowserFault.allCases {
            let texts = ["en", "nl", "de"].map(Language.init(rawValue:)).map {
                BrowserWords(file, in: $0).text(fault)
            }
            #expect(Set(texts).count == 3)
        }
        #expect(BrowserWords(file, in: Language(rawValue: "fr")).retry == "Try again")
        #expect(BrowserWords(file, in: .english).backToApp == "Back to \(Brand.example.names.product)")
    }

    @Test func `while the browser is in the foreground no screen of the app is shown`() async throws {
        let state = try await state()
        #expect(state.phone.screen.isEmpty && state.phone.ticket == 0)
        var after = state
        after.browser = nil
        #expect(state.events(since: nil).map { "\($0.name)" } == ["clock", "phone", "browser", "device", "design"])
        #expect(after.events(since: state).map { "\($0.name)" } == ["browser"])
        after.phone.screen = "home"
        #expect(after.events(since: state).map { "\($0.name)" } == ["browser", "phone"])
    }

    static let acts: [(body: String, status: Int)] = [
        (#"{"browser":"phone","number":7,"action":"refused"}"#, 409), (#"{"browser":"phone","number":7,"action":"loaded"}"#, 409),
        (#"{"browser":"phone","number":0,"action":"retry"}"#, 204), (#"{"browser":"phone","number":0,"action":"follow"}"#, 400),
        (#"{"browser":"phone","number":0,"action":"open","address":"https://a.example/"}"#, 400),
        (#"{"browser":"phone","number":0,"action":"close","x":1}"#, 400), (#"{"browser":"tablet","number":0,"action":"close"}"#, 400),
        (#"{"number":0,"action":"close"}"#, 400), (#"{"browser":"phone","number":-1,"action":"close"}"#, 400),
        (#"{"browser":"laptop","number":0,"action":"close"}"#, 204), (#"{"browser":"phone","action":"close"}"#, 400), ("{}", 400),
        ("", 400),
    ]

    @Test func `an invalid value is refused and changes nothing`() async throws {
        try await TestServer.serving { server in
            let headers = server.headers(bearer: try await server.bearer())
            server.phone.phone.show(.browser(Self.address))
            for (body, status) in Self.acts { try await server.expect(status, "POST", "/browser", headers: headers, body: body) }
            #expect(server.phone.phone.place == .browser(Self.address))
            #expect(server.phone.browser.view.content == .blank)
            try await server.expect(204, "POST", "/browser", headers: headers, body: #"{"browser":"phone","number":0,"action":"close"}"#)
            #expect(server.phone.phone.place == nil)
        }
    }
}
