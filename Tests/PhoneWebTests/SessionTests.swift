// SPDX-License-Identifier: EUPL-1.2

import NIOHTTP1
import Testing
import WalletApp

@testable import PhoneWeb

struct SessionTests {
    @Test
    func `a start token works once, and the next one is announced`() async throws {
        try await TestServer.serving { server in
            let first = try await server.bearer()
            #expect(try await exchange(server.token, server).status == 401)
            let address = try #require(await server.addresses.first { _ in true })
            #expect(address.hasPrefix(server.origin + "/#"))
            let second = try await server.bearer(for: String(address.split(separator: "#")[1]))
            // A page opened earlier can be reloaded.
            try await server.expect(200, "GET", "/trace", headers: server.headers(bearer: first))
            try await server.expect(200, "GET", "/trace", headers: server.headers(bearer: second))
        }
    }

    @Test(arguments: ["", "wrong", "null"])
    func `a wrong token gets no session and does not use up the right token`(token: String) async throws {
        try await TestServer.serving { server in
            #expect(try await exchange(token, server).status == 401)
            _ = try await server.bearer()
        }
    }

    @Test
    func `the start token is not accepted as a bearer, nor the bearer as a start token`() async throws {
        try await TestServer.serving { server in
            try await server.expect(401, "GET", "/trace", headers: server.headers(bearer: server.token))
            let bearer = try await server.bearer()
            #expect(try await exchange(bearer, server).status == 401)
        }
    }

    @Test
    func `the cookie opens the trace and nothing else`() async throws {
        try await TestServer.serving { server in
            let response = try await exchange(server.token, server)
            let cookie = try #require(response.headers.first(name: "set-cookie"))
            #expect(cookie.hasPrefix("trace=") && cookie.hasSuffix("; Path=/trace; HttpOnly; SameSite=Strict"))
            let headers = server.headers() + [("Cookie", String(cookie.prefix { $0 != ";" }))]
            try await server.expect(200, "GET", "/trace", headers: headers)
            try await server.expect(401, "GET", "/events", headers: headers)
            try await server.expect(401, "POST", "/device", headers: headers, body: #"{"action":"launch"}"#)
            let crossSite = headers.filter { $0.0 != "Sec-Fetch-Site" } + [("Sec-Fetch-Site", "cross-site")]
            try await server.expect(403, "GET", "/trace", headers: crossSite)
        }
    }

    @Test
    func `the trace lists the rows taken with their time on the phone's clock`() async throws {
        try await TestServer.serving { server in
            server.phone.trace.take("UC1.2/1.1a")
            let response = try await server.send("GET", "/trace", headers: server.headers(bearer: try await server.bearer()))
            #expect(response.body == #"[{"row":"UC1.2/1.1a","design":"UC1.2","number":"1.1a","time":"2027-01-15T08:00:00.000Z"}]"#)
        }
    }

    @Test
    func `tokens, bearers and cookies are 256 bits of the given randomness, and never the same`() throws {
        let session = Session(randomBytes: { count in
            #expect(count == 32)
            return (0..<count).map { _ in UInt8.random(in: .min ... .max) }
        })
        let token = session.makeToken()
        let grant = try #require(session.exchange(token))
        #expect(Set([token, grant.bearer, grant.traceCookie, grant.nextToken]).count == 4)
        #expect(token.utf8.count == 43)
    }

    @Test
    func `the eight newest pages stay valid, older pages do not`() throws {
        let session = Session(randomBytes: { count in (0..<count).map { _ in UInt8.random(in: .min ... .max) } })
        var token = session.makeToken()
        var grants: [Session.Grant] = []
        for _ in 0...Session.maximumGrants {
            let grant = try #require(session.exchange(token))
            token = grant.nextToken
            grants.append(grant)
        }
        #expect(grants.map { session.isBearer($0.bearer) } == [false] + Array(repeating: true, count: 8))
        #expect(grants.map { session.isTraceCookie($0.traceCookie) } == [false] + Array(repeating: true, count: 8))
        #expect(grants.allSatisfy { !session.isBearer($0.traceCookie) && !session.isTraceCookie($0.bearer) })
    }

    @Test(arguments: ["none", nil])
    func `the trace can be opened from the address bar and by tools, but only with the secret`(site: String?) async throws {
        try await TestServer.serving { server in
            let response = try await exchange(server.token, server)
            let cookie = try #require(response.headers.first(name: "set-cookie"))
            let headers = (site.map { [("Sec-Fetch-Site", $0)] } ?? []) + [("Cookie", String(cookie.prefix { $0 != ";" }))]
            try await server.expect(200, "GET", "/trace", headers: headers)
            try await server.expect(401, "GET", "/trace", headers: headers.dropLast())
            try await server.expect(403, "GET", "/trace", headers: headers + [("Origin", "http://evil.example")])
            try await server.expect(403, "GET", "/trace", headers: headers + [("Sec-Fetch-Site", "cross-site")])
            try await server.expect(403, "GET", "/events", headers: headers)
            try await server.expect(403, "POST", "/trace", headers: headers)
        }
    }

    private func exchange(_ token: String, _ server: TestServer) async throws -> TestResponse {
        try await server.send("POST", "/session", headers: server.headers(), body: #"{"token":"\#(token)"}"#)
    }
}
