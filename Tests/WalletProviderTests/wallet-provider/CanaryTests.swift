// SPDX-License-Identifier: EUPL-1.2

import Deadlines
import Foundation
import ProviderProtocol
import ServerKit
import TestEnvironment
import Testing
import WalletProvider
import WalletProviderHTTP
import WitnessFiles

/// Puts recognisable values into every header, field and certificate of scripted lives. Then searches for them in the log, the metrics, the
/// answers, all columns of either database, the audit log and the witness's journals (T-S6). `make operations-test` runs a thousand lives.
@Suite(.timeLimit(.minutes(30)))
struct CanaryTests {
    static let lives = ProcessInfo.processInfo.environment["WALLET_CANARIES"] == "long" ? 1000 : 16

    /// The columns that may contain a wallet's values, by kind of value. Any other occurrence fails the test.
    static let places: [String: Set<String>] = [
        "wallet id": [
            "account.wallet_id", "message.wallet_id", "wallet_key.wallet_id", "wrong_pin.wallet_id", "audit.entry",
        ],
        "device key": ["account.device_key"],
        // The answer to a message is stored as long as it may be requested again.
        // Data that a phone lets the provider sign for an issuer is part of the signed answer, which is stored with the others.
        "canary in base64": ["message.answer"],
    ]

    /// The plain values of a wallet in a journal. All other values there are sealed or HMACs.
    static let witnessed: Set<String> = ["wallet id", "device key in base64"]

    @Test(arguments: StoreKind.installed)
    func `no value from a phone appears in logs, metrics, errors or foreign columns`(
        _ kind: StoreKind
    ) async throws {
        let (log, registry) = (LogRecorder(), PrometheusRegistry(help: ProviderMetrics.help))
        let metrics = ProviderMetrics(registry, policy: .standard)
        let requests = ServerMetrics("wallet_provider", registry)
        let stage = try await WitnessStage(kind)
        let test = TestProvider(stage.test, on: stage.witness.store, observe: { metrics.record($0) }, measuredBy: metrics)
        let routes = ProviderRoutes(
            provider: test.provider, limiter: RequestLimiter(.none), timeouts: .patient, logger: log.logger,
            observe: { requests.record($0) })
        var traces: [CanaryLife.Trace] = []
        for number in 0..<Self.lives {
            let life = try CanaryLife(test: test, routes: routes, number: number)
            let trace = try await life.live()
            traces.append(trace)
            let found = trace.answers.filter { $0.contains(life.canary) }
            #expect(found.isEmpty, "\(found.first ?? "")")
        }
        metrics.note(stage.witness.store.status)
        for (name, text) in ["log": log.text, "metrics": registry.text()] {
            let place = Haystack(Array(text.utf8))
            for trace in traces { #expect(trace.finds(in: place) == [], "\(name)") }
        }
        #expect(log.lines.count > 10 * Self.lives)
        let columns = try await stage.stage.stores.columns()
        #expect(columns["audit.entry"]?.isEmpty == false)
        for (column, bytes) in columns {
            let place = Haystack(bytes)
            for trace in traces {
                let finds = trace.finds(in: place).filter { Self.places[$0]?.contains(column) != true }
                #expect(finds == [], "\(column)")
            }
        }
        let walletIDs = Haystack(try #require(columns["account.wallet_id"]))
        #expect(traces.allSatisfy { $0.finds(in: walletIDs).contains("wallet id") }, "what is there is found")
        for isCompacted in [false, true] {
            if isCompacted { try await stage.witness.look(compacts: true) }
            let journals = Haystack(try stage.journals.names.flatMap { try stage.journals.bytes($0) })
            for trace in traces { #expect(Set(trace.finds(in: journals)).isSubset(of: Self.witnessed)) }
            #expect(traces.allSatisfy { $0.finds(in: journals).contains("wallet id") })
        }
        await stage.stop()
    }
}
