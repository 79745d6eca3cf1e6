// SPDX-License-Identifier: EUPL-1.2

import CoreMetrics
package import Deadlines
package import Logging
package import ServerKit
package import ServiceLifecycle
import WalletConfiguration

/// The operator's view of a configuration server: health and metrics, which document is served and until when.
package struct ConfigurationOperations: Sendable {
    package let server: ServerOperations

    /// Operations of a server that has not started. The server is ready when both documents are valid and served.
    package init(timeouts: Timeouts, logger: Logger) {
        server = ServerOperations(
            "wallet_config", parts: DocumentEndpoint.allCases.map(\.rawValue),
            help: [
                "wallet_config_document_expiry_seconds":
                    "When the document that was served last expires, in seconds since 1970; 0 before the first.",
                "wallet_config_document_version": "Version of the document that was served last; 0 before the first.",
                "wallet_config_part_up": "1 while a document is valid and served, else 0.",
            ], timeouts: timeouts, logger: logger)
    }

    /// Sets the metrics of the documents to their state now; call it whenever Prometheus asks.
    package func updateMetrics(_ documents: ConfigurationServer) {
        for endpoint in DocumentEndpoint.allCases {
            let (served, label) = (documents.lastServed(endpoint), [("document", endpoint.rawValue)])
            Meter(label: "wallet_config_document_expiry_seconds", dimensions: label, factory: server.registry).set(served?.expiresAt ?? 0)
            Meter(label: "wallet_config_document_version", dimensions: label, factory: server.registry).set(served?.version ?? 0)
        }
    }

    /// Makes the services that check each document once a second.
    package func probes(_ documents: ConfigurationServer) -> [any Service] {
        DocumentEndpoint.allCases.map { endpoint in
            server.probe(endpoint.rawValue) {
                guard documents.current(endpoint) != nil else { throw NoDocument() }
            }
        }
    }

    /// No valid document is available.
    private struct NoDocument: Error {}
}
