// SPDX-License-Identifier: EUPL-1.2

import PhoneSimulator
import Testing

@testable import PhoneWeb

/// The address of the socket and the host of the page (T-W1).
struct ListenTests {
    @Test func `listening on all addresses, the page is still served only for the host 127.0.0.1`() async throws {
        try await TestServer.serving(listen: "0.0.0.0") { server in
            #expect(server.origin.hasPrefix("http://127.0.0.1:"))
            _ = try await server.bearer()
            // Linux has all of 127.0.0.0/8, so 127.0.0.2 is an address that only a wider socket has.
            #expect(await server.status(at: "127.0.0.2", host: "127.0.0.1") == 200)
            for host in ["127.0.0.2", "0.0.0.0", "localhost", "203.0.113.1", "evil.example"] {
                #expect(await server.status(at: "127.0.0.2", host: host) == 421, "\(host)")
            }
        }
    }

    @Test func `over a wider socket a valid request with any one property changed is refused as well`() async throws {
        try await TestServer.serving(listen: "0.0.0.0") { server in
            let server = server.forwarded(to: "127.0.0.2")
            let bearer = try await server.bearer()
            try await server.expect(200, "GET", "/trace", headers: server.headers(bearer: bearer))
            for change in RefusalTests.changes {
                for (method, path, body) in RefusalTests.requests {
                    var headers = server.headers(bearer: bearer)
                    change.apply(&headers)
                    try await server.expect(change.status, method, path, headers: headers, body: body)
                }
            }
            #expect(!server.phone.phone.device.settings.isRooted)
        }
    }

    @Test func `over a wider socket a start token opens the page once, and only the page itself`() async throws {
        try await TestServer.serving(listen: "0.0.0.0") { server in
            let server = server.forwarded(to: "127.0.0.2")
            let body = #"{"token":"\#(server.token)"}"#
            let ours = server.headers()
            try await server.expect(421, "POST", "/session", headers: ours + [("Host", "evil.example")], body: body)
            for other in [("Sec-Fetch-Site", "cross-site"), ("Origin", "http://evil.example")] {
                let headers = ours.filter { $0.0 != other.0 } + [other]
                try await server.expect(403, "POST", "/session", headers: headers, body: body)
            }
            try await server.expect(401, "POST", "/session", headers: ours, body: #"{"token":"x"}"#)
            _ = try await server.bearer()
            try await server.expect(401, "POST", "/session", headers: ours, body: body)
        }
    }

    @Test func `by default only the address 127.0.0.1 answers`() async throws {
        try await TestServer.serving { server in
            #expect(await server.status(at: "127.0.0.1", host: "127.0.0.1") == 200)
            #expect(await server.status(at: "127.0.0.2", host: "127.0.0.1") == nil)
        }
    }

    @Test func `listening on an address of a different machine fails with a readable error`() async throws {
        await #expect(throws: PhoneWebError.notAnAddressHere("203.0.113.1")) {
            try await TestServer.serving(listen: "203.0.113.1") { _ in }
        }
    }
}
