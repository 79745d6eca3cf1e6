// SPDX-License-Identifier: EUPL-1.2

import ServiceLifecycle

/// Upkeep beside a listener: done at the start and then once in every interval, until told to stop.
package struct RepeatedWork: NamedService {
    private let interval: Duration
    private let clock: any Clock<Duration>
    private let work: @Sendable () async -> Void

    /// Work that has not begun.
    ///
    /// - Parameters:
    ///   - interval: between the end of one round and the beginning of the next.
    ///   - clock: by which it waits.
    ///   - work: one round; it reports its own failures, and the next round tries again. At the end of the program it is cancelled.
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
