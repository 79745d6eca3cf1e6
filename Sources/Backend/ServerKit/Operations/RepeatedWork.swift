// SPDX-License-Identifier: EUPL-1.2

import ServiceLifecycle

/// Maintenance work beside a listener: done at the start and then at each interval, until the service is shut down.
package struct RepeatedWork: NamedService {
    private let interval: Duration
    private let clock: any Clock<Duration>
    private let work: @Sendable () async -> Void

    /// Creates the service; it does not start the work.
    ///
    /// - Parameters:
    ///   - interval: the pause between the end of one round and the start of the next.
    ///   - clock: measures the pause.
    ///   - work: one round. It reports its own failures, and the next round tries again. Shutdown cancels it.
    package init(every interval: Duration, by clock: any Clock<Duration> = ContinuousClock(), _ work: @escaping @Sendable () async -> Void)
    {
        self.interval = interval
        self.clock = clock
        self.work = work
    }

    /// Works until cancelled or asked to shut down.
    package func run() async {
        try? await cancelWhenGracefulShutdown {
            while true {
                await work()
                try await clock.sleep(for: interval)
            }
        }
    }
}
