// SPDX-License-Identifier: EUPL-1.2

package import Logging
import ServiceLifecycle

/// Asks one part of a server again and again whether it answers, so that a health check costs nothing and waits for nothing.
package struct HealthProbe: NamedService {
    private let part: String
    private let health: ServiceHealth
    private let interval: Duration
    private let clock: any Clock<Duration>
    private let logger: Logger
    private let check: @Sendable () async throws -> Void

    /// A probe of a part.
    ///
    /// - Parameters:
    ///   - part: its name in `health`.
    ///   - interval: from one answer to the next question.
    ///   - clock: measures that time.
    ///   - logger: is told when the part goes down and when it is up again; never what the error says.
    ///   - check: throws when the part does not do its work. It is asked by nobody else meanwhile.
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

    /// Asks until told to stop.
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
