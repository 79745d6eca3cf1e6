// SPDX-License-Identifier: EUPL-1.2

import WalletCore
import WalletInterface

/// The history: one event is deleted, it is switched off and on, and all events are deleted. At every moment the events tell what is so.
struct HistoryFlow: Flow {
    let name = "history"

    /// The number of the event that is deleted alone.
    private static let event: Int64 = 2

    func prepare(_ user: User) async throws {
        try await user.obtainCard()
        // Two events more.
        let core = try await user.core()
        guard try await core.enableBiometricUnlock(prompt: .harness) == .proven, try await core.confirmBiometricUnlock() else {
            throw Stuck("no face opens the wallet")
        }
        try await core.disableBiometricUnlock()
        guard try await core.event(Self.event)?.kind == .biometricsOn else { throw Stuck("the events are others") }
    }

    func run(_ user: User) async throws { try await change(user) }

    func finish(_ user: User) async throws {
        try await check(user)
        // Whatever has been done before can be done again.
        try await change(user)
        try await check(user)
        guard try await user.core().events().map(\.kind) == [.historyErased] else { throw Stuck("events are left") }
        guard try await user.core().isHistoryKept() else { throw Stuck("the history is off") }
    }

    private func change(_ user: User) async throws {
        let core = try await user.opened()
        try await core.deleteEvent(Self.event)
        try await core.keepHistory(true)
        try await user.enterRightPIN()
        try await core.keepHistory(false)
        try await check(user)
        try await core.keepHistory(true)
        try await user.enterRightPIN()
        try await core.deleteHistory()
    }

    /// Checks that the switch is as the last event of it tells, and that all events are there before the one that tells of their deletion.
    private func check(_ user: User) async throws {
        let core = try await user.opened()
        let events = try await core.events()
        let kinds = events.map(\.kind)
        guard events.unreadableCount == 0 else { throw Stuck("\(events.unreadableCount) events cannot be read") }
        let told = kinds.first { $0 == .historyOff || $0 == .historyOn }
        guard try await core.isHistoryKept() == (told != .historyOff) else { throw Stuck("the switch is not as \(kinds) tell") }
        let first: WalletEvent.Kind = kinds.contains(.historyErased) ? .historyErased : .issued
        guard kinds.last == first else { throw Stuck("the events begin with \(kinds)") }
        let isDeleted = try await core.event(Self.event) == nil
        guard isDeleted || kinds.contains(.biometricsOn) else { throw Stuck("an event is there in part") }
        guard try await core.hasPID() else { throw Stuck("the card is lost") }
    }
}
