// SPDX-License-Identifier: EUPL-1.2

import CoreMetrics
package import ServerKit
package import ServiceLifecycle
import WalletConfiguration

/// The operator's view of a configuration server: health, metrics and the internal listener for both.
package struct ConfigurationOperations: Sendable {
    /// The help text of each metric.
    package static let help = [
        "wallet_config_document_expiry_seconds":
            "When the document that was served last expires, in seconds since 1970; 0 before the first.",
        "wallet_config_document_version": "Version of the document that was served last; 0 before the first.",
        "wallet_config_part_up": "1 while a document is valid and served, else 0.",
        "wallet_config_tls_certificate_expiry_seconds": "When the server's certificate ends, in seconds since 1970.",
    ]

    /// The health of the server: ready if both documents can be served.
    package let health = ServiceHealth(parts: DocumentEndpoint.allCases.map(\.rawValue))
    private let server: ConfigurationServer
    private let certificateExpiry: Int64?
    private let registry = PrometheusRegistry(help: Self.help)

    /// Creates the operations of a server.
    ///
    /// - Parameter certificateExpiry: the expiry of the server's certificate, in seconds since 1970; nil if unknown.
    package init(server: ConfigurationServer, certificateExpiry: Int64?) {
        self.server = server
        self.certificateExpiry = certificateExpiry
    }

    /// Returns the metrics in Prometheus format.
    package func metricsText() -> String {
        for endpoint in DocumentEndpoint.allCases {
            let (served, label) = (server.lastServed(endpoint), [("document", endpoint.rawValue)])
            Meter(label: "wallet_config_document_expiry_seconds", dimensions: label, factory: registry).set(served?.expiresAt ?? 0)
            Meter(label: "wallet_config_document_version", dimensions: label, factory: registry).set(served?.version ?? 0)
        }
        for (part, isUp) in health.parts {
            Meter(label: "wallet_config_part_up", dimensions: [("part", part)], factory: registry).set(isUp ? 1 : 0)
        }
        if let certificateExpiry {
            Meter(label: "wallet_config_tls_certificate_expiry_seconds", factory: registry).set(certificateExpiry)
        }
        return registry.text()
    }

    /// Returns the operators' listener, which must not be public.
    ///
    /// - Parameter onRunning: called once with the port of the server.
    package func internalServer(
        _ listener: HTTPListener, onRunning: @escaping @Sendable (_ port: Int) async -> Void = { _ in }
    ) -> HTTPService<ServiceContext> {
        let routes = InternalRoutes(health: health, logger: server.logger) { metricsText() }
        return HTTPService(listener, logger: server.logger, onRunning: onRunning) { routes.router() }
    }

    /// Returns the services that check each document once a second.
    package func probes() -> [any Service] {
        DocumentEndpoint.allCases.map { endpoint in
            HealthProbe(endpoint.rawValue, of: health, logger: server.logger) { [server] in
                guard server.current(endpoint) != nil else { throw NoDocument() }
            }
        }
    }

    /// No valid document is available.
    private struct NoDocument: Error {}
}
