// SPDX-License-Identifier: EUPL-1.2

package import BackendService
package import HSM
package import Logging
import PrometheusMetrics
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
    package init(policy: PINRetryPolicy, logger: Logger) {
        registry = PrometheusRegistry(help: ProviderMetrics.help)
        metrics = ProviderMetrics(registry, policy: policy)
        health = ServiceHealth(parts: Self.parts)
        self.logger = logger
    }

    private static let parts = ["database", "hsm"]

    /// The metrics as Prometheus reads them; what is up is looked up now.
    package var metricsText: String {
        for (part, isUp) in health.parts { metrics.note(part, isUp: isUp) }
        return registry.text()
    }

    /// The listener for operators; never the public one.
    ///
    /// - Parameter onRunning: called once with the port on which it listens.
    package func internalServer(
        _ listener: HTTPListener, onRunning: @escaping @Sendable (_ port: Int) async -> Void = { _ in }
    ) -> HTTPService<ServiceContext> {
        let routes = InternalRoutes(health: health, logger: logger) { metricsText }
        return HTTPService(listener, logger: logger, onRunning: onRunning) { routes.router() }
    }

    /// Services that ask database and HSM once a second. The database is asked for one row, the HSM for an authentication code over a
    /// constant: a token that has lost its keys or its login does not make one.
    package func probes(store: any AccountStore & AuditStore, hsm: any HSM) -> [any Service] {
        [
            HealthProbe("database", of: health, logger: logger) { _ = try await store.solutionRevocation() },
            HealthProbe("hsm", of: health, logger: logger) {
                _ = try await hsm.authenticationCode(over: Array("health".utf8), for: .revocationCode)
            },
        ]
    }
}
