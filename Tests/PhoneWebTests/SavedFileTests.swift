// SPDX-License-Identifier: EUPL-1.2

import PhoneSimulator
import Testing
import WalletApp

@testable import PhoneWeb

/// A file that the app hands to the phone reaches the user's browser once, and is drawn and described without its bytes.
struct SavedFileTests {
    private static let file = SavedFile(name: "<a>.json", bytes: Array(#"{"secret":1}"#.utf8))

    @Test func `the sheet has the name, escaped, and a button, and nothing of the content`() throws {
        let test = try TestPhone()
        test.phone.show(.file(Self.file))
        let markup = test.workbench.page.phone.screen
        #expect(markup.contains("&lt;a&gt;.json") && markup.contains(#"data-service="save""#))
        #expect(markup.contains(#"<h2 id="screen-title" tabindex="-1">"#) && markup.ranges(of: "screen-title").count == 1)
        #expect(!markup.contains("secret") && !"\(SystemPlace.file(Self.file))".contains("secret"))
    }

    @Test func `the file is given once, with the bearer only, and then the home screen is shown`() async throws {
        try await TestServer.serving { server in
            let bearer = try await server.bearer()
            server.phone.phone.show(.file(Self.file))
            try await server.expect(401, "POST", "/file", headers: server.headers(), body: "{}")
            try await server.expect(400, "POST", "/file", headers: server.headers(bearer: bearer), body: #"{"name":"b"}"#)
            let response = try await server.send("POST", "/file", headers: server.headers(bearer: bearer), body: "{}")
            #expect(response.status == 200 && response.body == #"{"secret":1}"#)
            #expect(server.phone.phone.place == nil)
            try await server.expect(404, "POST", "/file", headers: server.headers(bearer: bearer), body: "{}")
        }
    }

    @Test func `another place gives no file, and stays`() async throws {
        try await TestServer.serving { server in
            server.phone.phone.show(.mail("help@a.example"))
            try await server.expect(404, "POST", "/file", headers: server.headers(bearer: try await server.bearer()), body: "{}")
            #expect(server.phone.phone.place == .mail("help@a.example"))
        }
    }
}
