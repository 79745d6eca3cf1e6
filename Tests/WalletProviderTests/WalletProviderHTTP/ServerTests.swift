// SPDX-License-Identifier: EUPL-1.2

import AsyncHTTPClient
import Deadlines
import Foundation
import NIOCore
import NIOSSL
import ProviderProtocol
import ServerKit
import TestEnvironment
import Testing
import WalletProvider
import WalletProviderHTTP

/// The server on a real TLS port.
@Suite(.timeLimit(.minutes(20)))
struct ServerTests {
    let stage: TLSStage

    init() throws {
        stage = try TLSStage()
    }

    /// Fetches the server's keys over TLS.
    func keys(_ client: HTTPClient, from base: String) async throws -> [UInt8] {
        let response = try await client.execute(HTTPClientRequest(url: base + Endpoint.keys.path), timeout: .seconds(60))
        return Array(try await response.body.collect(upTo: 1 << 16).readableBytesView)
    }

    @Test(arguments: ["localhost", "127.0.0.1"])
    func `clients that trust the authority get an answer under both names`(_ host: String) async throws {
        try await stage.withClient(trusting: [stage.authority.rootCertificate]) { client in
            try await stage.serving { port in
                let received = try await keys(client, from: "https://\(host):\(port)")
                #expect(try await received == stage.test.provider.publicKeys())
            }
        }
    }

    @Test func `a client that trusts a different authority does not connect`() async throws {
        let other = try DevelopmentCertificateAuthority(directory: stage.test.directory.url.appending(path: "other"), now: Date())
        try await stage.withClient(trusting: [other.rootCertificate], retries: false) { client in
            try await stage.serving { port in
                await #expect(throws: NIOSSLError.self) { try await keys(client, from: "https://localhost:\(port)") }
            }
        }
    }

    @Test func `several servers run in one process, and a port in use is an error`() async throws {
        try await stage.withClient(trusting: [stage.authority.rootCertificate]) { client in
            try await stage.serving { first in
                try await stage.serving { second in
                    #expect(first != second)
                    for port in [first, second] {
                        let received = try await keys(client, from: "https://localhost:\(port)")
                        #expect(try await received == stage.test.provider.publicKeys())
                    }
                    let third = ProviderServer(
                        provider: stage.test.provider, host: "127.0.0.1", port: second, identity: stage.authority.identity,
                        timeouts: .patient, limits: .none,
                        logger: stage.log.logger)
                    await #expect(throws: (any Error).self) { try await third.run() }
                }
            }
        }
    }
}
