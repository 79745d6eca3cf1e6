// SPDX-License-Identifier: EUPL-1.2

import Synchronization

/// The shared connection state of a pool's threads: the number of open connections, and the last failure to connect.
final class ConnectionGate: Sendable {
    private struct State {
        var open = 0
        var failure: (failure: PostgresFailure, at: ContinuousClock.Instant)?
    }

    private let pause: Duration
    private let state = Mutex(State())

    init(pause: Duration) { self.pause = pause }

    /// True if any thread has a connection.
    var hasConnections: Bool { state.withLock { $0.open > 0 } }

    /// - Throws: the last failure, as long as the pause after it lasts.
    func enter() throws(PostgresFailure) {
        let failure = state.withLock { state in
            state.failure.flatMap { $0.at.duration(to: .now) < pause ? $0.failure : nil }
        }
        if let failure { throw failure }
    }

    func opened() {
        state.withLock { state in
            state.open += 1
            state.failure = nil
        }
    }

    func closed() { state.withLock { $0.open -= 1 } }

    func failed(_ failure: PostgresFailure) { state.withLock { $0.failure = (failure, .now) } }
}
