// SPDX-License-Identifier: EUPL-1.2

import PhoneWeb
import ServiceLifecycle

/// The page, served once the servers can be reached, so that no address is printed for a demo that does not start.
struct DemoPage: Service {
    let server: PhoneWebServer
    let servers: [ServerName]

    func run() async throws {
        await cancelWhenGracefulShutdown {
            for server in servers { await server.listening() }
        }
        guard !Task.isCancelled, !Task.isShuttingDownGracefully else { return }
        try await server.run()
    }
}
