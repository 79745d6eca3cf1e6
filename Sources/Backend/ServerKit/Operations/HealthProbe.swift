// SPDX-License-Identifier: EUPL-1.2

package import Logging
import ServiceLifecycle

/// A periodic check of one part of a server. A health request then only reads the last result and never waits.
package struct HealthProbe: NamedService {
    private let part: String
    private let health: ServiceHealth
    private let interval: Duration
    private let clock: any Clock<Duration>
    private let logger: Logger
    private let check: @Sendable () async throws -> Void

    /// Creates a probe.
    ///
    /// - Parameters:
    ///   - part: the part's name in `health`.
    ///   - interval: the pause between two checks.
    ///   - clock: measures the pause.
    ///   - logger: receives a line when the part becomes unreachable or reachable again. The error's text is not logged.
    ///   - check: throws if the part does not work. Checks never overlap.
    package init(
        _ part: String, of health: ServiceHealth, interval: Duration = .seconds(1), clock: any Clock<Duration> = ContinuousClock(),
        logger: Logger,
        check: @escaping @Sendable () async throws -> Void
    ) {
        self.part = part
        self.health = health
        self.interval = interval
        self.clock = clock
        self.logger = logger
        self.check = check
    }

    /// Checks until the service is shut down.
    package func run() async throws {
        try? await cancelWhenGracefulShutdown {
            var wasUp = true
            while true {
                let isUp = await isUp()
                if Task.isCancelled { return }
                health.note(part, isUp: isUp)
                if isUp != wasUp {
                    logger.log(level: isUp ? .notice : .error, isUp ? "answers again" : "does not answer", metadata: ["part": "\(part)"])
                }
                wasUp = isUp
                try await clock.sleep(for: interval)
            }
        }
    }

    private func isUp() async -> Bool {
        do {
            try await check()
            return true
        } catch {
            return false
        }
    }
}
