// SPDX-License-Identifier: EUPL-1.2

/// The lock over the app: it covers the glass at once, and whoever needs an open wallet waits until it is taken away.
final class LockCover: Sendable {
    private struct State: Sendable, Equatable {
        var isUp = false
        /// Above 0 while the wallet is being erased: it locks then, and there is nothing to unlock.
        var withheld = 0
        /// Whether it was to be laid over meanwhile.
        var isWanted = false
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
            guard state.withheld == 0 else {
                state.isWanted = true
                return
            }
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
        var seen = state.value
        while !seen.isUp { seen = try await state.next(otherThan: seen) }
    }

    /// Waits until it is down.
    ///
    /// - Throws: `CancellationError`.
    func lowered() async throws {
        var seen = state.value
        while seen.isUp { seen = try await state.next(otherThan: seen) }
    }

    /// Keeps it down while the wallet is erased. When that fails, and the wallet has locked meanwhile, it comes up.
    ///
    /// - Throws: what the work throws.
    func withheld(during work: () async throws -> Void) async throws {
        state.change { $0.withheld += 1 }
        do {
            try await work()
            state.change { state in
                state.withheld -= 1
                state.isWanted = false
            }
        } catch {
            let isWanted = state.change { state in
                state.withheld -= 1
                defer { state.isWanted = false }
                return state.isWanted
            }
            if isWanted { raise() }
            throw error
        }
    }
}
