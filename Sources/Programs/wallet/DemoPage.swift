// SPDX-License-Identifier: EUPL-1.2

import PhoneWeb
import ServiceLifecycle

/// The page, served once the servers can be reached, so that no address is printed for a demo that does not start.
struct DemoPage: Service {
    let server: PhoneWebServer
    let servers: [ServerName]
    /// What the phone does when it is switched on; the servers answer by then.
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
