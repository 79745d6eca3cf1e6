// SPDX-License-Identifier: EUPL-1.2

import HTTPTypes
import JSON
import OpenID4VP
import QRPictures
import TestEnvironment
import Testing
import VerifierWorld
import WalletVerifier
import XCStrings

@testable import WalletVerifierHTTP

/// The page: link, QR code, languages, headers, cookie.
@Suite(.timeLimit(.minutes(5))) struct PageTests {
    @Test func `the page has link and QR code, the cookie's attributes, and loads again without script`() async throws {
        try await HTTPWorld.with { world async throws in
            let walk = try await HTTPWalk(world)
            let page = try await world.send(.get, walk.page, cookie: walk.cookie)
            #expect(page.status == 200 && page.screen == "Open" && page.header("Set-Cookie") == nil)
            #expect(page.text.contains("<img id=\"code\" src=\"\(walk.page)/code.png?e=") && page.text.contains(" alt=\""))
            #expect(page.text.contains("<noscript><meta http-equiv=\"refresh\" content=\"5\"></noscript>"))
            #expect(page.text.contains("Boekwinkel"))
            // The names of XML's vocabularies are addresses, which no browser loads.
            let text = page.text.replacing(" xmlns=\"http://www.w3.org/2000/svg\"", with: "")
            for word in ["<style", "onclick", "javascript:", "http://"] { #expect(!text.contains(word)) }
            let status = try await world.send(.get, walk.page + "/status", cookie: walk.cookie)
            #expect(status.json["state"] == "created" && status.json.has("same_device") && status.json.has("cross_device"))
        }
    }

    @Test func `the cookie is for this host, for TLS, and not for scripts`() async throws {
        try await HTTPWorld.with { world async throws in
            let created = try await world.post("/sessions", ["dcql_query": HTTPWorld.query])
            let path = String(try #require(created.json.string("page")).dropFirst("https://shop.example".count))
            let cookie = try #require(try await world.send(.get, path).header("Set-Cookie"))
            #expect(cookie.hasPrefix("__Host-presentation="))
            for part in ["Path=/", "Secure", "HttpOnly", "SameSite=Lax"] { #expect(cookie.contains(part)) }
            #expect(!cookie.contains("Domain"))
        }
    }

    @Test func `another browser is refused, also its script`() async throws {
        try await HTTPWorld.with { world async throws in
            let walk = try await HTTPWalk(world)
            let page = try await world.send(.get, walk.page)
            #expect(page.status == 403 && page.screen == "OtherBrowser" && !page.text.contains("openid4vp"))
            let status = try await world.send(.get, walk.page + "/status")
            #expect(status.status == 403 && status.code == "other_browser")
        }
    }

    @Test func `an unknown page is 404 with a page in the reader's language`() async throws {
        try await HTTPWorld.with { world async throws in
            let dutch = try await world.send(.get, "/s/dW5rbm93bg", language: "nl-NL,nl;q=0.9")
            #expect(dutch.status == 404 && dutch.screen == "NotFound" && dutch.text.contains("lang=\"nl\""))
            let english = try await world.send(.get, "/s/dW5rbm93bg?lang=en", language: "nl")
            #expect(english.text.contains("lang=\"en\"") && english.header("Content-Language") == "en")
        }
    }

    @Test func `a browser that comes back before the wallet has answered is told so`() async throws {
        try await HTTPWorld.with { world async throws in
            let walk = try await HTTPWalk(world)
            let page = try await world.send(.get, walk.page + "/done?response_code=x", cookie: walk.cookie, language: "nl")
            #expect(page.status == 409 && page.screen == "NotAnswered" && page.text.contains("nog niet geantwoord"))
        }
    }

    @Test func `the usual QR code has at most 65 modules with its quiet zone, and its link is good for its session type only`() async throws
    {
        try await HTTPWorld.with { world async throws in
            let walk = try await HTTPWalk(world, .crossDevice)
            #expect(try await world.send(.get, walk.requestPath).status == 200)
            let view = try await world.desk.page(
                String(walk.page.dropFirst("/s/".count)), browser: String(walk.cookie.drop { $0 != "=" }.dropFirst()))
            #expect(view.crossDevice == nil)
            let forged = walk.requestPath.replacing("cross_device", with: "same_device")
            #expect(try await world.send(.get, forged).code == "link_forged")
            let text =
                "openid4vp://?client_id=x509_hash%3A" + String(repeating: "a", count: 43) + "&request_uri=" + "https%3A%2F%2F"
                + "verifier.example%2Fw%2F" + String(repeating: "a", count: 22) + "%2Frequest%3Fsession_type%3Dcross_device%26e%3D"
                + "1767225600." + String(repeating: "a", count: 22) + "&request_uri_method=post"
            #expect(try #require(QRCode(text)).pictureSide <= 65)
        }
    }

    @Test func `pages and documents have security headers`() async throws {
        try await HTTPWorld.with { world async throws in
            let walk = try await HTTPWalk(world)
            for path in [walk.page, walk.page + "/status", "/openapi.json", "/session.js", "/nowhere"] {
                let answer = try await world.send(.get, path, cookie: walk.cookie)
                #expect(answer.header("X-Content-Type-Options") == "nosniff" && answer.header("X-Frame-Options") == "DENY", "\(path)")
                #expect(answer.header("Referrer-Policy") == "no-referrer" && answer.header("Cache-Control") == "no-store", "\(path)")
                #expect(answer.header("Content-Security-Policy")?.contains("default-src 'none'") == true, "\(path)")
            }
        }
    }

    @Test func `every sentence is in both languages, and the catalogue has no other`() throws {
        let catalogue = try PageResources().catalogue()
        #expect(catalogue.keys == Set(Sentence.allCases.map(\.rawValue)))
        for sentence in Sentence.allCases {
            for language in PageLanguage.allCases { #expect(catalogue.has(sentence.rawValue, in: language.rawValue), "\(sentence)") }
        }
    }

    @Test(arguments: [("a", 21), (String(repeating: "a", count: 300), 57)])
    func `a QR code has its three finder patterns and a quiet zone`(text: String, least: Int) throws {
        let code = try #require(QRCode(text))
        #expect(code.side >= least && code.side % 4 == 1 && code.pictureSide == code.side + 8)
        for (row, column) in [(0, 0), (0, code.side - 7), (code.side - 7, 0)] {
            for offset in 0..<7 {
                #expect(code.isDark(row: row, column: column + offset) && code.isDark(row: row + 6, column: column + offset))
            }
            #expect(!code.isDark(row: row + 1, column: column + 1) && code.isDark(row: row + 3, column: column + 3))
        }
    }

    @Test func `no QR code is made of nothing, of a NUL, or of too much`() {
        #expect(QRCode("") == nil && QRCode("a\0b") == nil)
        #expect(QRCode(String(repeating: "a", count: QRCode.maximumBytes)) != nil)
        #expect(QRCode(String(repeating: "a", count: QRCode.maximumBytes + 1)) == nil)
    }

    @Test func `the page's picture is read as the link for another device, without cookie, and a camera has room for it`() async throws {
        try await HTTPWorld.with { world async throws in
            let walk = try await HTTPWalk(world)
            let path = try await Self.picture(of: walk)
            let answer = try await world.send(.get, path)
            #expect(answer.status == 200 && answer.header("Content-Type") == "image/png")
            #expect(answer.header("Cache-Control") == "no-store" && answer.header("Referrer-Policy") == "no-referrer")
            let texts = try QRPicture.texts(inPNG: answer.body)
            #expect(texts.count == 1 && texts.first?.contains("session_type%3Dcross_device") == true)
            #expect(texts.first.flatMap { QRCode($0) }?.png == answer.body)
            #expect(QRCode.pixelsPerModule >= 3 && QRCode.quietZone == 4)
        }
    }

    @Test func `a picture is refused when it is forged, of another page, too old, or no longer needed`() async throws {
        try await HTTPWorld.with { world async throws in
            var walk = try await HTTPWalk(world)
            let path = try await Self.picture(of: walk)
            let other = try await HTTPWalk(world)
            #expect(try await world.send(.get, path + "A").code == "link_forged")
            #expect(try await world.send(.get, path.replacing(walk.page, with: other.page)).code == "link_forged")
            #expect(try await world.send(.get, walk.page + "/code.png").code == "malformed_request")
            #expect(try await world.send(.get, path.replacing(walk.page, with: "/s/dW5rbm93bg")).code == "not_found")
            // The page without script has a newer one by then.
            world.clock.advance(seconds: 16)
            #expect(try await world.send(.get, path).code == "link_expired")
            let newer = try await Self.picture(of: walk)
            #expect(try await walk.fetch().status == 200)
            #expect(try await world.send(.get, newer).code == "ended")
        }
    }

    @Test func `pictures count as requests of their session`() async throws {
        try await HTTPWorld.with(limits: try VerifierLimits(perSession: 4)) { world async throws in
            let walk = try await HTTPWalk(world)
            let path = try await Self.picture(of: walk)
            var statuses: [Int] = []
            for _ in 0..<5 { statuses.append(try await world.send(.get, path).status) }
            #expect(statuses.last == 429)
        }
    }

    /// The address of the picture that the page has now.
    private static func picture(of walk: HTTPWalk) async throws -> String {
        let status = try await walk.world.send(.get, walk.page + "/status", cookie: walk.cookie)
        guard case .object(let code)? = status.json["cross_device"] else { throw HTTPWalk.OtherStep() }
        return try #require(code.string("picture"))
    }
}
