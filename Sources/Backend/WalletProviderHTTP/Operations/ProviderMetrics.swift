// SPDX-License-Identifier: EUPL-1.2

package import CoreMetrics
import HSM
import ProviderProtocol
import ServerKit
package import WalletProvider

/// The provider's own metrics: PINs, attestations, witness, calls of database and HSM.
///
/// Label values come from lists that are known beforehand, such as an outcome; never a wallet, an address or received data.
///
/// - SeeAlso: threat list, T-S6; Documentation/Operations/install.md, Health and metrics.
package struct ProviderMetrics: Sendable {
    private let factory: any MetricsFactory
    private let handles: MetricHandles
    private let policy: PINRetryPolicy

    /// The help text of each family.
    package static let help = [
        "wallet_provider_pin_attempts_total": "PINs that were looked at.",
        "wallet_provider_pin_waits_total": "Waits that wrong PINs have begun.",
        "wallet_provider_pin_blocks_total": "Accounts that wrong PINs have blocked for good.",
        "wallet_provider_many_wrong_pins_total":
            "Wallets whose wrong PINs of the last 30 days have come to the number that holders are told of.",
        "wallet_provider_unlocks_total": "Unlocks with the right PIN.",
        "wallet_provider_attestations_total": "Attestations of device keys, by kind of device and verdict.",
        "wallet_provider_database_duration_seconds": "Calls of the database, by operation and outcome.",
        "wallet_provider_hsm_duration_seconds": "Calls of the HSM, by operation and outcome.",
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
        handles = MetricHandles(factory)
        self.policy = policy
        // Create the series now, so that their first increase is visible as such.
        for result in ["right", "wrong"] { count("wallet_provider_pin_attempts_total", [("result", result)], 0) }
        for name in ["pin_waits", "pin_blocks", "many_wrong_pins", "unlocks"] { count("wallet_provider_\(name)_total", [], 0) }
    }

    /// Records an event of the provider.
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

    /// Records the expiry of the attestation key's certificate.
    package func noteAttestationCertificateExpiry(secondsSince1970: Int64) {
        Meter(label: "wallet_provider_attestation_certificate_expiry_seconds", factory: factory).set(secondsSince1970)
    }

    /// Measures a call of the database.
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

    /// Measures a call of the HSM.
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
