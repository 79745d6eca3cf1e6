// SPDX-License-Identifier: EUPL-1.2

import Foundation
import Testing

@testable import PhoneSimulator

/// The browser's requests over TLS.
@Suite(.timeLimit(.minutes(20))) struct PinnedPageNetworkTests {
    private let directory = TestDirectory()
    private let device: SimulatedDevice

    init() throws {
        device = try SimulatedDevice(in: try StateDirectory(directory.path).path)
    }

    private static let page =
        "HTTP/1.1 200 OK\r\nContent-Type: Text/HTML; charset=utf-8\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2\r\nContent-Length: 2\r\n\r\nhi"

    /// Sends a request to a server with that behaviour.
    private func ask(
        _ behaviour: TLSServer.Behaviour, name: String = "127.0.0.1", trusting roots: [[UInt8]]? = nil, isKnown: Bool = true,
        method: PageRequest.Method = .get
    ) async throws -> (Result<PageResponse, BrowserFault>, received: String) {
        let server = try await TLSServer(behaviour, name: name)
        let network = PinnedPageNetwork(
            device: device, sites: [BrowserSite(roots: roots ?? [server.root], resolve: { isKnown ? $0 : nil })],
            connectTimeout: .seconds(60))
        let request = PageRequest(
            method: method, address: try #require(BrowserAddress(server.url + "?q=1#f")), initiator: BrowserAddress("https://i.example/x"),
            cookies: "c=1", language: "nl", maximumBytes: 1000)
        let result: Result<PageResponse, BrowserFault>
        do throws(BrowserFault) {
            result = .success(try await network.send(request))
        } catch {
            result = .failure(error)
        }
        try await server.close()
        return (result, server.text)
    }

    @Test func `a page is loaded with its cookies, and the request contains no other data`() async throws {
        let (result, received) = try await ask(.says(Self.page), method: .post(form: "a=b"))
        #expect(try result.get() == PageResponse(status: 200, mediaType: "text/html", cookies: ["a=1", "b=2"], body: Array("hi".utf8)))
        #expect(received.hasPrefix("POST /path?q=1 HTTP/1.1\r\n"))
        #expect(received.hasSuffix("\r\n\r\na=b"))
        let lowercase = received.lowercased()
        for field in [
            "cookie: c=1\r\n", "accept-language: nl\r\n", "origin: https://i.example\r\n",
            "content-type: application/x-www-form-urlencoded\r\n",
        ] {
            #expect(lowercase.contains(field))
        }
        #expect(!lowercase.contains("referer") && !lowercase.contains("i.example/x"))
    }

    @Test func `a redirect is reported and not followed`() async throws {
        let (result, _) = try await ask(
            .says("HTTP/1.1 303 X\r\nLocation: https://127.0.0.1:1/\r\nSet-Cookie: a=1\r\nContent-Length: 0\r\n\r\n"))
        #expect(try result.get() == .redirect(to: "https://127.0.0.1:1/", cookies: ["a=1"]))
        let (two, _) = try await ask(.says("HTTP/1.1 303 X\r\nLocation: /a\r\nLocation: /b\r\nContent-Length: 0\r\n\r\n"))
        #expect(try two.get() == .redirect(to: nil))
    }

    @Test func `a server with a different root or name is not trusted and gets no request`() async throws {
        let other = try await TLSServer(.closes)
        for (name, roots) in [("127.0.0.1", [other.root]), ("192.0.2.1", nil)] {
            let (result, received) = try await ask(.says(Self.page), name: name, trusting: roots)
            #expect(result == .failure(.notTrusted))
            #expect(received.isEmpty)
        }
        try await other.close()
    }

    @Test func `an unknown host fails as outside; missing roots or a broken response fail as unreachable`() async throws {
        #expect(try await ask(.says(Self.page), isKnown: false) == (.failure(.outside), ""))
        #expect(try await ask(.says(Self.page), trusting: []) == (.failure(.unreachable), ""))
        #expect(try await ask(.closes).0 == .failure(.unreachable))
        #expect(try await ask(.says("garbage\r\n\r\n")).0 == .failure(.unreachable))
    }

    @Test func `a page larger than the limit is refused`() async throws {
        let body = String(repeating: "x", count: 1001)
        #expect(try await ask(.says("HTTP/1.1 200 OK\r\nContent-Length: 1001\r\n\r\n" + body)).0 == .failure(.tooLarge))
    }

    @Test(arguments: [(DeviceSettings.Network.offline, BrowserFault.offline), (.servicesUnreachable, .unreachable)])
    func `switching the network off interrupts a browser request`(network: DeviceSettings.Network, fault: BrowserFault) async throws {
        let server = try await TLSServer(.saysAndWaits("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhi"))
        let site = BrowserSite(roots: [server.root]) { $0 }
        let pages = PinnedPageNetwork(device: device, sites: [site], connectTimeout: .seconds(60))
        let request = PageRequest(address: try #require(BrowserAddress(server.url)), maximumBytes: 1000)
        try await withThrowingTaskGroup { group in
            group.addTask { await #expect(throws: fault) { try await pages.send(request) } }
            await server.hasReceived("")
            try device.change { $0.network = network }
            try await group.waitForAll()
        }
        await #expect(throws: fault) { try await pages.send(request) }
        try await server.close()
    }

    @Test func `a slow network delivers nothing before its delay, and then everything`() async throws {
        try device.change { $0.network = .slow }
        let server = try await TLSServer(.says(Self.page))
        let (delay, arrive) = AsyncStream.makeStream(of: Never.self)
        let (starts, start) = AsyncStream.makeStream(of: Void.self)
        let slow = PinnedPageNetwork(
            device: device, sites: [BrowserSite(roots: [server.root]) { $0 }], connectTimeout: .seconds(60),
            delay: {
                start.yield()
                for await _ in delay {}
                try Task.checkCancellation()
            })
        async let response = slow.send(PageRequest(address: try #require(BrowserAddress(server.url)), maximumBytes: 1000))
        for await _ in starts { break }
        #expect(server.text.isEmpty)
        arrive.finish()
        #expect(try await response.status == 200)
        #expect(!server.text.isEmpty)
        try await server.close()
    }

    @Test func `the browser uses no page, cookie or redirect of a garbled answer, and the server does not notice`() async throws {
        try device.change { $0.network = .garbage }
        let redirect = "HTTP/1.1 303 X\r\nLocation: https://127.0.0.1:1/\r\nSet-Cookie: a=1\r\nContent-Length: 0\r\n\r\n"
        for answer in [Self.page, redirect] {
            let (result, received) = try await ask(.says(answer))
            #expect(result == .failure(.notAPage))
            #expect(received.hasPrefix("GET /path"))
        }
        #expect(try await ask(.closes).0 == .failure(.unreachable))
    }
}
