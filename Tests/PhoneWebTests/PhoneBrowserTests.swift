// SPDX-License-Identifier: EUPL-1.2

import Foundation
import JOSE
import Testing
import WalletApp

@testable import PhoneWeb
@testable import SimulatedPhone

/// The phone's browser, seen and operated by a page.
@Suite(.timeLimit(.minutes(5))) struct PhoneBrowserTests {
    private static let address = "https://a.example/"

    /// Returns the page's state while the phone's browser shows a document.
    private func state(of html: String, in language: DeviceSettings.Language = .english) async throws -> PageState {
        let body = Array(html.utf8)
        let phone = try TestPhone(pages: Pages(found: [Self.address: PageResponse(status: 200, mediaType: "text/html", body: body)]))
        try phone.phone.device.change { $0.language = language }
        return await withTaskGroup(of: Void.self) { group in
            group.addTask { await phone.browser.run() }
            defer { group.cancelAll() }
            phone.phone.show(.browser(Self.address))
            phone.browser.open(Self.address)
            for await _ in phone.browser.changes() where !phone.browser.view.isLoading { break }
            return phone.workbench.page
        }
    }

    @Test func `a page is drawn with numbers, and without anything that runs, loads, leads or is sent`() async throws {
        let page = try #require(
            try await state(
                of: """
                    <title>T</title><style>b { color: red }</style><base target=_top href="https://b.example/">
                    <script>alert(1)</script><meta http-equiv=refresh content="0;url=/"><a href="/x" target=_top onclick=x>l</a>
                    <a href="javascript:x">j</a><form action="http://127.0.0.1/answer" method=post name=body><input name="a&quot;" value='"><script>'>
                    <input type=radio name=r><input type=radio name=r><button name=b>s</button></form><img src=/y><b style="x">&lt;script&gt;</b>
                    """
            ).browser?.page)
        #expect(page.styles == ["b { color: red }"])
        #expect(page.title == "T")
        #expect(
            page.markup.replacing("\n", with: "") == """
                <a href="#link" data-link="0">l</a><a>j</a><form><input value="&quot;&gt;&lt;script&gt;" type="text" autocomplete="off" \
                data-field="0.0"><input type="radio" autocomplete="off" data-field="0.1" name="group-0-0"><input type="radio" \
                autocomplete="off" data-field="0.2" name="group-0-0"><button type="button" data-submit="0.3">s</button></form>\
                <b>&lt;script&gt;</b>
                """)
    }

    @Test(arguments: [DeviceSettings.Language.english, .dutch])
    func `the browser's own words are the phone's language`(language: DeviceSettings.Language) async throws {
        let browser = try #require(try await state(of: "<p>x", in: language).browser)
        #expect(browser.language == language.rawValue)
        #expect(browser.chrome.contains(language == .dutch ? "Terug naar NL Wallet" : "Back to NL Wallet"))
        #expect(browser.chrome.contains(#"data-address="a.example""#))
        let words = [BrowserWords(.english), BrowserWords(.dutch)]
        for fault in BrowserFault.allCases { #expect(words[0].text(fault) != words[1].text(fault)) }
    }

    @Test func `while the browser is in front nothing of the app is on the glass, and it goes before the app comes`() async throws {
        let state = try await state(of: "<p>x")
        #expect(state.phone.screen.isEmpty && state.phone.ticket == 0)
        var after = state
        after.browser = nil
        #expect(state.events(since: nil).map { "\($0.name)" } == ["clock", "phone", "browser", "device", "design"])
        #expect(after.events(since: state).map { "\($0.name)" } == ["browser"])
        after.phone.screen = "home"
        #expect(after.events(since: state).map { "\($0.name)" } == ["browser", "phone"])
    }

    static let acts: [(body: String, status: Int)] = [
        (#"{"number":0,"action":"follow","link":0}"#, 409), (#"{"number":0,"action":"submit","button":"0.0","fields":{}}"#, 409),
        (#"{"number":7,"action":"follow","link":0}"#, 409), (#"{"number":0,"action":"retry"}"#, 204),
        (#"{"number":0,"action":"submit","button":"0.0","fields":{"0.0":1}}"#, 400),
        (#"{"number":0,"action":"submit","button":"x","fields":{}}"#, 400),
        (#"{"number":0,"action":"submit","button":"0.0","fields":{"0.00":"x"}}"#, 400),
        (#"{"number":0,"action":"submit","button":"0.0"}"#, 400),
        (#"{"number":0,"action":"open","address":"https://a.example/"}"#, 400), (#"{"number":0,"action":"close","x":1}"#, 400),
        (#"{"number":-1,"action":"close"}"#, 400), (#"{"action":"close"}"#, 400), ("{}", 400), ("", 400),
    ]

    @Test func `an unacceptable value is refused and changes nothing`() async throws {
        try await TestServer.serving { server in
            let headers = server.headers(bearer: try await server.bearer())
            server.phone.phone.show(.browser(Self.address))
            for (body, status) in Self.acts { try await server.expect(status, "POST", "/browser", headers: headers, body: body) }
            #expect(server.phone.phone.place == .browser(Self.address))
            #expect(server.phone.browser.view.content == .blank)
            try await server.expect(204, "POST", "/browser", headers: headers, body: #"{"number":0,"action":"close"}"#)
            #expect(server.phone.phone.place == nil)
        }
    }
}
