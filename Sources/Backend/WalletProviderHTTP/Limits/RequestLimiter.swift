// SPDX-License-Identifier: EUPL-1.2

import HTTPTypes
import NIOCore
import ServerKit
import Synchronization

/// Counts the requests that one process answers, in its memory.
///
/// A refused request takes nothing, so asking on does not prolong the wait. No address is in anything that it gives back.
package final class RequestLimiter: Sendable {
    private struct Buckets: Sendable {
        var requests: AddressBuckets
        var registrations: AddressBuckets
        var registrationsInAll: TokenBucket
    }

    private let limits: RequestLimits
    private let clock: @Sendable () -> ContinuousClock.Instant
    private let buckets: Mutex<Buckets>

    /// A limiter that has seen no requests.
    ///
    /// - Parameters:
    ///   - maximumAddresses: how many addresses are remembered for each of the two limits of an address, 2 or more.
    ///   - clock: never goes back; readings of parallel requests may arrive in another order.
    package init(
        _ limits: RequestLimits, maximumAddresses: Int = 65_536,
        clock: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }
    ) {
        self.limits = limits
        self.clock = clock
        let none = AddressBuckets(maximum: maximumAddresses)
        buckets = Mutex(Buckets(requests: none, registrations: none, registrationsInAll: TokenBucket(at: clock())))
    }

    /// The most addresses that one limit remembers now.
    var count: Int { buckets.withLock { max($0.requests.count, $0.registrations.count) } }

    /// By what a client's requests are counted.
    func addressBucket(of socket: SocketAddress?, headers: HTTPFields) -> String {
        limits.trustedProxies.addressBucket(of: socket, headers: headers)
    }

    /// Takes one of an address' requests of any kind.
    ///
    /// - Throws: `TooManyRequests` when there is none.
    func takeRequest(of address: String) throws(TooManyRequests) {
        guard let rate = limits.perAddress else { return }
        let now = clock()
        let wait = buckets.withLock { buckets in
            buckets.requests.take(of: address, at: now, rate)
        }
        if let wait { throw TooManyRequests(retryAfter: wait) }
    }

    /// Takes one request to register, of the address' and of those in all; when one of the two has none, from neither.
    ///
    /// - Throws: `TooManyRequests` when there is none.
    func takeRegistration(of address: String) throws(TooManyRequests) {
        let now = clock()
        let wait = buckets.withLock { buckets -> Duration? in
            let all = limits.registrationInAll
            let waitOfAll = all.flatMap { buckets.registrationsInAll.wait(at: now, $0) }
            var waits = [waitOfAll]
            if let rate = limits.registrationPerAddress {
                waits.append(buckets.registrations.take(of: address, if: waitOfAll == nil, at: now, rate))
            }
            let longest = waits.compactMap(\.self).max()
            if let all, longest == nil { buckets.registrationsInAll.take(at: now, all) }
            return longest
        }
        if let wait { throw TooManyRequests(retryAfter: wait) }
    }
}

/// A request above a limit.
struct TooManyRequests: Error, Sendable, Hashable {
    /// After this time, above zero, there is a request again unless others take it.
    let retryAfter: Duration

    /// The same in whole seconds, 1 or more, as `Retry-After` has it.
    var seconds: Int64 { retryAfter.components.seconds + (retryAfter.components.attoseconds > 0 ? 1 : 0) }
}

extension AddressBuckets {
    /// Takes a token of an address, if it has one and the condition holds; the address is the youngest from now on.
    ///
    /// - Returns: how long to wait for a token; nil when there was one.
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
