// SPDX-License-Identifier: EUPL-1.2

import OpenID4VCI
import Testing

/// The redirects that a request for a status list follows.
struct RedirectTrailTests {
    static let start = "https://issuer.example/status/1?a=b"

    private func next(_ locations: [String]) -> String? {
        var trail = RedirectTrail(from: World.url(Self.start))
        return trail.next(locations)?.text
    }

    @Test func `exactly the statuses that name another address are redirects`() {
        #expect((100...599).filter(RedirectTrail.isRedirect) == [301, 302, 303, 307, 308])
    }

    @Test(
        arguments: [
            ("https://lists.example/1", "https://lists.example/1"), ("HTTPS://lists.example/1#part", "https://lists.example/1"),
            ("https://issuer.example/status/1", "https://issuer.example/status/1"),
            ("//lists.example:8443/1", "https://lists.example:8443/1"),
            ("/lists/1", "https://issuer.example/lists/1"), ("2", "https://issuer.example/status/2"),
            ("2/a:b?c", "https://issuer.example/status/2/a:b?c"), ("?c=d", "https://issuer.example/status/1?c=d"),
        ])
    func `a redirect to an https address is followed, also relative ones`(_ location: String, _ address: String) {
        #expect(next([location]) == address)
    }

    @Test(arguments: ["http://issuer.example/status/2", "http:/status/2", "ftp://a.example/", "data:text/plain,a", "javascript:alert(1)"])
    func `a redirect to anything but https is refused`(_ location: String) {
        #expect(next([location]) == nil)
    }

    @Test(arguments: [
        "", "#a", "https://", "https://u:p@a.example/", "//u@a.example/", "https://[::1]/", "/a b", "/é", "/../a", "./2", "../2",
        "/a/%2e%2e/b",
        "https://issuer.example:0/a", "/\\a.example",
    ])
    func `a redirect to no acceptable address is refused`(_ location: String) {
        #expect(next([location]) == nil)
    }

    @Test func `a redirect without Location or with several is refused`() {
        #expect(next([]) == nil)
        #expect(next(["/2", "/2"]) == nil)
    }

    @Test(arguments: [start, "HTTPS://ISSUER.example:443/%73tatus/1?a=b", "/status/1?a=b", "1?a=b", "?a=b#c"])
    func `an address is not visited again, in whatever spelling`(_ location: String) {
        #expect(next([location]) == nil)
        var trail = RedirectTrail(from: World.url(Self.start))
        #expect(trail.next(["https://lists.example/1"]) != nil)
        #expect(trail.next([World.url(Self.start).text]) == nil)
        #expect(trail.next(["https://lists.example/1"]) == nil)
    }

    @Test func `three redirects are followed, and no fourth`() {
        var trail = RedirectTrail(from: World.url(Self.start))
        for number in 2...4 { #expect(trail.next(["/status/\(number)"])?.text == "https://issuer.example/status/\(number)") }
        #expect(trail.next(["/status/5"]) == nil)
    }
}
