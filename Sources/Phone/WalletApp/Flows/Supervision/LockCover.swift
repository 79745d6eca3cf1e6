// SPDX-License-Identifier: EUPL-1.2

import ObservedValues

/// The lock over the app: it covers the glass at once, and whoever needs an open wallet waits until it is taken away.
final class LockCover: Sendable {
    private struct State: Sendable, Equatable {
        var isUp = false
        /// How often it was laid over the app.
        var raisings = 0
        /// Above 0 while the wallet is being erased or gets another PIN: it may lock then, and there is nothing to unlock.
        var withheld = 0
    }

    private let state = ObservedValue(State())
    private let host: ScreenHost

    init(_ host: ScreenHost) {
        self.host = host
    }

    /// Whether it is up.
    var isUp: Bool { state.value.isUp }

    /// Lays it over the app. When it is up already nothing changes on the glass.
    func raise() {
        state.change { state in
            guard state.withheld == 0 else { return }
            state.isUp = true
            state.raisings += 1
            host.raise(.lock)
        }
    }

    /// Takes it away; what it covered is on the glass again.
    func lower() { state.change(uncover) }

    /// Takes it away once the wallet is open, unless it locks while that is asked.
    ///
    /// - Parameter isOpen: whether the wallet is open.
    /// - Returns: whether it was open.
    /// - Throws: what asking throws; it then stays.
    func lower(ifOpen isOpen: () async throws -> Bool) async throws -> Bool {
        let raisings = state.value.raisings
        guard try await isOpen() else { return false }
        state.change { state in
            if state.raisings == raisings { uncover(&state) }
        }
        return true
    }

    private func uncover(_ state: inout State) {
        state.isUp = false
        host.lower(.lock)
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

    /// Does something on the lock layer between an unlock and what was suspended, and gives it up when the wallet locks meanwhile: then the
    /// lock is there again at once.
    ///
    /// - Parameter isOpen: whether the wallet is open. A lock from before the unlock may be told late, and is none.
    /// - Throws: what the work throws; `CancellationError`.
    func whileOpen(_ isOpen: @escaping @Sendable () async throws -> Bool, _ work: @escaping @Sendable () async throws -> Void) async throws
    {
        let before = state.value
        // It may have locked before that.
        guard try await isOpen() else { return }
        try await withThrowingTaskGroup { group in
            group.addTask { try await work() }
            group.addTask { [state] in
                var seen = before
                repeat {
                    let last = seen
                    while seen.raisings == last.raisings { seen = try await state.next(otherThan: seen) }
                } while try await isOpen()
            }
            defer { group.cancelAll() }
            try await group.next()
        }
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
