// SPDX-License-Identifier: EUPL-1.2

import Foundation
import KillLink
import Synchronization

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Lists the points that the provider's work passes, and dies at the one.
final class ProviderTrap: Sendable {
    private struct State {
        var isArmed = false
        var place: Fault.Place?
        var points: [String] = []
        var occurrences: [String: Int] = [:]
    }

    private let link: FrameChannel
    private let state = Mutex(State())

    init(_ link: FrameChannel) { self.link = link }

    /// The points passed since it was armed.
    var points: [String] { state.withLock { $0.points } }

    func arm(_ place: Fault.Place?) { state.withLock { $0 = State(isArmed: true, place: place) } }

    /// A point is passed; the process dies here when it is the place.
    func pass(_ point: String) {
        if springs(at: point) { die(at: point) }
    }

    /// Whether a point that is passed now is the place. Then the caller has to `die`.
    func springs(at point: String) -> Bool {
        state.withLock { state in
            guard state.isArmed else { return false }
            state.points.append(point)
            state.occurrences[point, default: 0] += 1
            guard case .point(let name, let occurrence)? = state.place else { return false }
            return name == point && occurrence == state.occurrences[point]
        }
    }

    func die(at point: String) -> Never {
        try? link.send(ProviderSaid.sprung(point))
        _ = kill(getpid(), SIGKILL)
        while true { _ = pause() }
    }

    /// Both sides of an act.
    func around<Value, Failure: Error>(_ act: String, _ body: () async throws(Failure) -> Value) async throws(Failure) -> Value {
        pass("before \(act)")
        let value = try await body()
        pass("after \(act)")
        return value
    }
}
