// SPDX-License-Identifier: EUPL-1.2

import ObservedValues
import WalletInterface

/// UC7.4 Delete a card. The caller continues afterwards where it was, unless the card was deleted.
struct DeleteCard {
    private let context: FlowContext
    private let trace: FlowTrace

    init(_ context: FlowContext) {
        self.context = context
        trace = context.trace(of: "UC7.4")
    }

    /// Asks whether to delete a card, and for the PIN. Returns if the card is still there, or has disappeared by itself.
    ///
    /// - Throws: `GoTo` UC7.1 when the card was deleted; `GoTo` UC1.2 when the user restarts the app.
    func run(_ card: CardID) async throws {
        switch try await context.show(card, { DeleteCardQuestion(card: $0.summary) }) {
        case .delete:
            guard case .done(let deleted?) = try await confirmed(card) else { return }
            context.supervision.forget(card)
            try await tell(deleted)
        case .cancel, nil: return
        }
    }

    /// Step 1.2, and the deletion.
    ///
    /// - Returns: the deleted card; nil if it was gone before.
    private func confirmed(_ card: CardID) async throws -> ConfirmedCall.Ending<CardSummary?> {
        try await ConfirmedCall(context, at: "1.2", trace).run { wallet in
            guard let details = try await wallet.cardDetails(card) else { return nil }
            try await wallet.deleteCard(card)
            return details.summary
        }
    }

    /// Step 1.3.
    private func tell(_ card: CardSummary) async throws -> Never {
        while true {
            switch try await context.ui.show(CardDeleted(card: card)) {
            case .overview, .close: throw GoTo(.showAllCards)
            case .help: try await context.showHelp(on: "UC7.4")
            }
        }
    }
}

extension Supervision {
    /// Takes a deleted card out of the cards, so that no screen shows it until the core publishes the others.
    fileprivate func forget(_ card: CardID) {
        cards.change { cards in
            if case .shown(let shown) = cards { cards = .shown(shown.filter { $0.id != card }) }
        }
    }
}
