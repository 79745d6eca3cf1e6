// SPDX-License-Identifier: EUPL-1.2

package import DeviceAttestation
package import Foundation
package import Logging
import ServerKit
import ServiceLifecycle
import Synchronization

/// Keeps the list of revoked Android attestation certificates young.
///
/// A list that cannot be had leaves the one before in place; the policy's age limit ends its use, and then no Android phone registers.
package final class RevocationListKeeper: NamedService {
    private let source: RevocationListSource
    private let interval: Duration
    private let clock: any Clock<Duration>
    private let now: @Sendable () -> Date
    private let logger: Logger
    private let list = Mutex<AndroidRevocationList?>(nil)

    /// How soon a failure is followed by another try, at most.
    private static let retry = Duration.seconds(60)

    /// A keeper that has no list yet.
    ///
    /// - Parameters:
    ///   - source: where the list comes from.
    ///   - interval: how often it is fetched; after a failure it is every minute, if that is sooner.
    ///   - clock: by which it waits for the next fetch.
    ///   - now: the time by which lists age.
    ///   - logger: gets a line for every list and every failure, without anything of the list's content.
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

    /// The list as it was last had; nil when it never was.
    package var current: AndroidRevocationList? { list.withLock { $0 } }

    /// Fetches the list now.
    ///
    /// - Returns: whether there was one to be had.
    @discardableResult
    package func refresh() async -> Bool {
        do throws(RevocationListError) {
            let fresh = try await source.read(now())
            list.withLock { $0 = fresh }
            logger.info("revocation list", metadata: ["entries": "\(fresh.count)", "fetched_at": "\(fresh.fetchedAt.ISO8601Format())"])
            return true
        } catch {
            let age = current.map { "\(Int(now().timeIntervalSince($0.fetchedAt))) s old" } ?? "none"
            logger.error("revocation list not refreshed", metadata: ["reason": "\(error)", "list_in_use": "\(age)"])
            return false
        }
    }

    /// Fetches the list again and again until told to stop; at once unless `refresh` has had one.
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
