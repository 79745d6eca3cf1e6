// SPDX-License-Identifier: EUPL-1.2

import ServiceLifecycle

/// The first step of a stop: says that the server is not ready, and leaves those who distribute requests time to notice.
///
/// It stands last in a service group, for groups stop their services in reverse.
package struct Draining: NamedService {
    private let health: ServiceHealth
    private let pause: Duration
    private let clock: any Clock<Duration>

    /// A step that takes that long; zero is enough where proxies try another server by themselves.
    package init(_ health: ServiceHealth, pause: Duration, clock: any Clock<Duration> = ContinuousClock()) {
        self.health = health
        self.pause = pause
        self.clock = clock
    }

    /// Waits for the stop, and then for the pause.
    package func run() async throws {
        try await gracefulShutdown()
        health.beginDraining()
        try? await clock.sleep(for: pause)
    }
}
