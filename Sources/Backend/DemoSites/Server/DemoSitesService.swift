// SPDX-License-Identifier: EUPL-1.2

package import Deadlines
import Logging
package import ServerKit
import ServiceLifecycle

/// The sites with their own TLS port.
///
/// The service runs until it is cancelled or asked to shut down. At a shutdown it accepts no more connections, finishes the requests in
/// progress and returns.
package struct DemoSitesService: NamedService {
    private let service: HTTPService<ServiceContext>

    /// Creates a server that is not running yet.
    ///
    /// - Parameters:
    ///   - host: the name or address to listen on.
    ///   - port: 0 for any free port.
    ///   - identity: certificate and key.
    ///   - timeouts: the time limits of connections and requests.
    ///   - onRunning: called once with the port of the server.
    package init(
        sites: DemoSites, host: String, port: Int, identity: TLSIdentity, timeouts: Timeouts,
        onRunning: @escaping @Sendable (_ port: Int) async -> Void = { _ in }
    ) {
        service = HTTPService(
            HTTPListener(host: host, port: port, tls: identity.serverConfiguration, timeouts: timeouts), logger: sites.logger,
            onRunning: onRunning
        ) { sites.router() }
    }

    /// Serves until the service is shut down.
    ///
    /// - Throws: an error of NIO if the port is unavailable.
    package func run() async throws { try await service.run() }
}
