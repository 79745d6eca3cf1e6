// SPDX-License-Identifier: EUPL-1.2

package import CoreMetrics
import HSM
import ProviderProtocol
package import ServerKit
package import WalletProvider

/// What an operator counts of a provider. Labels are words of lists that are known beforehand: a route, a status, an outcome; never a wallet,
/// an address or anything that was received.
///
/// - SeeAlso: threat list, T-S6; Documentation/operations.md, Metrics.
package struct ProviderMetrics: Sendable {
    private let factory: any MetricsFactory
    private let handles: MetricHandles
    private let policy: PINRetryPolicy

    /// A sentence for each family.
    package static let help = [
        "wallet_provider_requests_total": "Requests that were answered.",
        "wallet_provider_request_duration_seconds": "From a request's header until its answer is ready.",
        "wallet_provider_connections": "Connections that are open.",
        "wallet_provider_connections_cut_total": "Connections that the server ended, by reason.",
        "wallet_provider_pin_attempts_total": "PINs that were looked at.",
        "wallet_provider_pin_waits_total": "Waits that wrong PINs have begun.",
        "wallet_provider_pin_blocks_total": "Accounts that wrong PINs have blocked for good.",
        "wallet_provider_many_wrong_pins_total":
            "Wallets whose wrong PINs of the last 30 days have come to the number that holders are told of.",
        "wallet_provider_unlocks_total": "Unlocks with the right PIN.",
        "wallet_provider_attestations_total": "Attestations of device keys, by kind of device and verdict.",
        "wallet_provider_database_duration_seconds": "Calls of the database, by operation and outcome.",
        "wallet_provider_hsm_duration_seconds": "Calls of the HSM, by operation and outcome.",
        "wallet_provider_part_up": "1 while a part behind the provider answers, else 0.",
        "wallet_provider_witness_behind": "1 when the database was found to be older than its witness, else 0.",
        "wallet_provider_witness_ahead_accounts": "Accounts that were newer than the journals at the start.",
        "wallet_provider_witness_directories_unread":
            "Directories with journals that do not answer, or could not be followed the last time.",
        "wallet_provider_witness_wallets": "Wallets that the witness knows by heart.",
        "wallet_provider_witness_last_append_seconds": "When a record was last on the disk, in seconds since 1970; 0 before the first.",
        "wallet_provider_witness_refusals": "Calls that the witness refused since the start, by kind of error.",
        "wallet_provider_tls_certificate_expiry_seconds": "When the server's certificate ends, in seconds since 1970.",
        "wallet_provider_attestation_certificate_expiry_seconds":
            "When the certificate of the key that signs attestations ends, in seconds since 1970.",
    ]

    /// Metrics that are kept by a factory.
    ///
    /// - Parameter policy: tells which wrong PIN begins a wait, and which one blocks.
    package init(_ factory: any MetricsFactory, policy: PINRetryPolicy) {
        self.factory = factory
        handles = MetricHandles(factory)
        self.policy = policy
        // There from the start, so that their first increase can be seen as one.
        for result in ["right", "wrong"] { count("wallet_provider_pin_attempts_total", [("result", result)], 0) }
        for reason in ConnectionCut.allCases { count("wallet_provider_connections_cut_total", [("reason", reason.rawValue)], 0) }
        for name in ["pin_waits", "pin_blocks", "many_wrong_pins", "unlocks"] { count("wallet_provider_\(name)_total", [], 0) }
    }

    /// Counts an answered request.
    package func record(_ request: AnsweredRequest) {
        count(
            "wallet_provider_requests_total",
            [("route", request.route), ("status", "\(request.status)"), ("problem", request.problem ?? "none")])
        time("wallet_provider_request_duration_seconds", [("route", request.route)], request.duration)
    }

    /// Counts the connections.
    package func record(_ event: ConnectionEvent) {
        switch event {
        case .opened: Meter(label: "wallet_provider_connections", factory: factory).increment(by: 1)
        case .closed: Meter(label: "wallet_provider_connections", factory: factory).decrement(by: 1)
        case .cut(let reason): count("wallet_provider_connections_cut_total", [("reason", reason.rawValue)])
        }
    }

    /// Counts what the provider has seen.
    package func record(_ event: ProviderEvent) {
        switch event {
        case .pinVerified(let isRight, let attempt):
            count("wallet_provider_pin_attempts_total", [("result", isRight ? "right" : "wrong")])
            guard !isRight else { return }
            switch policy.refusal(ofWrongAttempt: attempt) {
            case .pinTimeout: count("wallet_provider_pin_waits_total", [])
            case .accountBlocked: count("wallet_provider_pin_blocks_total", [])
            default: break
            }
        case .manyWrongPINs: count("wallet_provider_many_wrong_pins_total", [])
        case .unlocked: count("wallet_provider_unlocks_total", [])
        case .attestationJudged(let kind, let verdict):
            count("wallet_provider_attestations_total", [("device", kind.rawValue), ("verdict", verdict)])
        }
    }

    /// Notes whether a part answers.
    package func note(_ part: String, isUp: Bool) {
        Meter(label: "wallet_provider_part_up", dimensions: [("part", part)], factory: factory).set(isUp ? 1 : 0)
    }

    /// Notes how the witness is.
    package func note(_ witness: WitnessStatus) {
        let numbers = [
            ("behind", witness.isBehind ? 1 : 0), ("ahead_accounts", Int64(witness.ahead)), ("wallets", Int64(witness.wallets)),
            ("directories_unread", Int64(witness.unreadDirectories)), ("last_append_seconds", witness.lastAppend?.seconds ?? 0),
        ]
        for (name, value) in numbers { Meter(label: "wallet_provider_witness_\(name)", factory: factory).set(value) }
        let kinds: [AccountStoreError.Code] = [.behindWitness, .unavailable, .journalDamaged, .journalIncomplete]
        for kind in kinds {
            Meter(label: "wallet_provider_witness_refusals", dimensions: [("error", kind.description)], factory: factory)
                .set(Int64(witness.refusals[kind] ?? 0))
        }
    }

    /// Notes when the server's certificate ends.
    package func noteCertificateExpiry(secondsSince1970: Int64) {
        Meter(label: "wallet_provider_tls_certificate_expiry_seconds", factory: factory).set(secondsSince1970)
    }

    /// Notes when the certificate of the key that signs attestations ends.
    package func noteAttestationCertificateExpiry(secondsSince1970: Int64) {
        Meter(label: "wallet_provider_attestation_certificate_expiry_seconds", factory: factory).set(secondsSince1970)
    }

    /// Times a call of the database.
    func database<Value>(
        _ operation: String, _ body: () async throws(AccountStoreError) -> Value
    ) async throws(AccountStoreError) -> Value {
        let start = ContinuousClock.now
        do throws(AccountStoreError) {
            let value = try await body()
            call("wallet_provider_database_duration_seconds", operation, "ok", since: start)
            return value
        } catch {
            call("wallet_provider_database_duration_seconds", operation, error.code.description, since: start)
            throw error
        }
    }

    /// Times a call of the HSM.
    func hsm<Value>(_ operation: String, _ body: () async throws(HSMError) -> Value) async throws(HSMError) -> Value {
        let start = ContinuousClock.now
        do throws(HSMError) {
            let value = try await body()
            call("wallet_provider_hsm_duration_seconds", operation, "ok", since: start)
            return value
        } catch {
            call("wallet_provider_hsm_duration_seconds", operation, error.code.description, since: start)
            throw error
        }
    }

    private func call(_ label: String, _ operation: String, _ outcome: String, since start: ContinuousClock.Instant) {
        time(label, [("operation", operation), ("outcome", outcome)], ContinuousClock.now - start)
    }

    private func count(_ label: String, _ dimensions: [(String, String)], _ amount: Int64 = 1) {
        handles.counter(label, dimensions).increment(by: amount)
    }

    private func time(_ label: String, _ dimensions: [(String, String)], _ duration: Duration) {
        let nanoseconds = Int64(duration / .nanoseconds(1))
        handles.timer(label, dimensions).recordNanoseconds(nanoseconds)
    }
}
