// SPDX-License-Identifier: EUPL-1.2

import PhoneWeb
import ServiceLifecycle

/// The page's server. It starts once the other servers are reachable, so that no URL is printed for a demo that fails to start.
struct DemoPage: Service {
    let server: PhoneWebServer
    let servers: [ServerName]
    /// Switches the phone on; called when the servers are reachable.
    let begin: @Sendable () -> Void

    func run() async throws {
        await cancelWhenGracefulShutdown {
            for server in servers { await server.listening() }
        }
        guard !Task.isCancelled, !Task.isShuttingDownGracefully else { return }
        begin()
        try await server.run()
    }
}
