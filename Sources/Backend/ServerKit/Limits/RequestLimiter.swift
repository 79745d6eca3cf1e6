// SPDX-License-Identifier: EUPL-1.2

package import HTTPTypes
package import NIOCore
import Synchronization

/// A limiter of one process's requests, counted in memory.
///
/// A rejected request takes no token, so further requests do not prolong the wait. Errors contain no address.
package final class RequestLimiter: Sendable {
    private struct Buckets: Sendable {
        var requests: AddressBuckets
        var costly: AddressBuckets
        var costlyInAll: TokenBucket
    }

    private let limits: RequestLimits
    private let clock: @Sendable () -> ContinuousClock.Instant
    private let buckets: Mutex<Buckets>

    /// Creates a limiter without requests.
    ///
    /// - Parameters:
    ///   - maximumAddresses: the number of addresses stored for each of the two limits per address, 2 or more.
    ///   - clock: a monotonic clock; readings of concurrent requests may arrive out of order.
    package init(
        _ limits: RequestLimits, maximumAddresses: Int = 65_536,
        clock: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }
    ) {
        self.limits = limits
        self.clock = clock
        let none = AddressBuckets(maximum: maximumAddresses)
        buckets = Mutex(Buckets(requests: none, costly: none, costlyInAll: TokenBucket(at: clock())))
    }

    /// The number of addresses that the larger of the two limits stores now.
    var count: Int { buckets.withLock { max($0.requests.count, $0.costly.count) } }

    /// Returns the key under which a client's requests are counted.
    package func addressBucket(of socket: SocketAddress?, headers: HTTPFields) -> String {
        limits.trustedProxies.addressBucket(of: socket, headers: headers)
    }

    /// Takes a token for a request of any kind.
    ///
    /// - Throws: `TooManyRequests` if no token is left.
    package func takeRequest(of address: String) throws(TooManyRequests) {
        guard let rate = limits.perAddress else { return }
        let now = clock()
        let wait = buckets.withLock { buckets in
            buckets.requests.take(of: address, at: now, rate)
        }
        if let wait { throw TooManyRequests(retryAfter: wait) }
    }

    /// Takes a token for a costly request from the address's limit and from the limit for all addresses, or from neither.
    ///
    /// - Throws: `TooManyRequests` if either limit has no token.
    package func takeCostly(of address: String) throws(TooManyRequests) {
        let now = clock()
        let wait = buckets.withLock { buckets -> Duration? in
            let all = limits.costlyInAll
            let waitOfAll = all.flatMap { buckets.costlyInAll.wait(at: now, $0) }
            var waits = [waitOfAll]
            if let rate = limits.costlyPerAddress {
                waits.append(buckets.costly.take(of: address, if: waitOfAll == nil, at: now, rate))
            }
            let longest = waits.compactMap(\.self).max()
            if let all, longest == nil { buckets.costlyInAll.take(at: now, all) }
            return longest
        }
        if let wait { throw TooManyRequests(retryAfter: wait) }
    }
}

/// A request above a limit.
package struct TooManyRequests: Error, Sendable, Hashable {
    /// The time, above zero, after which a token is available again unless other clients take it.
    package let retryAfter: Duration

    /// The time in whole seconds, 1 or more, for `Retry-After`.
    package var seconds: Int64 { retryAfter.components.seconds + (retryAfter.components.attoseconds > 0 ? 1 : 0) }
}

extension AddressBuckets {
    /// Takes a token of an address if the address has a token and the condition is true. The address becomes the youngest.
    ///
    /// - Returns: the time to wait for a token; nil if a token was available.
    fileprivate mutating func take(
        of address: String, if isAllowed: Bool = true, at now: ContinuousClock.Instant, _ rate: RequestRate
    ) -> Duration? {
        var bucket = self[address] ?? TokenBucket(at: now)
        let wait = bucket.wait(at: now, rate)
        if wait == nil, isAllowed { bucket.take(at: now, rate) }
        remember(bucket, of: address)
        return wait
    }
}
