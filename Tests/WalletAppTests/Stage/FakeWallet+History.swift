// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

@testable import WalletApp

/// Calls that the core does not have yet. The fake admits and scripts them as others, and then throws as the core does.
extension FakeWallet {
    func noteReport(_ subject: ReportSubject, to contact: EventContact) async throws { throw try await unbuilt(.noteReport) }
    func noteDeletionAsked(of event: Int64, by contact: EventContact) async throws { throw try await unbuilt(.noteDeletionAsked) }
    func deleteEvent(_ number: Int64) async throws { throw try await unbuilt(.deleteEvent) }
    func deleteHistory() async throws { throw try await unbuilt(.deleteHistory) }
    func isHistoryKept() async throws -> Bool { throw try await unbuilt(.isHistoryKept) }
    func keepHistory(_ isKept: Bool) async throws { throw try await unbuilt(.keepHistory) }
    func exportHistory(in language: String) async throws -> [UInt8] { throw try await unbuilt(.exportHistory) }
    func deleteCard(_ id: CardID) async throws { throw try await unbuilt(.deleteCard) }

    /// The error of an admitted call that is not built.
    private func unbuilt(_ call: CoreCall) async throws -> WalletCoreError {
        try await enter(call) { _ in WalletCoreError(.unexpected, "\(call.rawValue) is not built") }
    }
}

extension WalletEvent {
    /// True if the event belongs to the history of a card.
    func isAbout(_ card: CardID?) -> Bool { self.card?.id == card || (sharing?.cards.contains { $0.id == card } ?? false) }
}
