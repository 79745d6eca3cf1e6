// SPDX-License-Identifier: EUPL-1.2

import ServiceLifecycle

/// The first step of a shutdown: reports the server as not ready, and gives load balancers time to notice.
///
/// This service must be the last service of its group, because groups shut down in reverse order.
package struct Draining: NamedService {
    private let health: ServiceHealth
    private let pause: Duration
    private let clock: any Clock<Duration>

    /// Creates a step with this pause. A pause of zero suffices if proxies retry on a different server.
    package init(_ health: ServiceHealth, pause: Duration, clock: any Clock<Duration> = ContinuousClock()) {
        self.health = health
        self.pause = pause
        self.clock = clock
    }

    /// Waits for the shutdown and then for the pause.
    package func run() async throws {
        try await gracefulShutdown()
        health.beginDraining()
        try? await clock.sleep(for: pause)
    }
}
