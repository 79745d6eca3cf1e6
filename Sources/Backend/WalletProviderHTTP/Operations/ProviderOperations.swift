// SPDX-License-Identifier: EUPL-1.2

package import Deadlines
import DeviceAttestation
import Foundation
package import HSM
package import Logging
package import ServerKit
package import ServiceLifecycle
package import WalletProvider

/// The operator's view of a provider: health and metrics, the probes behind them, and the witness's state.
package struct ProviderOperations: Sendable {
    package let server: ServerOperations
    package let metrics: ProviderMetrics

    /// Operations of a provider that has not started.
    ///
    /// - Parameters:
    ///   - hasWitness: adds the witness to the parts that must answer.
    ///   - timeouts: limit the age of a part's last check.
    package init(policy: PINRetryPolicy, hasWitness: Bool = false, timeouts: Timeouts, logger: Logger) {
        server = ServerOperations(
            "wallet_provider", parts: ["database", "hsm"] + (hasWitness ? ["witness"] : []), help: ProviderMetrics.help,
            timeouts: timeouts, logger: logger)
        metrics = ProviderMetrics(server.registry, policy: policy)
    }

    /// Sets the metrics of a witness, and of the list of revoked Android certificates, to their state now; call it whenever Prometheus
    /// asks.
    ///
    /// - Parameters:
    ///   - witness: nil for a provider without a witness.
    ///   - revocationList: nil for a provider without Android phones, whose metric would raise an alert.
    package func updateMetrics(_ witness: WitnessedStore?, revocationList: RevocationListKeeper?) {
        if let witness { metrics.note(witness.status) }
        guard let revocationList else { return }
        metrics.noteRevocationList(secondsSince1970: Int64(revocationList.current?.fetchedAt.timeIntervalSince1970 ?? 0))
    }

    /// Counts and logs an event of the HSM's recovery.
    package func record(_ event: HSMRecoveryEvent) {
        metrics.recordRecovery(event)
        server.logger.log(
            level: event.isFailure ? .error : .notice, "\(event.sentence)", metadata: event.error.map { ["error": "\($0)"] })
    }

    /// Counts and logs an unlock whose outcome could not be stored behind its answer. The attempt stays counted until the wallet's
    /// next right PIN.
    package func recordLostOutcome(_ error: AccountStoreError) {
        metrics.recordLostOutcome()
        server.logger.error("outcome of an unlock lost", metadata: ["error": "\(error)"])
    }

    /// Makes the services that check database, HSM and witness once a second.
    ///
    ///
    /// - Database: reads one row.
    /// - HSM: computes an HMAC of a constant. This fails if the token has lost its keys or its login.
    /// - Witness: must be writable and readable, and the database must not be behind it. Otherwise the witness counts as down and no
    ///   request is served, although the database answers.
    ///
    /// - Parameter store: the store without its witness.
    package func probes(store: any AccountStore & AuditStore, hsm: any HSM, witness: WitnessedStore? = nil) -> [any Service] {
        var probes = [
            server.probe("database") { _ = try await store.solutionRevocation() },
            server.probe("hsm") { _ = try await hsm.authenticationCode(over: Array("health".utf8), for: .revocationCode) },
        ]
        if let witness { probes.append(server.probe("witness") { try await witness.checkWitness() }) }
        return probes
    }
}
