// SPDX-License-Identifier: EUPL-1.2

package import BackendService
package import HSM
package import Logging
import PrometheusMetrics
package import ServiceLifecycle
package import WalletProvider

/// The operator's view of a running provider: health, metrics and the internal listener for both.
package struct ProviderOperations: Sendable {
    package let health: ServiceHealth
    package let metrics: ProviderMetrics
    private let registry: PrometheusRegistry
    private let logger: Logger

    /// - Parameter hasWitness: true adds the part `witness` to the health.
    package init(policy: PINRetryPolicy, hasWitness: Bool = false, logger: Logger) {
        registry = PrometheusRegistry(help: ProviderMetrics.help)
        metrics = ProviderMetrics(registry, policy: policy)
        health = ServiceHealth(parts: Self.parts + (hasWitness ? [Self.witness] : []))
        self.logger = logger
    }

    private static let parts = ["database", "hsm"]
    private static let witness = "witness"

    /// Returns the metrics in Prometheus format. The states of parts and witness are queried now.
    package func metricsText(witness: WitnessedStore? = nil) -> String {
        for (part, isUp) in health.parts { metrics.note(part, isUp: isUp) }
        if let witness { metrics.note(witness.status) }
        return registry.text()
    }

    /// Returns the operators' listener, which must not be public.
    ///
    /// - Parameter onRunning: called once with the port of the server.
    package func internalServer(
        _ listener: HTTPListener, witness: WitnessedStore? = nil, onRunning: @escaping @Sendable (_ port: Int) async -> Void = { _ in }
    ) -> HTTPService<ServiceContext> {
        let routes = InternalRoutes(health: health, logger: logger) { metricsText(witness: witness) }
        return HTTPService(listener, logger: logger, onRunning: onRunning) { routes.router() }
    }

    /// Returns the services that check database, HSM and, if there is one, witness once a second.
    ///
    /// - Database: reads one row.
    /// - HSM: computes an HMAC of a constant. This fails if the token has lost its keys or its login.
    /// - Witness: must be writable and readable, and the database must not be behind it. Otherwise the witness counts as down and no
    ///   request is served, although the database answers.
    ///
    /// - Parameter store: the store without its witness.
    package func probes(store: any AccountStore & AuditStore, hsm: any HSM, witness: WitnessedStore? = nil) -> [any Service] {
        let witnesses: [any Service] =
            witness.map { witness in
                [HealthProbe(Self.witness, of: health, logger: logger) { try await witness.checkWitness() }]
            } ?? []
        return [
            HealthProbe("database", of: health, logger: logger) { _ = try await store.solutionRevocation() },
            HealthProbe("hsm", of: health, logger: logger) {
                _ = try await hsm.authenticationCode(over: Array("health".utf8), for: .revocationCode)
            },
        ] + witnesses
    }
}
