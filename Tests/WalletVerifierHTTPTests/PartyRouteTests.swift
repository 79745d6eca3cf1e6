// SPDX-License-Identifier: EUPL-1.2

import HTTPTypes
import JSON
import TestEnvironment
import Testing

@testable import WalletVerifierHTTP

/// The routes of parties: success and refusals.
@Suite(.timeLimit(.minutes(5))) struct PartyRouteTests {
    @Test func `a session is created, reported and cancelled`() async throws {
        try await HTTPWorld.with { world async throws in
            let created = try await world.post("/sessions", ["dcql_query": HTTPWorld.query])
            #expect(created.status == 201 && created.json.string("page")?.hasPrefix("https://shop.example/s/") == true)
            let path = "/sessions/" + (try #require(created.json.string("session")))
            let report = try await world.send(.get, path, key: HTTPWorld.key)
            #expect(report.status == 200 && report.json["state"] == "created" && report.json["has_result"] == false)
            #expect(try await world.send(.delete, path, key: HTTPWorld.key).status == 204)
            #expect(try await world.send(.get, path, key: HTTPWorld.key).json["state"] == "cancelled")
        }
    }

    @Test(arguments: [nil, "Bearer nobody's", "Basic key of shop", "Bearer", "key of shop"])
    func `without a party's key every route of parties is 401`(key: String?) async throws {
        try await HTTPWorld.with { world async throws in
            for (method, path) in [(HTTPRequest.Method.get, "/sessions/a"), (.delete, "/sessions/a"), (.post, "/sessions/a/result")] {
                let answer = try await world.send(method, path, key: key)
                #expect(answer.status == 401 && answer.code == "unauthorized" && answer.header("WWW-Authenticate") == "Bearer")
            }
            #expect(try await world.post("/sessions", key: key).status == 401)
        }
    }

    @Test func `another party's key finds no session`() async throws {
        try await HTTPWorld.with { world async throws in
            let session = try #require(try await world.post("/sessions", ["dcql_query": HTTPWorld.query]).json.string("session"))
            let path = "/sessions/\(session)"
            #expect(try await world.send(.get, path, key: HTTPWorld.otherKey).code == "not_found")
            #expect(try await world.send(.delete, path, key: HTTPWorld.otherKey).status == 404)
            #expect(try await world.send(.post, path + "/result", key: HTTPWorld.otherKey).status == 404)
            #expect(try await world.send(.get, path, key: HTTPWorld.key).json["state"] == "created")
        }
    }

    @Test func `a request that wallets would refuse is 400 with every fault, and the log names them`() async throws {
        try await HTTPWorld.with { world async throws in
            let answer = try await world.post(
                "/sessions", ["dcql_query": HTTPWorld.query, "response_mode": "direct_post", "presentation_definition": [:]])
            #expect(answer.status == 400 && answer.code == "request_faults")
            guard case .array(let faults)? = answer.json["faults"] else { return #expect(Bool(false)) }
            #expect(faults.count >= 2)
            #expect(world.log.text.contains("not_encrypted response_mode") && world.log.text.contains("party=shop"))
        }
    }

    @Test func `bodies that are too large, of another type or no JSON are refused`() async throws {
        try await HTTPWorld.with { world async throws in
            let large = [UInt8](repeating: UInt8(ascii: " "), count: VerifierRoutes.maximumPartyBytes + 1)
            #expect(try await world.send(.post, "/sessions", key: HTTPWorld.key, type: "application/json", body: large).status == 413)
            #expect(try await world.send(.post, "/sessions", key: HTTPWorld.key, type: HTTPWorld.form, body: [1]).status == 415)
            #expect(try await world.send(.post, "/sessions", key: HTTPWorld.key, type: "application/json", body: [1]).status == 400)
            #expect(try await world.send(.post, "/sessions", key: HTTPWorld.key).status == 400)
        }
    }
}
