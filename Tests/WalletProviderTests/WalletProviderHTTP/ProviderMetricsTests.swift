// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Deadlines
import Foundation
import HSM
import ProviderProtocol
import ServerKit
import TestEnvironment
import Testing
import WalletProvider
import WalletProviderHTTP

/// The operator's metrics.
struct ProviderMetricsTests {
    let registry = PrometheusRegistry(help: ProviderMetrics.help)

    private var metrics: ProviderMetrics { ProviderMetrics(registry, policy: .standard) }

    private func has(_ line: String) -> Bool { registry.text().split(separator: "\n").contains(line[...]) }

    @Test func `wrong PINs, waiting periods and blocks are counted as in the policy`() {
        let metrics = metrics
        for attempt in 1...16 { metrics.record(ProviderEvent.pinVerified(isRight: false, attempt: attempt)) }
        metrics.record(ProviderEvent.pinVerified(isRight: true, attempt: 4))
        #expect(has("wallet_provider_pin_attempts_total{result=\"wrong\"} 16"))
        #expect(has("wallet_provider_pin_attempts_total{result=\"right\"} 1"))
        #expect(has("wallet_provider_pin_waits_total 3"))
        #expect(has("wallet_provider_pin_blocks_total 1"))
    }

    @Test func `metrics without events exist with the value zero`() {
        _ = metrics
        for name in ["pin_waits", "pin_blocks", "unlocks"] { #expect(has("wallet_provider_\(name)_total 0")) }
        #expect(has("wallet_provider_pin_attempts_total{result=\"wrong\"} 0"))
    }

    @Test(arguments: ["settle_attempt", "append_audit_record", "create"])
    func `the duration of a database call is exported before the first call`(_ operation: String) {
        _ = metrics
        #expect(has("wallet_provider_database_duration_seconds_count{operation=\"\(operation)\",outcome=\"ok\"} 0"))
        #expect(has("wallet_provider_hsm_duration_seconds_count{operation=\"sign_with_wallet_key\",outcome=\"ok\"} 0"))
    }

    @Test func `a wallet's life is counted, database and HSM calls are timed, and no metric names the wallet`() async throws {
        let metrics = metrics
        let test = try TestProvider(observe: { metrics.record($0) }, measuredBy: metrics)
        var phone = try await test.registeredPhone()
        _ = try await test.tryPIN(&phone, right: false)
        _ = try await test.tryPIN(&phone, right: true)
        var refused = TestPhone()
        let challenge = try await test.enroll(&refused)
        let body = try refused.registration(challenge: challenge, attestation: [1]).encode()
        await #expect(throws: ProviderProblem.self) { try await test.provider.createWallet(body) }
        #expect(has("wallet_provider_unlocks_total 1"))
        #expect(has("wallet_provider_pin_attempts_total{result=\"wrong\"} 1"))
        #expect(has("wallet_provider_attestations_total{device=\"apple\",verdict=\"accepted\"} 1"))
        #expect(has("wallet_provider_attestations_total{device=\"apple\",verdict=\"malformed\"} 1"))
        #expect(has("wallet_provider_database_duration_seconds_count{operation=\"reserve_attempt\",outcome=\"ok\"} 2"))
        let sign = "wallet_provider_hsm_duration_seconds_count{operation=\"sign\",outcome=\"ok\"}"
        #expect(registry.text().contains(sign) && !has(sign + " 0"))
        for canary in [phone.walletID.text, phone.certificate] { #expect(!registry.text().contains(canary)) }
    }

    @Test func `attempts to reach the HSM again are counted and logged, and exist with the value zero before`() {
        let log = LogRecorder()
        let operations = ProviderOperations(policy: .standard, timeouts: .patient, logger: log.logger)
        func has(_ step: String, _ outcome: String, _ count: Int) -> Bool {
            let line = "wallet_provider_hsm_recoveries_total{outcome=\"\(outcome)\",step=\"\(step)\"} \(count)"
            return operations.server.metricsText().split(separator: "\n").contains(line[...])
        }
        for step in ["login", "initialisation"] { #expect(has(step, "ok", 0) && has(step, "failed", 0)) }
        let events: [HSMRecoveryEvent] = [
            .blocked, .failed(.login, HSMError(.unavailable, "C_Login returned 0x30")),
            .failed(.initialisation, HSMError(.unavailable, "C_Initialize returned 0x30")), .connected(.initialisation), .recovered,
        ]
        for event in events { operations.record(event) }
        #expect(has("login", "ok", 0) && has("login", "failed", 1))
        #expect(has("initialisation", "ok", 1) && has("initialisation", "failed", 1))
        let levels = log.lines.map { line in String(line.prefix { $0 != " " }) }
        #expect(levels == ["error", "error", "error", "notice", "notice"])
        #expect(log.lines.count == events.count && log.text.contains("C_Login returned 0x30"))
    }

    @Test func `a failure of the HSM counts as a failure`() async throws {
        let metrics = metrics
        let test = try TestProvider(measuredBy: metrics)
        test.hsm.fail(.signCertificate)
        await #expect(throws: ProviderProblem.unavailable) { try await test.provider.enroll(Array("{}".utf8)) }
        #expect(has("wallet_provider_hsm_duration_seconds_count{operation=\"sign\",outcome=\"unavailable\"} 1"))
    }
}
