// SPDX-License-Identifier: EUPL-1.2

package import Deadlines
package import HSM
package import Logging
package import ServerKit
package import ServiceLifecycle

/// The operator's view of an issuer: health and metrics, and the probes of its database and HSM.
package struct IssuerOperations: Sendable {
    package let server: ServerOperations

    /// Operations of an issuer that has not started.
    package init(timeouts: Timeouts, logger: Logger) {
        server = ServerOperations("wallet_issuer", parts: ["database", "hsm"], timeouts: timeouts, logger: logger)
    }

    /// Makes the services that check database and HSM once a second: the database is asked for a row, the HSM for an authentication code
    /// over a constant.
    package func probes(store: IssuerStore, hsm: any HSM) -> [any Service] {
        [
            server.probe("database") { try await store.check() },
            server.probe("hsm") { _ = try await hsm.authenticationCode(over: Array("health".utf8), for: .recoveryCode) },
        ]
    }
}
