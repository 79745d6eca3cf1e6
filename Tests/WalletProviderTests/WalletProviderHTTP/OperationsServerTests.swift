// SPDX-License-Identifier: EUPL-1.2

import AsyncHTTPClient
import Deadlines
import Foundation
import JSON
import Logging
import NIOCore
import NIOHTTP1
import ProviderProtocol
import ServerKit
import ServiceLifecycle
import TestEnvironment
import Testing
import WalletProvider
import WalletProviderHTTP
import WitnessFiles

/// The operators' listener beside the public one, on real ports.
@Suite(.timeLimit(.minutes(20)))
struct OperationsServerTests {
    let stage: TLSStage

    init() throws {
        stage = try TLSStage()
    }

    /// Runs both listeners during the body.
    private func serving(
        on store: (any AccountStore & AuditStore)? = nil, witness: WitnessedStore? = nil,
        _ body: @escaping @Sendable (_ get: @Sendable (_ url: String) async throws -> (Int, String)) async throws -> Void
    ) async throws {
        let operations = ProviderOperations(policy: .standard, hasWitness: witness != nil, timeouts: .patient, logger: stage.log.logger)
        let (ports, continuation) = AsyncStream<Int>.makeStream()
        let listener = HTTPListener(host: "127.0.0.1", port: 0, tls: nil, timeouts: .patient)
        let services: [any Service] =
            operations.probes(store: store ?? stage.test.store, hsm: stage.test.hsm, witness: witness)
            + [
                operations.server.internalServer(
                    listener, updatingMetrics: { operations.updateMetrics(witness, revocationList: nil) },
                    onRunning: { continuation.yield($0) })
            ]
        let group = ServiceGroup(services: services, logger: stage.log.logger)
        operations.server.health.markStarted()
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

    @Test func `readiness follows database and HSM, down and up again, and the metrics show it`() async throws {
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

    @Test func `an unreadable witness and a restored database count as failures of the witness, not of the database`()
        async throws
    {
        let witnessed = try await WitnessStage(.sqlite)
        var phone = try await witnessed.test.registeredPhone()
        _ = try await witnessed.test.tryPIN(&phone, right: true)
        let (witness, journals) = (witnessed.witness.store, witnessed.journals)
        try await serving(on: witnessed.stage.store, witness: witness) { get in
            while try await get("/health/ready").0 != 200 {}
            let text = try await get("/metrics").1
            #expect(text.contains("wallet_provider_witness_behind 0") && text.contains("wallet_provider_witness_wallets 1"))
            #expect(text.contains("wallet_provider_witness_ahead_accounts 0"))
            #expect(!text.contains("wallet_provider_witness_last_append_seconds 0"))
            #expect(text.contains("wallet_provider_witness_refusals{error=\"journalDamaged\"} 0"))
            // Adds a file that is not a valid journal.
            try journals.write([1, 2, 3], to: "9.00000001.journal")
            while try await get("/health/ready").0 == 200 {}
            let body = try await get("/health/ready").1
            #expect(body.contains(#""witness":"down""#) && body.contains(#""database":"up""#))
            #expect(try await get("/metrics").1.contains("wallet_provider_part_up{part=\"witness\"} 0"))
            #expect(try await !get("/metrics").1.contains("wallet_provider_witness_refusals{error=\"journalDamaged\"} 0"))
            try journals.remove("9.00000001.journal")
            while try await get("/health/ready").0 != 200 {}
        }
        try await witnessed.stage.run(["DELETE FROM message", "DELETE FROM account"])
        #expect(await witnessed.test.refusal(of: try phone.checkPIN("AAAA")) == .unavailable)
        try await serving(on: witnessed.stage.store, witness: witness) { get in
            while try await !get("/health/ready").1.contains(#""database":"up""#) {}
            let (status, body) = try await get("/health/ready")
            #expect(status == 503 && body.contains(#""witness":"down""#))
            #expect(try await get("/metrics").1.contains("wallet_provider_witness_behind 1"))
        }
        await witnessed.stop()
    }

    @Test func `the public listener serves none of the operators' routes`() async throws {
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
