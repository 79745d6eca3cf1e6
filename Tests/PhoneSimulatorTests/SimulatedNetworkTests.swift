// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport
import TestEnvironment
import Testing

@testable import PhoneSimulator

@Suite(.timeLimit(.minutes(20))) struct SimulatedNetworkTests {
    private let directory = TestDirectory()
    private let device: SimulatedDevice
    private let network: SimulatedNetwork

    init() throws {
        device = try SimulatedDevice(in: try StateDirectory(directory.path).path)
        network = SimulatedNetwork(device: device, leastTimeout: .seconds(60))
    }

    private static let answer = "HTTP/1.1 200 OK\r\nContent-Type: Application/JSON; charset=utf-8\r\nContent-Length: 2\r\n\r\n{}"

    /// Sends a request to a server with that behaviour.
    private func exchange(
        _ behaviour: TLSServer.Behaviour, name: String = "127.0.0.1",
        _ change: (inout NetworkRequest) -> Void = { _ in }
    ) async throws -> Result<NetworkResponse, NetworkError> {
        let server = try await TLSServer(behaviour, name: name)
        var request = NetworkRequest(
            method: .post, url: server.url, body: Array("{\"a\":1}".utf8), trustedRoots: [server.root], timeout: .seconds(60),
            maximumResponseSize: 1000)
        change(&request)
        let result = await send(request)
        if case .failure(let error) = result, error != .lost { #expect(server.text.isEmpty, "something was sent") }
        try await server.close()
        return result
    }

    private func send(_ request: NetworkRequest) async -> Result<NetworkResponse, NetworkError> {
        do throws(NetworkError) {
            return .success(try await network.send(request))
        } catch {
            return .failure(error)
        }
    }

    @Test func `an answer comes with status, media type and body`() async throws {
        let server = try await TLSServer(.says(Self.answer))
        let response = try await network.send(
            NetworkRequest(method: .post, url: server.url, body: Array("{\"a\":1}".utf8), trustedRoots: [server.root]))
        let headers = [
            NetworkHeaderField("Content-Type", "Application/JSON; charset=utf-8"), NetworkHeaderField("Content-Length", "2"),
        ]
        #expect(response == NetworkResponse(status: 200, mediaType: "application/json", body: Array("{}".utf8), headers: headers))
        #expect(server.text.hasPrefix("POST /path HTTP/1.1\r\n"))
        #expect(server.text.lowercased().contains("content-type: application/json"))
        #expect(server.text.hasSuffix("\r\n\r\n{\"a\":1}"))
        try await server.close()
    }

    @Test(arguments: [302, 307, 403, 500])
    func `a response with any status is returned, and no redirect is followed`(status: Int) async throws {
        let text = "HTTP/1.1 \(status) X\r\nLocation: https://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n"
        let response = try await exchange(.says(text)).get()
        #expect(response.status == status && response.mediaType.isEmpty && response.body.isEmpty)
        #expect(response.headers.first == NetworkHeaderField("Location", "https://127.0.0.1:1/"))
    }

    @Test func `header fields are sent, and replace the default fields of the same name`() async throws {
        for body in ["a=b", ""] {
            let server = try await TLSServer(.says(Self.answer))
            _ = try await network.send(
                NetworkRequest(
                    method: .post, url: server.url,
                    headers: [
                        NetworkHeaderField("Content-Type", "application/x-www-form-urlencoded"), NetworkHeaderField("DPoP", "proof"),
                        NetworkHeaderField("Accept", "application/json"),
                    ], body: Array(body.utf8), trustedRoots: [server.root]))
            let lines = server.text.lowercased().split(separator: "\r\n")
            #expect(lines.filter { $0.hasPrefix("content-type:") } == ["content-type: application/x-www-form-urlencoded"])
            #expect(lines.filter { $0.hasPrefix("accept:") } == ["accept: application/json"])
            #expect(lines.contains("dpop: proof"))
            try await server.close()
        }
    }

    // MARK: Nothing was sent

    @Test(arguments: [(DeviceSettings.Network.offline, NetworkError.offline), (.servicesUnreachable, .unreachable)])
    func `switching the network off makes every server unreachable`(network: DeviceSettings.Network, error: NetworkError) async throws {
        try device.change { $0.network = network }
        #expect(try await exchange(.says(Self.answer)) == .failure(error))
    }

    @Test func `a port without a listener is unreachable`() async throws {
        let server = try await TLSServer(.closes)
        try await server.close()
        let request = NetworkRequest(method: .post, url: server.url, trustedRoots: [server.root])
        #expect(await send(request) == .failure(.unreachable))
    }

    @Test func `a server with another root is unreachable`() async throws {
        let other = try await TLSServer(.closes)
        #expect(try await exchange(.says(Self.answer)) { $0.trustedRoots = [other.root] } == .failure(.unreachable))
        try await other.close()
    }

    @Test func `without a root no server is trusted`() async throws {
        #expect(try await exchange(.says(Self.answer)) { $0.trustedRoots = [] } == .failure(.unreachable))
        #expect(try await exchange(.says(Self.answer)) { $0.trustedRoots = [[1, 2, 3]] } == .failure(.unreachable))
    }

    @Test(arguments: ["127.0.0.2", "provider.test"])
    func `a server with another name is unreachable`(name: String) async throws {
        #expect(try await exchange(.says(Self.answer), name: name) == .failure(.unreachable))
    }

    @Test func `only https requests are sent`() async throws {
        // This server answers requests without TLS.
        let server = try await TLSServer(.says(Self.answer), isEncrypted: false)
        let url = server.url.replacing("https:", with: "http:")
        let request = NetworkRequest(method: .post, url: url, body: [1], trustedRoots: [server.root])
        #expect(await send(request) == .failure(.unreachable))
        #expect(server.text.isEmpty)
        try await server.close()
    }

    // MARK: Slow and garbled

    @Test func `a slow network transmits nothing before its delay, and then everything`() async throws {
        try device.change { $0.network = .slow }
        let server = try await TLSServer(.says(Self.answer))
        let (delay, arrive) = AsyncStream.makeStream(of: Never.self)
        let (starts, start) = AsyncStream.makeStream(of: Void.self)
        let slow = SimulatedNetwork(device: device, leastTimeout: .seconds(60)) {
            start.yield()
            for await _ in delay {}
            try Task.checkCancellation()
        }
        let request = NetworkRequest(method: .post, url: server.url, body: [1], trustedRoots: [server.root])
        async let response = slow.send(request)
        for await _ in starts { break }
        #expect(server.text.isEmpty)
        arrive.finish()
        #expect(try await response.status == 200)
        #expect(server.text.hasSuffix("\u{1}"))
        try await server.close()
    }

    @Test func `switching a slow network off during the delay prevents the request`() async throws {
        try device.change { $0.network = .slow }
        let server = try await TLSServer(.says(Self.answer))
        let (starts, start) = AsyncStream.makeStream(of: Void.self)
        let (delay, arrive) = AsyncStream.makeStream(of: Never.self)
        let slow = SimulatedNetwork(device: device) {
            start.yield()
            for await _ in delay {}
            try Task.checkCancellation()
        }
        let request = NetworkRequest(method: .post, url: server.url, body: [1], trustedRoots: [server.root], timeout: .seconds(300))
        await withTaskGroup { group in
            group.addTask { await #expect(throws: NetworkError.offline) { try await slow.send(request) } }
            for await _ in starts { break }
            try? device.change { $0.network = .offline }
        }
        arrive.finish()
        #expect(server.text.isEmpty)
        try await server.close()
    }

    @Test func `a request with a garbled answer reaches the server`() async throws {
        try device.change { $0.network = .garbage }
        let server = try await TLSServer(.says(Self.answer))
        let request = NetworkRequest(method: .post, url: server.url, body: [1], trustedRoots: [server.root])
        let response = try await network.send(request)
        #expect(server.text.hasSuffix("\u{1}"))
        #expect(response == NetworkResponse(status: 200, mediaType: "application/json", body: "{}".utf8.map { ~$0 }))
        try await server.close()
    }

    // MARK: Something may have been sent

    @Test(arguments: ["", "HTTP/1.1 200 OK\r\nContent-Length: 200\r\n\r\nhalf"])
    func `a request without an answer within its time limit fails as lost`(said: String) async throws {
        let clock = ManualClock()
        let network = SimulatedNetwork(device: device, clock: clock)
        let server = try await TLSServer(.saysAndWaits(said))
        let request = NetworkRequest(method: .post, url: server.url, body: [1], trustedRoots: [server.root], timeout: .seconds(240))
        await withTaskGroup { group in
            group.addTask { await #expect(throws: NetworkError.lost) { try await network.send(request) } }
            #expect(await clock.nextSleep() == .seconds(240))
            await server.hasReceived("\u{1}")
            clock.advance(by: .seconds(240))
        }
        try await server.close()
    }

    @Test func `a patient phone raises the time limits of its requests`() async throws {
        let clock = ManualClock()
        let network = SimulatedNetwork(device: device, leastTimeout: .seconds(240), clock: clock)
        let server = try await TLSServer(.saysAndWaits(""))
        let request = NetworkRequest(method: .post, url: server.url, body: [1], trustedRoots: [server.root], timeout: .seconds(3))
        await withTaskGroup { group in
            group.addTask { await #expect(throws: NetworkError.lost) { try await network.send(request) } }
            #expect(await clock.nextSleep() == .seconds(240))
            await server.hasReceived("\u{1}")
            clock.advance(by: .seconds(240))
        }
        try await server.close()
    }

    /// Malformed responses, each with its fault.
    static let broken = [
        "nothing": "",
        "less than announced": "HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\nhalf",
        "not HTTP": "garbage\r\n\r\n",
        "half a head": "HTTP/1.1 200 OK\r\nContent-Len",
        "too long": "HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n" + String(repeating: "x", count: 5000),
        "too long in chunks": "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1000\r\n" + String(repeating: "x", count: 4096)
            + "\r\n0\r\n\r\n",
    ]

    @Test(arguments: broken.keys.sorted())
    func `an answer that is truncated, malformed or too long fails as lost`(fault: String) async throws {
        let text = try #require(Self.broken[fault])
        #expect(try await exchange(text.isEmpty ? .closes : .says(text)) == .failure(.lost))
    }

    @Test func `a request without a body whose answer is lost does not count as unsent`() async throws {
        #expect(try await exchange(.closes) { $0.body = [] } == .failure(.lost))
    }

    @Test func `switching the network off during a request fails as lost`() async throws {
        let server = try await TLSServer(.saysAndWaits(""))
        let request = NetworkRequest(method: .post, url: server.url, body: [1], trustedRoots: [server.root], timeout: .seconds(60))
        await withTaskGroup { group in
            group.addTask { #expect(await send(request) == .failure(.lost)) }
            await server.hasReceived("\u{1}")
            try? device.change { $0.network = .offline }
        }
        try await server.close()
    }

    @Test func `cancelling a request ends it`() async throws {
        let server = try await TLSServer(.saysAndWaits(""))
        let request = NetworkRequest(method: .post, url: server.url, body: [1], trustedRoots: [server.root], timeout: .seconds(60))
        await withTaskGroup { group in
            group.addTask { #expect(await send(request) == .failure(.lost)) }
            await server.hasReceived("\u{1}")
            group.cancelAll()
        }
        try await server.close()
    }
}
