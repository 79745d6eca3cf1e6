// SPDX-License-Identifier: EUPL-1.2

import Foundation
import KillLink
import Synchronization

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Records the points that the provider's work passes, and kills the process at the chosen one.
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

    /// The points passed since the trap was armed.
    var points: [String] { state.withLock { $0.points } }

    func arm(_ place: Fault.Place?) { state.withLock { $0 = State(isArmed: true, place: place) } }

    /// Passes a point; kills the process if it is the chosen one.
    func pass(_ point: String) {
        if springs(at: point) { die(at: point) }
    }

    /// Returns true if the point is the chosen one; the caller then calls `die`.
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

    /// Passes a point before and after an act.
    func around<Value, Failure: Error>(_ act: String, _ body: () async throws(Failure) -> Value) async throws(Failure) -> Value {
        pass("before \(act)")
        let value = try await body()
        pass("after \(act)")
        return value
    }
}
