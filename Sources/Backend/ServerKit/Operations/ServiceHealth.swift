// SPDX-License-Identifier: EUPL-1.2

import Synchronization

/// Whether a server may be sent requests: it has started, is not about to stop, and the parts behind it answer.
///
/// - SeeAlso: threat list, F-S1 and F-S16.
package final class ServiceHealth: Sendable {
    private struct State: Sendable {
        var hasStarted = false
        var isDraining = false
        var parts: [(name: String, isUp: Bool, at: ContinuousClock.Instant?)]
    }

    private let state: Mutex<State>
    private let maximumAge: Duration
    private let clock: @Sendable () -> ContinuousClock.Instant

    /// The health of a server that has not started, and whose parts nobody has looked at.
    ///
    /// - Parameters:
    ///   - parts: their names, such as `database`.
    ///   - maximumAge: a part that nothing was heard of for so long counts as down: the check itself hangs.
    package init(
        parts: [String], maximumAge: Duration = .seconds(5), clock: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        state = Mutex(State(parts: parts.map { ($0, false, nil) }))
        self.maximumAge = maximumAge
        self.clock = clock
    }

    /// The server listens.
    package func markStarted() { state.withLock { $0.hasStarted = true } }

    /// The server is about to stop: whoever distributes requests should look for another one.
    package func beginDraining() { state.withLock { $0.isDraining = true } }

    /// A part answered, or it did not.
    package func note(_ part: String, isUp: Bool) {
        let now = clock()
        state.withLock { state in
            for index in state.parts.indices where state.parts[index].name == part {
                state.parts[index].isUp = isUp
                state.parts[index].at = now
            }
        }
    }

    /// Whether the server listens or has listened.
    package var hasStarted: Bool { state.withLock { $0.hasStarted } }

    /// Whether it is about to stop.
    package var isDraining: Bool { state.withLock { $0.isDraining } }

    /// Whether requests are welcome.
    package var isReady: Bool { hasStarted && !isDraining && parts.allSatisfy(\.isUp) }

    /// Each part, in the order of the initialiser, and whether it answered lately.
    package var parts: [(name: String, isUp: Bool)] {
        let now = clock()
        return state.withLock { state in
            state.parts.map { part in (part.name, part.isUp && part.at.map { now - $0 <= maximumAge } ?? false) }
        }
    }
}
