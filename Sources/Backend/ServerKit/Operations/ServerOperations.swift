// SPDX-License-Identifier: EUPL-1.2

package import Deadlines
package import Logging
package import ServiceLifecycle

/// Health, metrics and the listener for operators of one server.
package struct ServerOperations: Sendable {
    package let health: ServiceHealth
    package let metrics: ServerMetrics
    /// The registry of `metrics` and of the server's further metrics.
    package let registry: PrometheusRegistry
    package let logger: Logger

    /// Operations of a server that has not started.
    ///
    /// - Parameters:
    ///   - prefix: of the metrics' names, such as `wallet_provider`.
    ///   - parts: the names of the parts that must answer, such as `database`.
    ///   - help: the help text of each further metric of the server.
    ///   - timeouts: limit the age of a part's last check.
    package init(_ prefix: String, parts: [String], help: [String: String] = [:], timeouts: Timeouts, logger: Logger) {
        registry = PrometheusRegistry(help: ServerMetrics.help(prefix).merging(help) { _, own in own })
        metrics = ServerMetrics(prefix, registry)
        health = ServiceHealth(parts: parts, maximumAge: timeouts.healthAge)
        self.logger = logger
    }

    /// Returns all metrics in Prometheus' text format; the state of the parts is read now.
    package func metricsText() -> String {
        for (part, isUp) in health.parts { metrics.note(part, isUp: isUp) }
        return registry.text()
    }

    /// Makes a service that checks one part once a second.
    ///
    /// - Parameter check: throws when the part does not work.
    package func probe(_ part: String, _ check: @escaping @Sendable () async throws -> Void) -> any Service {
        HealthProbe(part, of: health, logger: logger, check: check)
    }

    /// Makes the listener for operators; never the public listener.
    ///
    /// - Parameters:
    ///   - update: sets the metrics that are read only when Prometheus asks.
    ///   - onRunning: called once with the port.
    package func internalServer(
        _ listener: HTTPListener, updatingMetrics update: @escaping @Sendable () -> Void = {},
        onRunning: @escaping @Sendable (_ port: Int) async -> Void = { _ in }
    ) -> HTTPService<ServiceContext> {
        let routes = InternalRoutes(health: health, logger: logger) {
            update()
            return metricsText()
        }
        return HTTPService(listener, logger: logger, onRunning: onRunning) { routes.router() }
    }
}
