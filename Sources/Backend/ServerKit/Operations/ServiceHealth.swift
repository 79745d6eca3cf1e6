// SPDX-License-Identifier: EUPL-1.2

import Synchronization

/// The health of a server. The server is ready if it has started, is not shutting down, and all parts that it depends on answer.
///
/// - SeeAlso: threats-and-faults.md, F-S1 and F-S16.
package final class ServiceHealth: Sendable {
    private struct State: Sendable {
        var hasStarted = false
        var isDraining = false
        var parts: [(name: String, isUp: Bool, at: ContinuousClock.Instant?)]
    }

    private let state: Mutex<State>
    private let maximumAge: Duration
    private let clock: @Sendable () -> ContinuousClock.Instant

    /// Creates the health of a server that has not started and whose parts have not been checked.
    ///
    /// - Parameters:
    ///   - parts: the names of the parts, such as `database`.
    ///   - maximumAge: the age after which a part's last result counts as down, because the check itself hangs.
    package init(parts: [String], maximumAge: Duration, clock: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
        state = Mutex(State(parts: parts.map { ($0, false, nil) }))
        self.maximumAge = maximumAge
        self.clock = clock
    }

    /// Notes that the server listens.
    package func markStarted() { state.withLock { $0.hasStarted = true } }

    /// Notes that the server is shutting down, so that load balancers stop sending requests to it.
    package func beginDraining() { state.withLock { $0.isDraining = true } }

    /// Notes the result of a part's check.
    package func note(_ part: String, isUp: Bool) {
        let now = clock()
        state.withLock { state in
            for index in state.parts.indices where state.parts[index].name == part {
                state.parts[index].isUp = isUp
                state.parts[index].at = now
            }
        }
    }

    /// True once the server has listened.
    package var hasStarted: Bool { state.withLock { $0.hasStarted } }

    /// True if the server is shutting down.
    package var isDraining: Bool { state.withLock { $0.isDraining } }

    /// True if the server accepts requests.
    package var isReady: Bool { hasStarted && !isDraining && parts.allSatisfy(\.isUp) }

    /// The parts in the initializer's order; `isUp` is true for a part with a recent successful check.
    package var parts: [(name: String, isUp: Bool)] {
        let now = clock()
        return state.withLock { state in
            state.parts.map { part in (part.name, part.isUp && part.at.map { now - $0 <= maximumAge } ?? false) }
        }
    }
}
