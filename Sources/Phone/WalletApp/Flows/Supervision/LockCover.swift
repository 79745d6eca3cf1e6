// SPDX-License-Identifier: EUPL-1.2

import ObservedValues

/// The lock over the app. It covers the glass at once; calls that need an unlocked wallet wait until it is lowered.
final class LockCover: Sendable {
    private struct State: Sendable, Equatable {
        var isUp = false
        /// The number of times it was raised.
        var raisings = 0
        /// Above 0 during a wipe or a PIN recovery: the wallet may lock then, but there is nothing to unlock.
        var withheld = 0
    }

    private let state = ObservedValue(State())
    private let host: ScreenHost

    init(_ host: ScreenHost) {
        self.host = host
    }

    var isUp: Bool { state.value.isUp }

    /// The number of times it was raised. While it is up, each report of a lock counts.
    var raisings: Int { state.value.raisings }

    /// True during a wipe or a PIN recovery.
    var isWithheld: Bool { state.value.withheld > 0 }

    /// Raises the cover. If it is raised already, the glass does not change.
    func raise() {
        state.change { state in
            guard state.withheld == 0 else { return }
            state.isUp = true
            state.raisings += 1
            host.raise(.lock)
        }
    }

    /// Lowers the cover; the covered screens are on the glass again.
    func lower() { state.change(uncover) }

    /// Lowers the cover if the wallet is unlocked, unless it locks during the call.
    ///
    /// - Parameter isOpen: returns true if the wallet is unlocked.
    /// - Returns: true if the wallet was unlocked.
    /// - Throws: the error of `isOpen`; the cover then stays.
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

    /// Waits until the cover is raised, even if it is lowered again at once.
    ///
    /// - Throws: `CancellationError`.
    func raised() async throws {
        try Task.checkCancellation()
        let first = state.value
        var seen = first
        while !seen.isUp, seen.raisings == first.raisings { seen = try await state.next(otherThan: seen) }
    }

    /// Waits until the cover is lowered.
    ///
    /// - Throws: `CancellationError`.
    func lowered() async throws {
        try Task.checkCancellation()
        var seen = state.value
        while seen.isUp { seen = try await state.next(otherThan: seen) }
    }

    /// Runs work on the lock layer between an unlock and the suspended flow, and cancels it if the wallet locks: the lock then returns at
    /// once.
    ///
    /// - Parameter isOpen: returns true if the wallet is unlocked. The check discards late reports of a lock that preceded the unlock.
    /// - Throws: the error of the work; `CancellationError`.
    func whileOpen(_ isOpen: @escaping @Sendable () async throws -> Bool, _ work: @escaping @Sendable () async throws -> Void) async throws
    {
        let before = state.value
        // The wallet may have locked before.
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

    /// Keeps the cover down during a wipe or a PIN recovery, when an unlock is impossible.
    ///
    /// - Throws: the error of the work.
    func withheld<Value>(during work: () async throws -> Value) async throws -> Value {
        state.change { $0.withheld += 1 }
        defer { state.change { $0.withheld -= 1 } }
        return try await work()
    }
}
