// SPDX-License-Identifier: EUPL-1.2

import AsyncHTTPClient
import BackendService
import Foundation
import JOSE
import Logging
import NIOCore
import NIOHTTP1
import ProviderProtocol
import ServiceLifecycle
import TestEnvironment
import Testing
import WalletProvider
import WalletProviderHTTP

/// The listener for operators beside the public one, on real ports.
@Suite(.timeLimit(.minutes(5)))
struct OperationsServerTests {
    let stage: TLSStage

    init() throws {
        stage = try TLSStage()
    }

    /// Runs both listeners for the time of the body.
    private func serving(_ body: @escaping @Sendable (_ get: @Sendable (_ url: String) async throws -> (Int, String)) async throws -> Void)
        async throws
    {
        let operations = ProviderOperations(policy: .standard, logger: stage.log.logger)
        let (ports, continuation) = AsyncStream<Int>.makeStream()
        let listener = HTTPListener(host: "127.0.0.1", port: 0, tls: nil)
        let services: [any Service] =
            operations.probes(store: stage.test.store, hsm: stage.test.hsm)
            + [operations.internalServer(listener, onRunning: { continuation.yield($0) })]
        let group = ServiceGroup(services: services, logger: stage.log.logger)
        operations.health.markStarted()
        try await stage.withClient(trusting: [stage.authority.rootCertificate]) { client in
            try await withThrowingTaskGroup(of: Void.self) { tasks in
                tasks.addTask { try await group.run() }
                let port = try #require(await ports.first { _ in true })
                try await body { path in
                    let url = path.hasPrefix("https") ? path : "http://127.0.0.1:\(port)\(path)"
                    let response = try await client.execute(HTTPClientRequest(url: url), timeout: .seconds(60))
                    return (Int(response.status.code), String(buffer: try await response.body.collect(upTo: 1 << 20)))
                }
                await group.triggerGracefulShutdown()
                try await tasks.waitForAll()
            }
        }
    }

    @Test func `ready follows database and HSM, down and up again, and metrics say so`() async throws {
        try await serving { [stage] get in
            while try await get("/health/ready").0 != 200 {}
            #expect(try await get("/metrics").1.contains("wallet_provider_part_up{part=\"hsm\"} 1"))
            stage.test.hsm.fail(.authenticate)
            while try await get("/health/ready").0 == 200 {}
            let (status, body) = try await get("/health/ready")
            #expect(status == 503 && body.contains(#""hsm":"down""#) && body.contains(#""database":"up""#))
            #expect(try await get("/health/live").0 == 200)
            #expect(try await get("/metrics").1.contains("wallet_provider_part_up{part=\"hsm\"} 0"))
            stage.test.hsm.fail()
            while try await get("/health/ready").0 != 200 {}
        }
        #expect(stage.log.lines.contains { $0.contains("does not answer") && $0.contains("part=hsm") })
    }

    @Test func `none of it is on the public listener`() async throws {
        try await stage.serving { port in
            try await stage.withClient(trusting: [stage.authority.rootCertificate]) { client in
                for path in ["/health/live", "/health/ready", "/health/started", "/metrics", "/internal", "/debug"] {
                    let response = try await client.execute(
                        HTTPClientRequest(url: "https://localhost:\(port)\(path)"), timeout: .seconds(60))
                    #expect(response.status.code == 400)
                    let body = try await response.body.collect(upTo: 1 << 16)
                    #expect(try ProviderProblem(parsing: Array(body.readableBytesView), status: 400) == .malformedRequest)
                }
            }
        }
    }
}
