// SPDX-License-Identifier: EUPL-1.2

/// The cards (UC7.1).
package protocol CardCalls: Sendable {
    /// Observes the visible cards: the present cards, then every change (UC7.1).
    func setCardsStream() async throws -> AsyncStream<Cards>
    /// Returns true if the user has obtained a PID (UC2.3/1.5).
    func hasPID() async throws -> Bool
}

/// The contents of cards (UC7.2) and their events (UC6.2), which need an unlocked wallet.
package protocol UnlockedCardCalls: Sendable {
    /// Returns a card with all its data; nil for an unknown identifier (UC7.2).
    func cardDetails(_ id: CardID) async throws -> CardDetails?
    /// Returns the events of one card or of all cards, newest first (UC6.2).
    func cardEvents(of card: CardID?, before: Int64?, limit: Int) async throws -> CardEvents
}
