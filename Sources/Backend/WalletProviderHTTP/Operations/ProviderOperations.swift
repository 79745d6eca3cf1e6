// SPDX-License-Identifier: EUPL-1.2

package import HSM
package import Logging
package import ServerKit
package import ServiceLifecycle
package import WalletProvider

/// What an operator sees of a running provider: its health, its metrics, and the listener on which both are asked for.
package struct ProviderOperations: Sendable {
    /// Whether requests are welcome.
    package let health: ServiceHealth
    /// What is counted.
    package let metrics: ProviderMetrics
    private let registry: PrometheusRegistry
    private let logger: Logger

    /// Nothing counted yet.
    ///
    /// - Parameter hasWitness: whether `witness` is a part that has to answer.
    package init(policy: PINRetryPolicy, hasWitness: Bool = false, logger: Logger) {
        registry = PrometheusRegistry(help: ProviderMetrics.help)
        metrics = ProviderMetrics(registry, policy: policy)
        health = ServiceHealth(parts: Self.parts + (hasWitness ? [Self.witness] : []))
        self.logger = logger
    }

    private static let parts = ["database", "hsm"]
    private static let witness = "witness"

    /// The metrics as Prometheus reads them; what is up, and how the witness is, is looked up now.
    package func metricsText(witness: WitnessedStore? = nil) -> String {
        for (part, isUp) in health.parts { metrics.note(part, isUp: isUp) }
        if let witness { metrics.note(witness.status) }
        return registry.text()
    }

    /// The listener for operators; never the public one.
    ///
    /// - Parameter onRunning: called once with the port on which it listens.
    package func internalServer(
        _ listener: HTTPListener, witness: WitnessedStore? = nil, onRunning: @escaping @Sendable (_ port: Int) async -> Void = { _ in }
    ) -> HTTPService<ServiceContext> {
        let routes = InternalRoutes(health: health, logger: logger) { metricsText(witness: witness) }
        return HTTPService(listener, logger: logger, onRunning: onRunning) { routes.router() }
    }

    /// Services that ask database, HSM and, if there is one, witness once a second. The database is asked for one row, the HSM for an authentication code over a
    /// constant: a token that has lost its keys or its login does not make one. The witness is asked whether it can be written and followed, and whether the database is known to be older: it is down, and
    /// nothing is served, while the database itself answers.
    ///
    /// - Parameter store: without its witness.
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
