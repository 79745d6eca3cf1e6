// SPDX-License-Identifier: EUPL-1.2

package import Foundation
import Synchronization

/// A limiter that counts in memory, for a portal without replicas.
///
/// It stores the tries granted within the window, each with its address. Their number never exceeds the total limit, so memory is bounded
/// for any number of addresses. A try is removed only when it leaves the window. A rejected try is not stored.
package final class InMemoryTryLimiter: TryLimiter {
    private let limits: TryLimits
    private let window = Mutex(TryWindow())

    /// Creates a limiter without tries.
    package init(_ limits: TryLimits = .standard) {
        self.limits = limits
    }

    /// Takes a try if the address has any left. Never throws.
    package func take(_ address: String, now: Date) async -> Allowance {
        window.withLock { $0.take(address, now: now, limits: limits) }
    }

    /// The number of stored tries.
    var count: Int { window.withLock { $0.count } }
}

/// The tries granted within the window.
struct TryWindow: Sendable {
    private struct Try: Sendable {
        var instant: Date
        let address: String
    }

    /// Oldest first.
    private var tries: [Try] = []
    /// The times of the same tries by address, oldest first.
    private var instants: [String: [Date]] = [:]

    /// The number of stored tries.
    var count: Int { tries.count }

    mutating func take(_ address: String, now: Date, limits: TryLimits) -> Allowance {
        let length = limits.window / .seconds(1)
        followClock(setBackTo: now)
        forget(until: now - length)
        let own = instants[address] ?? []
        var blocking: [Date] = []
        if own.count >= limits.perAddress, let oldest = own.first { blocking.append(oldest) }
        if tries.count >= limits.inAll, let oldest = tries.first { blocking.append(oldest.instant) }
        if let last = blocking.max() {
            return .refused(retryAfter: .milliseconds(Int64(((last.timeIntervalSince(now) + length) * 1000).rounded(.up))))
        }
        tries.append(Try(instant: now, address: address))
        instants[address, default: []].append(now)
        return .allowed
    }

    /// After the clock was set back, a try from the future counts as made now, so that it expires after one window.
    private mutating func followClock(setBackTo now: Date) {
        guard let newest = tries.last, newest.instant > now else { return }
        for index in tries.indices { tries[index].instant = min(tries[index].instant, now) }
        instants = instants.mapValues { $0.map { min($0, now) } }
    }

    private mutating func forget(until end: Date) {
        let kept = tries.firstIndex { $0.instant > end } ?? tries.endIndex
        for old in tries[..<kept] {
            instants[old.address]?.removeFirst()
            if instants[old.address]?.isEmpty == true { instants[old.address] = nil }
        }
        tries.removeFirst(kept)
    }
}
