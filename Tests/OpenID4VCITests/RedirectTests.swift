// SPDX-License-Identifier: EUPL-1.2

import OpenID4VCI
import OpenID4VCIIssuer
import OpenID4VCIWallet
import Testing

/// The browser's redirect (T-U2), with the examples of RFC 9207 and RFC 9126.
struct RedirectTests {
    static let back = "https://client.example/cb"
    static let issuer = World.url("https://honest.as.example")
    static let code = "x1848ZT64p4IirMPT0R-X3141MFPTuBX-VFL_cvaplMH58"
    static let state = "ZWVlNDBlYzA1NjdkMDNhYjg3ZjUxZjAyNGQzMTM2NzI"

    func read(_ address: String, state: String = state) throws(RedirectFault) -> AuthorizationResponse {
        try AuthorizationResponse(address: address, redirectURI: Self.back, state: state, issuer: Self.issuer)
    }

    @Test func `the two example responses of RFC 9207 section 2 round-trip`() throws {
        let good = "\(Self.back)?code=\(Self.code)&state=\(Self.state)&iss=https%3A%2F%2Fhonest.as.example"
        #expect(try read(good) == .code(Self.code))
        #expect(AuthorizationResponse.code(Self.code).redirect(to: Self.back, state: Self.state, issuer: Self.issuer) == good)
        let state = "N2JjNGJhY2JiZjRhYzA3MGJkMzNmMDE5OWJhZmJhZjA"
        let bad = "\(Self.back)?error=access_denied&state=\(state)&iss=https%3A%2F%2Fhonest.as.example"
        #expect(try read(bad, state: state) == .error(.accessDenied))
        #expect(AuthorizationResponse.error(.accessDenied).redirect(to: Self.back, state: state, issuer: Self.issuer) == bad)
        #expect(try read(bad.replacing("access_denied", with: "something_new"), state: state) == .error(nil))
        // An error code of another endpoint counts as unknown.
        #expect(try read(bad.replacing("access_denied", with: "invalid_grant"), state: state) == .error(nil))
    }

    static let cases: [(String, RedirectFault)] = [
        ("", .foreign), ("?", .foreign), (back, .foreign), (back + "?", .foreign),
        ("https://evil.example/cb?code=\(code)&state=\(state)&iss=https://honest.as.example", .foreign),
        ("https://client.example/cb/?code=\(code)&state=\(state)&iss=https://honest.as.example", .foreign),
        ("https://client.example/CB?code=\(code)&state=\(state)&iss=https://honest.as.example", .foreign),
        ("https://client.example.evil.example/cb?code=\(code)&state=\(state)&iss=https://honest.as.example", .foreign),
        ("http://client.example/cb?code=\(code)&state=\(state)&iss=https://honest.as.example", .foreign),
        ("\(back)?code=\(code)&iss=https://honest.as.example", .foreign),
        ("\(back)?code=\(code)&state=&iss=https://honest.as.example", .foreign),
        ("\(back)?code=\(code)&state=\(state)x&iss=https://honest.as.example", .foreign),
        ("\(back)?code=\(code)&state=\(state.lowercased())&iss=https://honest.as.example", .foreign),
        ("\(back)#code=\(code)&state=\(state)&iss=https://honest.as.example", .foreign),
        ("\(back)?x=%&y=1", .foreign),
        ("\(back)?code=\(code)&state=other&state=another&iss=https://honest.as.example", .foreign),
        ("\(back)?" + String(repeating: "a", count: 20_000), .foreign),
        ("\(back)?code=\(code)&state=\(state)", .issuer),
        ("\(back)?code=\(code)&state=\(state)&iss=", .issuer),
        ("\(back)?code=\(code)&state=\(state)&iss=https://attacker.example", .issuer),
        ("\(back)?code=\(code)&state=\(state)&iss=https://honest.as.example/", .issuer),
        ("\(back)?code=\(code)&state=\(state)&iss=HTTPS://honest.as.example", .issuer),
        ("\(back)?error=access_denied&state=\(state)", .issuer),
        ("\(back)?state=\(state)&iss=https://honest.as.example", .malformed),
        ("\(back)?code=&state=\(state)&iss=https://honest.as.example", .malformed),
        ("\(back)?code=\(code)&error=access_denied&state=\(state)&iss=https://honest.as.example", .malformed),
        ("\(back)?code=\(code)&code=\(code)&state=\(state)&iss=https://honest.as.example", .malformed),
        ("\(back)?code=\(code)&state=\(state)&state=\(state)&iss=https://honest.as.example", .malformed),
        ("\(back)?code=\(code)&state=\(state)&iss=https://honest.as.example&iss=https://attacker.example", .malformed),
        ("\(back)?code=%C3%A9&state=\(state)&iss=https://honest.as.example", .malformed),
    ]

    @Test(arguments: cases) func `each missing, duplicate or swapped parameter is refused`(_ pair: (String, RedirectFault)) {
        #expect(throws: pair.1, "\(pair.0)") { try read(pair.0) }
    }

    @Test func `a redirect to a foreign URL changes nothing, and the right redirect is accepted once`() async throws {
        var walk = Walk.login()
        let (url, deadline) = try await walk.runToBrowser()
        #expect(deadline == World.now + 60)
        let good = try walk.server.browse(url)
        let before = walk.client
        for foreign in [
            "https://evil.example/back?code=a&state=b", World.redirectURI,
            World.redirectURI + "?code=a&state=b&iss=https%3A%2F%2Flogin.example",
            good.replacing("state=", with: "state=x"),
        ] {
            #expect(throws: IssuanceFailure.foreignRedirect) { try walk.client.redirected(to: foreign) }
            #expect(walk.client == before)
        }
        try walk.client.redirected(to: good)
        #expect(walk.client.step == .send(.token))
        #expect(throws: IssuanceFailure.outOfOrder) { try walk.client.redirected(to: good) }
    }

    @Test func `a response of a different issuer ends the session, and a refusal has a reason`() async throws {
        for (change, failure) in [
            ({ $0.replacing("iss=https%3A%2F%2Flogin.example", with: "iss=https%3A%2F%2Fevil.example") }, .wrongIssuer(.authorization)),
            ({ $0 + "&code=x" }, .malformedRedirect),
            ({ $0.replacing("?code=", with: "?error=access_denied&x=") }, .refused(.authorization, .accessDenied)),
            ({ $0.replacing("?code=", with: "?error=made_up&x=") }, .refusedOtherwise(.authorization)),
        ] as [((String) -> String, IssuanceFailure)] {
            var walk = Walk.login()
            walk.tamperRedirect = change
            await #expect(throws: failure) { try await walk.run() }
            #expect(walk.client.step == .failed(failure))
        }
    }
}
