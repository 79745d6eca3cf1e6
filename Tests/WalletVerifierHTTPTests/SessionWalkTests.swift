// SPDX-License-Identifier: EUPL-1.2

import HTTPTypes
import JSON
import OpenID4VP
import TestEnvironment
import Testing
import VerifierWorld

@testable import WalletVerifierHTTP

/// Sessions from the party's request to its result, over HTTP.
@Suite(.timeLimit(.minutes(5))) struct SessionWalkTests {
    @Test func `on the same device the result needs the code, is read once, and nothing secret is in the log`() async throws {
        try await HTTPWorld.with { world async throws in
            var walk = try await HTTPWalk(world, returnURL: "https://shop.example/back")
            let request = try await walk.fetch()
            #expect(request.status == 200 && request.header("Content-Type") == SignedRequest.mediaType)
            let form = try await walk.form()
            let reply = try await walk.post(form)
            let address = try #require(reply.json.string("redirect_uri"))
            #expect(address.hasPrefix("https://shop.example/back?response_code="))
            let code = String(try #require(address.split(separator: "=").last))
            let path = "/sessions/\(walk.session)/result"
            #expect(try await world.post(path).code == "response_code_missing")
            #expect(try await world.post(path, ["response_code": "wrong"]).code == "response_code_wrong")
            #expect(try await world.post(path, ["response_kode": .string(code)]).status == 400)
            let result = try await world.post(path, ["response_code": .string(code)])
            #expect(result.status == 200 && result.text.contains("van der Berg"))
            let again = try await world.post(path, ["response_code": .string(code)])
            #expect(again.status == 410 && again.code == "result_taken")
            let page = walk.page.dropFirst("/s/".count)
            for secret in [code, walk.session, String(page), walk.responsePath, "van der Berg", "Den Haag", walk.cookie, "key of shop"] {
                #expect(!world.log.text.contains(secret))
            }
        }
    }

    @Test func `the same bytes get the same reply; of different answers at once one is taken`() async throws {
        try await HTTPWorld.with { world async throws in
            var walk = try await HTTPWalk(world)
            _ = try await walk.fetch()
            let form = try await walk.form()
            let decline = Array("error=access_denied&state=\(walk.state)".utf8)
            let done = walk
            async let first = done.post(form)
            async let second = done.post(decline)
            let answers = try await [first, second]
            #expect(answers.count { $0.status == 200 } == 1)
            #expect(answers.count { $0.status == 409 && $0.code == "answered_before" } == 1)
            let winner = answers[0].status == 200 ? form : decline
            let repeated = try await walk.post(winner)
            #expect(repeated.status == 200 && answers.contains { $0.body == repeated.body })
        }
    }

    @Test func `the request is 404 for an unknown token, and 400 for a link that was changed`() async throws {
        try await HTTPWorld.with { world async throws in
            let walk = try await HTTPWalk(world)
            #expect(try await world.send(.get, "/w/unknown/request?session_type=same_device&e=1").status == 404)
            let changed = walk.requestPath.replacing("same_device", with: "cross_device")
            #expect(try await world.send(.get, changed).code == "link_forged")
            #expect(try await world.send(.get, walk.requestPath.replacing("session_type", with: "type")).code == "session_type")
            #expect(try await world.send(.post, walk.requestPath, type: "application/json", body: [1]).status == 415)
            #expect(try await world.send(.post, walk.requestPath, body: [1]).status == 415)
            // `wallet_nonce` is optional, and an empty body needs no media type.
            #expect(try await world.send(.post, walk.requestPath).status == 200)
            #expect(try await world.send(.get, walk.requestPath).status == 200)
        }
    }

    @Test func `an answer above the limit, of another type, or before the request is refused`() async throws {
        try await HTTPWorld.with { world async throws in
            let walk = try await HTTPWalk(world)
            let large = [UInt8](repeating: UInt8(ascii: "a"), count: AnswerForm.maximumBytes + 1)
            #expect(try await walk.post(large).status == 413)
            #expect(try await world.send(.post, walk.responsePath, type: "application/jwt", body: [1]).status == 415)
            #expect(try await walk.post(Array("error=access_denied&state=x".utf8)).code == "not_fetched")
        }
    }

    @Test func `from another device there is no redirect, and only the page's browser goes on to return_url`() async throws {
        try await HTTPWorld.with { world async throws in
            var walk = try await HTTPWalk(world, .crossDevice, returnURL: "https://shop.example/back")
            #expect(try await walk.fetch().status == 200)
            #expect(try await world.send(.get, walk.page, cookie: walk.cookie).screen == "Fetched")
            let reply = try await walk.post(try await walk.form())
            #expect(reply.status == 200 && !reply.json.has("redirect_uri"))
            let page = try await world.send(.get, walk.page, cookie: walk.cookie)
            #expect(page.status == 303 && page.header("Location") == "https://shop.example/back")
            let stranger = try await world.send(.get, walk.page)
            #expect(stranger.status == 403 && stranger.header("Location") == nil)
            let path = "/sessions/\(walk.session)/result"
            #expect(try await world.send(.post, path, key: HTTPWorld.otherKey).status == 404)
            #expect(try await world.post(path).text.contains("van der Berg"))
            #expect(try await world.post(path).code == "result_taken")
        }
    }

    @Test func `a photographed QR code is dead after fifteen seconds, and the page then has another`() async throws {
        try await HTTPWorld.with { world async throws in
            var walk = try await HTTPWalk(world, .crossDevice)
            let (page, cookie) = (walk.page, walk.cookie)
            let status = { try await world.send(.get, page + "/status?lang=nl", cookie: cookie).json }
            let first = try await status()
            #expect(first.string("time_left")?.contains("15") == true)
            world.clock.advance(seconds: 16)
            #expect(try await walk.fetch().code == "link_expired")
            let second = try await status()
            #expect(second["cross_device"] != first["cross_device"] && second.string("time_left")?.contains("14") == true)
            #expect(second["state"] == "created")
        }
    }

    @Test func `without return_url the browser comes back to the page, with cookie and code only`() async throws {
        try await HTTPWorld.with { world async throws in
            var walk = try await HTTPWalk(world)
            _ = try await walk.fetch()
            let reply = try await walk.post(try await walk.form())
            let address = try #require(reply.json.string("redirect_uri"))
            let path = String(address.dropFirst("https://shop.example".count))
            let code = String(try #require(address.split(separator: "=").last))
            #expect(path.hasPrefix(walk.page + "/done?response_code="))
            let result = "/sessions/\(walk.session)/result"
            #expect(try await world.send(.get, path).screen == "OtherBrowser")
            #expect(try await world.send(.get, walk.page + "/done?response_code=wrong", cookie: walk.cookie).status == 403)
            #expect(try await world.post(result).code == "response_code_missing")
            let back = try await world.send(.get, path, cookie: walk.cookie)
            #expect(back.status == 303 && back.header("Location") == walk.page && !back.text.contains(code))
            #expect(try await world.post(result).status == 200)
        }
    }
}
