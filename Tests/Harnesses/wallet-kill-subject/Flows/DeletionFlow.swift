// SPDX-License-Identifier: EUPL-1.2

import KillLink
import WalletCore
import WalletInterface

/// UC7.4: a card beside the PID is deleted, and the next right PIN deletes its keys at the provider. At every moment the card is whole, or gone
/// with its event. The harness has put the card into the store.
struct DeletionFlow: Flow {
    let name = "deletion"

    func prepare(_ user: User) async throws { try await user.obtainCard() }

    func run(_ user: User) async throws {
        let core = try await user.opened()
        guard let card = try await user.secondCard() else { throw Stuck("there is no second card") }
        try await core.deleteCard(card.id)
        try await user.enterRightPIN()
    }

    func finish(_ user: User) async throws {
        try await user.checkSecondCard()
        let wasDeleted = user.assignment.killedAt.map { $0.hasPrefix("after write") && $0.contains("-card_entry") } ?? false
        if wasDeleted, try await user.secondCard() != nil { throw Stuck("a card that was deleted is there") }
        if let card = try await user.secondCard() {
            try await user.enterRightPIN()
            try await user.core().deleteCard(card.id)
        }
        guard try await user.secondCard() == nil else { throw Stuck("a card cannot be deleted") }
        try await user.checkSecondCard()
        // The keys go with the next right PIN; the harness looks for them.
        try await user.enterRightPIN()
        guard try await user.core().hasPID() else { throw Stuck("the PID is lost") }
    }
}

extension User {
    /// Locks the wallet and opens it with the right PIN, which then serves one call.
    func enterRightPIN() async throws {
        try await core().lock()
        _ = try await opened()
    }

    /// The card beside the PID; nil if the wallet shows none.
    fileprivate func secondCard() async throws -> CardSummary? {
        let core = try await opened()
        var shown: [CardSummary] = []
        for await cards in try await core.setCardsStream() {
            if case .shown(let summaries) = cards { shown = summaries }
            break
        }
        await core.clearCardsStream()
        return shown.first { !$0.isPID }
    }

    /// Checks that the second card is whole, or gone with its event.
    fileprivate func checkSecondCard() async throws {
        let core = try await opened()
        let events = try await core.events()
        let kinds = events.map(\.kind)
        let isTold = kinds == [.deleted, .issued, .issued]
        guard isTold || kinds == [.issued, .issued], events.unreadableCount == 0 else { throw Stuck("the events are \(kinds)") }
        guard let card = try await secondCard() else {
            guard isTold else { throw Stuck("a card is gone without its event") }
            return
        }
        guard !isTold else { throw Stuck("a card is there, and an event tells that it was deleted") }
        guard let details = try await core.cardDetails(card.id), details.summary.status != .corrupted, !details.claims.isEmpty else {
            throw Stuck("a card is there in part")
        }
    }
}
