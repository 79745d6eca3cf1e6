// SPDX-License-Identifier: EUPL-1.2

package import Foundation
import Synchronization

/// Counts in the memory of this process: for a portal without replicas.
///
/// What is remembered are the tries that were granted within the window, each with its address. There are never more of them than the limit in
/// all, so memory is bounded however many addresses come, and nothing has to be thrown out to make room: an address' tries are forgotten when
/// they leave the window and for no other reason. A refused try leaves no trace.
package final class InMemoryTryLimiter: TryLimiter {
    private let limits: TryLimits
    private let window = Mutex(TryWindow())

    /// A limiter that has seen no tries.
    package init(_ limits: TryLimits = .standard) {
        self.limits = limits
    }

    /// Takes one try, if there is one left. Never throws.
    package func take(_ address: String, now: Date) async -> Allowance {
        window.withLock { $0.take(address, now: now, limits: limits) }
    }

    /// How many tries are remembered.
    var count: Int { window.withLock { $0.count } }
}

/// The tries that were granted within the window.
struct TryWindow: Sendable {
    private struct Try: Sendable {
        var instant: Date
        let address: String
    }

    /// Oldest first.
    private var tries: [Try] = []
    /// The same by address, oldest first.
    private var instants: [String: [Date]] = [:]

    /// How many tries are remembered.
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

    /// A try from what is now the future counts as made now: it is neither forgotten nor kept for longer than a window.
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
