// SPDX-License-Identifier: EUPL-1.2

import Deadlines
import Foundation
import HSM
import ServerKit
import ServiceLifecycle
import TestEnvironment
import Testing

@testable import PIDIssuer

/// Health and metrics of an issuer, as its operators read them.
struct OperationsTests {
    let directory: TemporaryDirectory
    let log = LogRecorder()

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func hsm() throws -> SoftwareHSM {
        try SoftwareHSM(keyFile: directory.path("keys"), secretFile: directory.path("secret"))
    }

    @Test(.timeLimit(.minutes(20))) func `an issuer is ready if it listens and its database and HSM answer`() async throws {
        let store = try IssuerStore(path: directory.path("issuer.sqlite"), timeouts: .patient, clock: { Date() })
        let operations = IssuerOperations(timeouts: .patient, logger: log.logger)
        let group = ServiceGroup(services: operations.probes(store: store, hsm: try hsm()), logger: log.logger)
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            // A result counts for a limited time, so everything is read at once.
            while true {
                let text = operations.server.metricsText()
                if ["database", "hsm"].allSatisfy({ text.contains("wallet_issuer_part_up{part=\"\($0)\"} 1\n") }) { break }
                await Task.yield()
            }
            #expect(!operations.server.health.isReady, "no server listens yet")
            operations.server.health.markStarted()
            while !operations.server.health.isReady { await Task.yield() }
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
        }
        try store.close()
    }

    @Test(.timeLimit(.minutes(20))) func `an issuer with a closed database is not ready`() async throws {
        let store = try IssuerStore(path: directory.path("issuer.sqlite"), timeouts: .patient, clock: { Date() })
        try store.close()
        await #expect(throws: IssuerStoreError.self) { try await store.check() }
        let operations = IssuerOperations(timeouts: .patient, logger: log.logger)
        operations.server.health.markStarted()
        let group = ServiceGroup(services: operations.probes(store: store, hsm: try hsm()), logger: log.logger)
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            while !operations.server.health.parts.contains(where: { $0.name == "hsm" && $0.isUp }) {
                await Task.yield()
            }
            #expect(!operations.server.health.isReady)
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
        }
        #expect(operations.server.metricsText().contains("wallet_issuer_part_up{part=\"database\"} 0\n"))
    }
}
