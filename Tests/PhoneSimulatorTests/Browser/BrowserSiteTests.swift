// SPDX-License-Identifier: EUPL-1.2

import Testing

@testable import PhoneSimulator

/// The browser of a phone whose servers run elsewhere.
@Suite(.timeLimit(.minutes(20))) struct BrowserSiteTests {
    private let directory = TestDirectory()
    private let device: SimulatedDevice

    init() throws {
        device = try SimulatedDevice(in: try StateDirectory(directory.path).path)
    }

    private static let page = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 2\r\n\r\nhi"

    @Test func `every permitted site is reached with its own roots, and no other site is reached`() async throws {
        let server = try await TLSServer(.says(Self.page), name: "127.0.0.1")
        let address = try #require(BrowserAddress(server.url))
        let other = try await TLSServer(.says(Self.page), name: "127.0.0.1")
        let otherAddress = try #require(BrowserAddress(other.url))
        func ask(_ sites: [BrowserSite]) async throws(BrowserFault) -> [UInt8] {
            try await PinnedPageNetwork(device: device, sites: sites, connectTimeout: .seconds(60))
                .send(PageRequest(address: address, maximumBytes: 1000)).body
        }
        let good = BrowserSite(origin: address.origin, roots: [server.root])
        #expect(try await ask([BrowserSite(origin: otherAddress.origin, roots: [other.root]), good]) == Array("hi".utf8))
        // The first entry of an origin counts.
        #expect(try await ask([good, BrowserSite(origin: address.origin, roots: [other.root])]) == Array("hi".utf8))
        for origin in [otherAddress.origin, "https://127.0.0.1", address.origin + "/"] {
            await #expect(throws: BrowserFault.outside) { try await ask([BrowserSite(origin: origin, roots: [server.root])]) }
        }
        // The operating system does not know the root of a test server.
        for roots in [[other.root], nil] {
            await #expect(throws: BrowserFault.notTrusted) { try await ask([BrowserSite(origin: address.origin, roots: roots)]) }
        }
        await #expect(throws: BrowserFault.unreachable) { try await ask([BrowserSite(origin: address.origin, roots: [])]) }
        try await server.close()
        try await other.close()
    }
}
