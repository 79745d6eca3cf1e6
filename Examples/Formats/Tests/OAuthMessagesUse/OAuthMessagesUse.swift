// SPDX-License-Identifier: EUPL-1.2

import OAuthMessages
import Testing

struct OAuthMessagesUse {
    @Test func `a form and an address are read`() throws {
        let form = try FormParameters(parsing: "state=a+b&code=1&empty=".utf8)
        #expect(form["state"] == "a b")
        #expect(form["empty"] == nil)
        #expect(form.encoded == "state=a%20b&code=1")
        #expect(HTTPSURL("https://example.org:8443/a?b=c")?.port == 8443)
        #expect(HTTPSURL("http://example.org") == nil)
    }

    @Test func `a parameter that stands twice is refused`() {
        #expect(throws: MalformedMessage.self) { try FormParameters(parsing: "a=1&a=2".utf8) }
    }
}
