// SPDX-License-Identifier: EUPL-1.2

import HTTPTypes
import JSON
import Testing

@testable import WalletVerifierHTTP

/// Limits, methods, and the description of the routes.
@Suite(.timeLimit(.minutes(5))) struct LimitTests {
    @Test func `requests of an address, a party and a session are limited`() async throws {
        try await HTTPWorld.with(limits: VerifierLimits(perAddress: 1, perParty: 0, perSession: 0)) { world async throws in
            #expect(try await world.send(.get, "/openapi.json").status == 200)
            let answer = try await world.send(.get, "/openapi.json")
            #expect(answer.status == 429 && answer.code == "too_many_requests" && answer.header("Retry-After") == "60")
        }
        try await HTTPWorld.with(limits: VerifierLimits(perAddress: 0, perParty: 1, perSession: 0)) { world async throws in
            #expect(try await world.send(.get, "/sessions/a", key: HTTPWorld.key).status == 404)
            #expect(try await world.send(.get, "/sessions/a", key: HTTPWorld.key).status == 429)
            #expect(try await world.send(.get, "/sessions/a", key: HTTPWorld.otherKey).status == 404)
        }
        try await HTTPWorld.with(limits: VerifierLimits(perAddress: 0, perParty: 0, perSession: 1)) { world async throws in
            #expect(try await world.send(.get, "/s/YQ").status == 404)
            #expect(try await world.send(.get, "/s/YQ").screen == "Busy")
            #expect(try await world.send(.get, "/s/Yg").status == 404)
        }
    }

    @Test func `a token that is longer than any is not found, and not counted`() async throws {
        try await HTTPWorld.with(limits: VerifierLimits(perAddress: 0, perParty: 0, perSession: 1)) { world async throws in
            let long = String(repeating: "a", count: VerifierRoutes.maximumTokenBytes + 1)
            for path in ["/s/\(long)", "/s/\(long)/status", "/w/\(long)/request"] {
                for _ in 0..<2 { #expect(try await world.send(.get, path).status == 404) }
            }
            for _ in 0..<2 { #expect(try await world.send(.post, "/w/\(long)/response", type: HTTPWorld.form).status == 404) }
        }
    }

    @Test func `answers are limited apart from other requests`() async throws {
        let limits = try VerifierLimits(perAddress: 0, answersPerAddress: 1, answers: 0, perParty: 0, perSession: 0)
        try await HTTPWorld.with(limits: limits) { world async throws in
            let send = { try await world.send(.post, "/w/a/response", type: HTTPWorld.form, body: Array("error=access_denied".utf8)) }
            #expect(try await send().status == 404)
            #expect(try await send().status == 429)
            #expect(try await world.send(.get, "/w/a/request").status == 404)
        }
    }

    @Test(arguments: VerifierEndpoint.allCases)
    func `a method that an address does not take is 405 and names the others`(endpoint: VerifierEndpoint) async throws {
        try await HTTPWorld.with { world async throws in
            let path = endpoint.rawValue.replacing(/:[a-z]+/, with: "YQ")
            for method in [HTTPRequest.Method.put, .patch] {
                let answer = try await world.send(method, path, key: HTTPWorld.key)
                #expect(answer.status == 405)
                #expect(answer.header("Allow") == endpoint.methods.map(\.rawValue).joined(separator: ", "))
            }
        }
    }

    @Test func `the description has every route with its methods, and no other`() async throws {
        try await HTTPWorld.with { world async throws in
            let document = try await world.send(.get, "/openapi.json")
            guard case .object(let paths)? = document.json["paths"] else { return #expect(Bool(false)) }
            #expect(paths.members.map { $0.name } == VerifierEndpoint.allCases.map(\.describedPath))
            for endpoint in VerifierEndpoint.allCases {
                guard case .object(let operations)? = paths[endpoint.describedPath] else { return #expect(Bool(false)) }
                #expect(Set(operations.members.map { $0.name }) == Set(endpoint.methods.map { $0.rawValue.lowercased() }))
            }
        }
    }

    @Test func `the page's description has its redirect to return_url`() throws {
        let page = try #require(DescribedEndpoint.all.first { $0.endpoint == .page })
        guard case .object(let responses)? = page.operation["responses"], case .object(let redirect)? = responses["303"],
            case .object(let headers)? = redirect["headers"]
        else { return #expect(Bool(false)) }
        #expect(headers.has("Location"))
    }

    @Test func `every code that a description names has a message`() {
        let codes = Set(DescribedEndpoint.all.flatMap(\.codes))
        for code in codes { #expect(VerifierProblem.messages[code] != nil, "\(code)") }
    }
}
