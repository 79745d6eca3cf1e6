// SPDX-License-Identifier: EUPL-1.2

package import CoreMetrics
package import HSM
import ProviderProtocol
import ServerKit
package import WalletProvider

/// The provider's own metrics: PINs, attestations, witness, calls of database and HSM.
///
/// Label values come from lists that are known beforehand, such as an outcome; never a wallet, an address or received data.
///
/// - SeeAlso: threats-and-faults.md, T-S6; Documentation/Operations/install.md, *Health and metrics*.
package struct ProviderMetrics: Sendable {
    private let factory: any MetricsFactory
    private let handles: MetricHandles
    private let policy: PINRetryPolicy
    private let rightPINs: Counter
    private let wrongPINs: Counter
    private let waits: Counter
    private let blocks: Counter
    private let manyWrongPINs: Counter
    private let unlocks: Counter
    private let lostOutcomes: Counter
    /// The timers of successful calls, by operation.
    private let databaseTimers: [CoreMetrics.Timer]
    private let hsmTimers: [CoreMetrics.Timer]

    /// The help text of each family.
    package static let help = [
        "wallet_provider_pin_attempts_total": "PINs that were verified.",
        "wallet_provider_pin_waits_total": "Waits that wrong PINs have begun.",
        "wallet_provider_pin_blocks_total": "Accounts that wrong PINs have permanently blocked.",
        "wallet_provider_many_wrong_pins_total":
            "Wallets whose wrong PINs of the last 30 days have reached --wrong-pin-report-threshold.",
        "wallet_provider_unlocks_total": "Unlocks with the right PIN.",
        "wallet_provider_unlock_outcomes_lost_total":
            "Unlocks whose outcome could not be stored behind the answer; their attempts stay counted.",
        "wallet_provider_attestations_total": "Attestations of device keys, by kind of device and verdict.",
        "wallet_provider_database_duration_seconds": "Calls of the database, by operation and outcome.",
        "wallet_provider_hsm_duration_seconds": "Calls of the HSM, by operation and outcome.",
        "wallet_provider_hsm_recoveries_total": "Attempts to reach the HSM again after a loss or failures, by step and outcome.",
        "wallet_provider_revocation_list_fetched_seconds":
            "When the list of revoked Android certificates in use was fetched, in seconds since 1970; 0 before the first.",
        "wallet_provider_witness_behind": "1 when the database was found to be older than its witness, else 0.",
        "wallet_provider_witness_ahead_accounts": "Accounts that were newer than the journals at the start.",
        "wallet_provider_witness_directories_unread":
            "Directories with journals that do not answer, or could not be followed the last time.",
        "wallet_provider_witness_wallets": "Wallets that the witness knows by heart.",
        "wallet_provider_witness_last_append_seconds": "When a record was last on the disk, in seconds since 1970; 0 before the first.",
        "wallet_provider_witness_refusals": "Calls that the witness refused since the start, by kind of error.",
        "wallet_provider_attestation_certificate_expiry_seconds":
            "When the certificate of the key that signs attestations ends, in seconds since 1970.",
    ]

    /// Creates metrics with a factory.
    ///
    /// - Parameter policy: determines the wrong PINs that start a waiting period or block the account.
    package init(_ factory: any MetricsFactory, policy: PINRetryPolicy) {
        self.factory = factory
        let handles = MetricHandles(factory)
        self.handles = handles
        self.policy = policy
        // The series exist from now on, so that Prometheus sees their first increase.
        func counter(_ name: String, _ dimensions: [(String, String)] = []) -> Counter {
            Counter(label: "wallet_provider_\(name)_total", dimensions: dimensions, factory: factory)
        }
        rightPINs = counter("pin_attempts", [("result", "right")])
        wrongPINs = counter("pin_attempts", [("result", "wrong")])
        waits = counter("pin_waits")
        blocks = counter("pin_blocks")
        manyWrongPINs = counter("many_wrong_pins")
        unlocks = counter("unlocks")
        lostOutcomes = counter("unlock_outcomes_lost")
        databaseTimers = DatabaseOperation.allCases.map { handles.timer(Self.database, Self.dimensions($0, "ok")) }
        hsmTimers = HSMOperation.allCases.map { handles.timer(Self.hsm, Self.dimensions($0, "ok")) }
        for step in HSMRecoveryStep.allCases {
            for outcome in ["ok", "failed"] { hsmRecoveries(step, outcome).increment(by: 0) }
        }
    }

    /// Records an event of the provider.
    package func record(_ event: ProviderEvent) {
        switch event {
        case .pinVerified(let isRight, let attempt):
            guard !isRight else { return rightPINs.increment() }
            wrongPINs.increment()
            switch policy.refusal(ofWrongAttempt: attempt) {
            case .pinTimeout: waits.increment()
            case .accountBlocked: blocks.increment()
            default: break
            }
        case .manyWrongPINs: manyWrongPINs.increment()
        case .unlocked: unlocks.increment()
        case .attestationJudged(let kind, let verdict):
            handles.counter("wallet_provider_attestations_total", [("device", kind.rawValue), ("verdict", verdict)]).increment()
        }
    }

    /// Counts an unlock whose outcome could not be stored behind its answer.
    package func recordLostOutcome() { lostOutcomes.increment() }

    /// Counts an attempt to reach the HSM again.
    package func recordRecovery(_ event: HSMRecoveryEvent) {
        switch event {
        case .connected(let step): hsmRecoveries(step, "ok").increment()
        case .failed(let step, _): hsmRecoveries(step, "failed").increment()
        case .blocked, .recovered: break
        }
    }

    private func hsmRecoveries(_ step: HSMRecoveryStep, _ outcome: String) -> Counter {
        handles.counter("wallet_provider_hsm_recoveries_total", [("step", step.rawValue), ("outcome", outcome)])
    }

    /// Records the state of the witness.
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

    /// Records when the list of revoked Android certificates in use was fetched; 0 without a list.
    package func noteRevocationList(secondsSince1970: Int64) {
        Meter(label: "wallet_provider_revocation_list_fetched_seconds", factory: factory).set(secondsSince1970)
    }

    /// Sets the gauge from which operators are warned before the attestation key's certificate expires.
    package func noteAttestationCertificateExpiry(secondsSince1970: Int64) {
        Meter(label: "wallet_provider_attestation_certificate_expiry_seconds", factory: factory).set(secondsSince1970)
    }

    /// Measures a call of the database.
    func database<Value>(
        _ operation: DatabaseOperation, _ body: () async throws(AccountStoreError) -> Value
    ) async throws(AccountStoreError) -> Value {
        let start = ContinuousClock.now
        do throws(AccountStoreError) {
            let value = try await body()
            databaseTimers[operation.rawValue].record(since: start)
            return value
        } catch {
            handles.timer(Self.database, Self.dimensions(operation, error.code.description)).record(since: start)
            throw error
        }
    }

    /// Measures a call of the HSM.
    func hsm<Value>(_ operation: HSMOperation, _ body: () async throws(HSMError) -> Value) async throws(HSMError) -> Value {
        let start = ContinuousClock.now
        do throws(HSMError) {
            let value = try await body()
            hsmTimers[operation.rawValue].record(since: start)
            return value
        } catch {
            handles.timer(Self.hsm, Self.dimensions(operation, error.code.description)).record(since: start)
            throw error
        }
    }

    private static let database = "wallet_provider_database_duration_seconds"
    private static let hsm = "wallet_provider_hsm_duration_seconds"

    private static func dimensions(_ operation: some MeasuredOperation, _ outcome: String) -> [(String, String)] {
        [("operation", operation.label), ("outcome", outcome)]
    }
}
