// SPDX-License-Identifier: EUPL-1.2

package import DeviceAttestation
package import Foundation
import HTTPTypes
package import Logging
import ServerKit
import ServiceLifecycle
import Synchronization

/// Keeps the list of revoked Android attestation certificates up to date.
///
/// If fetching fails, the previous list stays in use until the policy's age limit. After that, no Android phone can register.
package final class RevocationListKeeper: NamedService {
    private let source: RevocationListSource
    private let interval: Duration
    private let clock: any Clock<Duration>
    private let now: @Sendable () -> Date
    private let logger: Logger
    private let list = Mutex<AndroidRevocationList?>(nil)

    /// The maximum time until a retry after a failure.
    private static let retry = Duration.seconds(60)

    /// Creates a keeper without a list.
    ///
    /// - Parameters:
    ///   - source: the source of the list.
    ///   - interval: the interval between fetches. After a failure it is at most one minute.
    ///   - clock: measures the interval.
    ///   - now: the time by which the age of lists is judged.
    ///   - logger: receives a line for each list and each failure, without content of the list.
    package init(
        source: RevocationListSource, interval: Duration = .seconds(3600), clock: any Clock<Duration> = ContinuousClock(),
        now: @escaping @Sendable () -> Date, logger: Logger
    ) {
        self.source = source
        self.interval = interval
        self.clock = clock
        self.now = now
        self.logger = logger
    }

    /// The last list fetched; nil if none was fetched yet.
    package var current: AndroidRevocationList? { list.withLock { $0 } }

    /// Fetches the list now. No request causes a fetch, so each fetch starts a trace, which its log lines and the list's server can name.
    ///
    /// - Returns: true if a list was fetched.
    @discardableResult
    package func refresh() async -> Bool {
        await TraceContext.$current.withValue(TraceContext(continuing: [:])) { await fetch() }
    }

    private func fetch() async -> Bool {
        do {
            let fresh = try await source.read(now())
            list.withLock { $0 = fresh }
            logger.info(
                "revocation list",
                metadata: ["entries": .stringConvertible(fresh.count), "fetched_at": "\(fresh.fetchedAt.ISO8601Format())"])
            if fresh.unreadCount > 0 {
                logger.warning(
                    "revocation list has entries whose serials cannot be read", metadata: ["entries": .stringConvertible(fresh.unreadCount)]
                )
            }
            return true
        } catch {
            var metadata: Logger.Metadata = ["reason": "\(error)", "list_in_use": .stringConvertible(current != nil)]
            if let current { metadata["list_age_seconds"] = .stringConvertible(Int(now().timeIntervalSince(current.fetchedAt))) }
            logger.error("revocation list not refreshed", metadata: metadata)
            return false
        }
    }

    /// Fetches the list periodically until the service is shut down. The first fetch is immediate, unless `refresh` has already succeeded.
    package func run() async throws {
        try? await cancelWhenGracefulShutdown { [self] in
            var isFresh = current != nil
            while true {
                if !isFresh { isFresh = await refresh() }
                try await clock.sleep(for: isFresh ? interval : min(interval, Self.retry))
                isFresh = false
            }
        }
    }
}
