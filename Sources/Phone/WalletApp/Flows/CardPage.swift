// SPDX-License-Identifier: EUPL-1.2

import ObservedValues
import WalletInterface

extension FlowContext {
    /// Shows a screen about a card, and redraws it whenever the cards change.
    ///
    /// - Returns: the user's choice; nil when the card no longer exists.
    func show<S: Screen>(_ card: CardID, _ screen: (CardDetails) -> S) async throws -> S.Action? {
        while true {
            let seen: [CardSummary]? = if case .shown(let cards) = supervision.cards.value { cards } else { nil }
            guard let details = try await whenUnlocked({ try await $0.cardDetails(card) }) else { return nil }
            let action = try await ui.show(
                screen(details), orUntil: { [supervision] in _ = try await supervision.cards(otherThan: seen) })
            if let action { return action }
        }
    }
}
