// SPDX-License-Identifier: EUPL-1.2

import HTTPTypes
import JSON
import TestEnvironment
import Testing

@testable import DemoSites

/// The sites' pages, and who may see what a wallet has sent.
@Suite(.timeLimit(.minutes(5))) struct SiteTests {
    private static let address: JSONObject = [
        "street_address": "Turfmarkt", "house_number": "147", "postal_code": "2511 DP", "locality": "Den Haag",
    ]

    @Test(arguments: DemoSite.allCases)
    func `a start page is in the reader's language, without scripts, and its style is the site's own`(site: DemoSite) async throws {
        try await SiteWorld.with { world in
            let english = try await world.send(.get, "/\(site.rawValue)/")
            #expect(english.status == 200 && english.screen == "Start" && english.text.contains(site.name))
            #expect(english.text.contains("lang=\"en\"") && !english.text.contains("<script") && !english.text.contains(" style="))
            #expect(try await world.send(.get, "/\(site.rawValue)/", language: "nl-NL,nl;q=0.9").text.contains("lang=\"nl\""))
            let policy = try #require(HTTPField.Name("Content-Security-Policy"))
            #expect(english.headers[policy]?.contains("default-src 'none'") == true)
            let style = try await world.send(.get, "/\(site.rawValue)/site.css")
            #expect(style.headers[.contentType]?.hasPrefix("text/css") == true && style.text.contains("--button"))
            #expect(try await world.send(.get, "/\(site.rawValue)/privacy").screen == "Privacy")
        }
    }

    @Test(arguments: DemoSite.allCases)
    func `the button asks the verifier with the site's key, its query and its return address`(site: DemoSite) async throws {
        try await SiteWorld.with { world in
            let cookie = try await world.begin(at: site)
            #expect(cookie.hasPrefix("__Host-\(site.rawValue)="))
            let call = try #require(world.verifier.calls.first)
            #expect(call.isPost && call.path == "/sessions" && call.apiKey == "key of \(site.rawValue)")
            let body = try JSONObject(parsing: call.body)
            #expect(body["return_url"] == .string(site.returnAddress) && body["dcql_query"] == .object(site.query("urn:test:1")))
        }
    }

    @Test func `only the raffle asks for more than it has registered`() {
        for site in DemoSite.allCases {
            #expect(site.asked.contains { !site.registered.contains($0) } == (site == .raffle))
        }
        #expect(DemoSite.portal.asked == [["personal_administrative_number"]])
        #expect(DemoSite.shop.asked == [["age_equal_or_over", "18"]])
    }

    @Test func `another browser, another site's cookie and no cookie get nothing, and the verifier is not asked`() async throws {
        try await SiteWorld.with { world in
            let cookie = try await world.begin(at: .town)
            world.verifier.set { state in
                state.state = "answered"
                state.claims = ["given_name": "Willeke"]
            }
            let value = cookie.drop { $0 != "=" }
            for other in [nil, "__Host-town=guess", "__Host-shop\(value)"] {
                for path in ["/town/return?response_code=guess", "/town/done"] {
                    let answer = try await world.send(.get, path, cookie: other)
                    #expect(answer.status == 403 && answer.screen == "OtherBrowser" && !answer.text.contains("Willeke"))
                }
            }
            let foreign = try await world.send(.get, "/shop/return", cookie: "__Host-shop\(value)")
            #expect(foreign.status == 403)
            #expect(world.verifier.calls.count == 1)
        }
    }

    @Test func `a cookie that somebody else has set is not used: each session has a new one`() async throws {
        try await SiteWorld.with { world in
            let fixed = "__Host-portal=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
            let cookie = try await world.begin(at: .portal, cookie: fixed)
            #expect(cookie != fixed)
            world.verifier.set { $0.state = "answered" }
            #expect(try await world.send(.get, "/portal/return", cookie: fixed).status == 403)
            #expect(try await world.begin(at: .portal, cookie: cookie) != cookie)
        }
    }

    @Test func `a wrong code shows nothing; the right one shows the form, and no value is in an address or the log`() async throws {
        try await SiteWorld.with { world in
            let cookie = try await world.begin(at: .town)
            world.verifier.set { state in
                (state.state, state.code) = ("answered", "right")
                state.claims = ["given_name": "Willeke", "family_name": "De Bruijn", "address": .object(Self.address)]
            }
            for path in ["/town/return", "/town/return?response_code=wrong"] {
                let answer = try await world.send(.get, path, cookie: cookie)
                #expect(answer.status == 403 && answer.screen == "NotConfirmed" && !answer.text.contains("Willeke"))
            }
            #expect(try await world.send(.get, "/town/done", cookie: cookie).status == 403)
            let back = try await world.send(.get, "/town/return?response_code=right", cookie: cookie)
            #expect(back.status == 303 && back.headers[.location] == "done")
            let done = try await world.send(.get, "/town/done", cookie: cookie)
            #expect(done.screen == "Form")
            for value in ["Willeke", "De Bruijn", "Turfmarkt", "147", "2511 DP", "Den Haag"] { #expect(done.text.contains(value)) }
            // Again: the result is not read twice.
            #expect(try await world.send(.get, "/town/return?response_code=right", cookie: cookie).headers[.location] == "done")
            for secret in ["Willeke", "Turfmarkt", "right", "the-session", "key of town", String(cookie.suffix(43))] {
                #expect(!world.log.text.contains(secret))
            }
        }
    }

    private static let ages: [(JSONObject, String, String)] = [
        (["age_equal_or_over": ["18": true]], "Adult", "Your order is placed."),
        (["age_equal_or_over": ["18": false]], "Minor", "We may not sell you this bottle."),
        (["age_equal_or_over": ["18": "true"]], "Minor", "We may not sell you this bottle."),
        (["age_equal_or_over": ["18": 1]], "Minor", "We may not sell you this bottle."),
        (["age_equal_or_over": ["21": true]], "Minor", "We may not sell you this bottle."),
        (["age_equal_or_over": true], "Minor", "We may not sell you this bottle."),
        (["birthdate": "1900-01-01"], "Minor", "We may not sell you this bottle."), ([:], "Minor", "We may not sell you this bottle."),
    ]

    @Test(arguments: ages) func `the shop sells to a buyer of 18 or older, and tells everyone else that it does not`(
        claims: JSONObject, screen: String, text: String
    ) async throws {
        try await SiteWorld.with { world in
            let cookie = try await world.begin(at: .shop)
            world.verifier.set { state in
                state.state = "answered"
                state.claims = claims
            }
            #expect(try await world.send(.get, "/shop/return", cookie: cookie).status == 303)
            let done = try await world.send(.get, "/shop/done", cookie: cookie)
            #expect(done.screen == screen && done.text.contains(text) && !done.text.contains("1900"))
        }
    }

    @Test func `the portal shows four digits only`() async throws {
        try await SiteWorld.with { world in
            let cookie = try await world.begin(at: .portal)
            world.verifier.set { state in
                state.state = "answered"
                state.claims = ["personal_administrative_number": "999994782"]
            }
            _ = try await world.send(.get, "/portal/return", cookie: cookie)
            let done = try await world.send(.get, "/portal/done", cookie: cookie)
            #expect(done.screen == "LoggedIn" && done.text.contains("4782") && !done.text.contains("94782"))
        }
    }

    @Test func `the raffle's page has no markup of the wallet's values, and names a picture without showing it`() async throws {
        try await SiteWorld.with { world in
            let cookie = try await world.begin(at: .raffle)
            world.verifier.set { state in
                state.state = "answered"
                state.claims = ["given_name": "<b>Willeke</b>", "picture": "data:image/jpeg;base64,AAAA"]
            }
            _ = try await world.send(.get, "/raffle/return", cookie: cookie)
            let done = try await world.send(.get, "/raffle/done", cookie: cookie)
            #expect(done.screen == "Ticket" && done.text.contains("&lt;b&gt;Willeke") && !done.text.contains("data:image"))
        }
    }

    @Test(arguments: [("declined", "Declined"), ("failed", "Failed"), ("expired", "Expired"), ("cancelled", "Cancelled")])
    func `an ended session is told in words`(state: String, screen: String) async throws {
        try await SiteWorld.with { world in
            let cookie = try await world.begin(at: .shop)
            world.verifier.set { $0.state = state }
            #expect(try await world.send(.get, "/shop/return", cookie: cookie).headers[.location] == "done")
            #expect(try await world.send(.get, "/shop/done", cookie: cookie).screen == screen)
            #expect(world.verifier.calls.count == 2)
        }
    }

    @Test func `while the wallet has not answered the page leads back to the verifier's, and an outage is told`() async throws {
        try await SiteWorld.with { world in
            let cookie = try await world.begin(at: .town)
            world.verifier.set { $0.state = "fetched" }
            let waiting = try await world.send(.get, "/town/return", cookie: cookie)
            #expect(waiting.screen == "Waiting" && waiting.text.contains("href=\"\(FakeVerifier.page)\""))
            world.verifier.set { $0.isDown = true }
            let down = try await world.send(.get, "/town/return", cookie: cookie)
            #expect(down.status == 503 && down.screen == "Unavailable")
            #expect(try await world.send(.post, "/town/start").status == 503)
        }
    }
}
