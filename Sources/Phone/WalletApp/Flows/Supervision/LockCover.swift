// SPDX-License-Identifier: EUPL-1.2

/// The lock over the app: it covers the glass at once, and whoever needs an open wallet waits until it is taken away.
final class LockCover: Sendable {
    private struct State: Sendable, Equatable {
        var isUp = false
        /// Above 0 while the wallet is being erased or gets another PIN: it may lock then, and there is nothing to unlock.
        var withheld = 0
    }

    private let state = Watched(State())
    private let host: ScreenHost

    init(_ host: ScreenHost) {
        self.host = host
    }

    /// Whether it is up.
    var isUp: Bool { state.value.isUp }

    /// Lays it over the app. When it is up already nothing changes.
    func raise() {
        state.change { state in
            guard state.withheld == 0 else { return }
            state.isUp = true
            host.raise(.lock)
        }
    }

    /// Takes it away; what it covered is on the glass again.
    func lower() {
        state.change { state in
            state.isUp = false
            host.lower(.lock)
        }
    }

    /// Waits until it is up.
    ///
    /// - Throws: `CancellationError`.
    func raised() async throws {
        try Task.checkCancellation()
        var seen = state.value
        while !seen.isUp { seen = try await state.next(otherThan: seen) }
    }

    /// Waits until it is down.
    ///
    /// - Throws: `CancellationError`.
    func lowered() async throws {
        try Task.checkCancellation()
        var seen = state.value
        while seen.isUp { seen = try await state.next(otherThan: seen) }
    }

    /// Keeps it down while the wallet is erased, when there is nothing to unlock any more, or gets another PIN, when nobody can.
    ///
    /// - Throws: what the work throws.
    func withheld<Value>(during work: () async throws -> Value) async throws -> Value {
        state.change { $0.withheld += 1 }
        defer { state.change { $0.withheld -= 1 } }
        return try await work()
    }
}
