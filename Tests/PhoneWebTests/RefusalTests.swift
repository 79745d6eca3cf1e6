// SPDX-License-Identifier: EUPL-1.2

import PhoneSimulator
import Testing

@testable import PhoneWeb

/// A request that is not from our own page with our own secret gets and changes nothing (T-W1, T-W2, T-W5).
struct RefusalTests {
    /// A change to the headers of an otherwise valid request.
    struct Change: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let status: Int
        let apply: @Sendable (inout [(String, String)]) -> Void

        init(_ description: String, _ status: Int, _ apply: @escaping @Sendable (inout [(String, String)]) -> Void) {
            testDescription = description
            self.status = status
            self.apply = apply
        }

        static func setting(_ name: String, _ value: String?, _ status: Int) -> Change {
            Change("\(name): \(value ?? "none")", status) { headers in
                headers.removeAll { $0.0 == name }
                if let value { headers.append((name, value)) }
            }
        }
    }

    static let changes: [Change] = [
        .setting("Host", "evil.example", 421), .setting("Host", "localhost", 421), .setting("Host", "127.0.0.1", 421),
        .setting("Host", "127.0.0.1:1", 421), .setting("Host", "127.0.0.1.", 421), .setting("Host", "2130706433", 421),
        .setting("Host", "[::1]", 421), .setting("Host", "", 421),
        .setting("Origin", "http://evil.example", 403), .setting("Origin", "null", 403), .setting("Origin", "http://127.0.0.1", 403),
        .setting("Origin", "https://127.0.0.1:1", 403), .setting("Origin", "http://localhost:1", 403),
        .setting("Sec-Fetch-Site", "cross-site", 403), .setting("Sec-Fetch-Site", "same-site", 403),
        .setting("Sec-Fetch-Site", "SAME-ORIGIN", 403), .setting("Sec-Fetch-Site", "", 403), .setting("Sec-Fetch-Site", "None", 403),
        Change("two origins", 403) { $0.append(("Origin", "http://evil.example")) },
        Change("two sites", 403) { $0.append(("Sec-Fetch-Site", "same-origin")) },
        .setting("Authorization", nil, 401), .setting("Authorization", "Bearer ", 401), .setting("Authorization", "Bearer wrong", 401),
        .setting("Authorization", "Basic dXNlcjpwYXNz", 401),
        Change("bearer twice", 401) { headers in headers += headers.filter { $0.0 == "Authorization" } },
        Change("bearer in lower case", 401) { headers in
            headers = headers.map { ($0.0, $0.0 == "Authorization" ? $0.1.lowercased() : $0.1) }
        },
    ]

    static let requests: [(method: String, path: String, body: String?)] = [
        ("POST", "/answer", #"{"ticket":1,"control":"UC1.1/1.1a"}"#), ("POST", "/device", #"{"action":"rooted-on"}"#),
        ("POST", "/camera", #"{"png":""}"#), ("POST", "/activity", "{}"), ("POST", "/file", "{}"),
        ("POST", "/browser", #"{"browser":"phone","number":0,"action":"close"}"#),
        ("GET", "/events", nil),
        ("GET", "/trace", nil),
    ]

    @Test(arguments: changes)
    func `a valid request with any one property changed is refused`(change: Change) async throws {
        try await TestServer.serving { server in
            let bearer = try await server.bearer()
            for (method, path, body) in Self.requests {
                var headers = server.headers(bearer: bearer)
                change.apply(&headers)
                try await server.expect(change.status, method, path, headers: headers, body: body)
            }
            #expect(!server.phone.phone.device.settings.isRooted)
        }
    }

    @Test(arguments: ["none", nil])
    func `an address bar or tool reaches only the trace`(site: String?) async throws {
        try await TestServer.serving { server in
            let headers =
                server.headers(bearer: try await server.bearer()).filter { $0.0 != "Sec-Fetch-Site" }
                + (site.map { [("Sec-Fetch-Site", $0)] } ?? [])
            for (method, path, body) in Self.requests where path != "/trace" {
                try await server.expect(403, method, path, headers: headers, body: body)
            }
            try await server.expect(403, "POST", "/session", headers: headers, body: #"{"token":"x"}"#)
            try await server.expect(200, "GET", "/trace", headers: headers)
        }
    }

    @Test
    func `a change without an origin is refused, a read without an origin is accepted`() async throws {
        try await TestServer.serving { server in
            let headers = server.headers(bearer: try await server.bearer()).filter { $0.0 != "Origin" }
            try await server.expect(403, "POST", "/device", headers: headers, body: #"{"action":"rooted-on"}"#)
            try await server.expect(200, "GET", "/trace", headers: headers)
        }
    }

    @Test
    func `a request with two hosts is refused even if one of them is ours`() async throws {
        try await TestServer.serving { server in
            let ours = String(server.origin.dropFirst("http://".count))
            try await server.expect(200, "GET", "/", headers: [("Host", ours)])
            try await server.expect(421, "GET", "/", headers: [("Host", ours), ("Host", "evil.example")])
            try await server.expect(421, "GET", "/", headers: [("Host", "evil.example"), ("Host", ours)])
        }
    }

    @Test(arguments: [
        "/nowhere", "/../Package.swift", "/%2e%2e/workbench.html", "/icons/", "/icons/back.svg", "/workbench.html", "/Assets/tokens.css",
    ])
    func `only the files on the list are served`(path: String) async throws {
        try await TestServer.serving { server in
            try await server.expect(403, "GET", path)
            try await server.expect(404, "GET", path, headers: server.headers(bearer: try await server.bearer()))
        }
    }

    @Test(arguments: ["//trace", "/trace/", "/trace?a=b", "/Trace", "//events", "/events/", "/events?a=b", "//"])
    func `a path with detours to a guarded path is guarded as well`(path: String) async throws {
        try await TestServer.serving { server in
            let headers = server.headers(bearer: try await server.bearer()).filter { $0.0 != "Sec-Fetch-Site" }
            try await server.expect(403, "GET", path, headers: headers)
        }
    }

    @Test(arguments: ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"])
    func `methods other than those of a route are refused`(method: String) async throws {
        try await TestServer.serving { server in
            let bearer = try await server.bearer()
            for path in ["/", "/answer", "/device", "/trace", "/events"] {
                let response = try await server.send(method, path, headers: server.headers(bearer: bearer))
                #expect((400...405).contains(response.status), "\(path)")
            }
        }
    }
}
