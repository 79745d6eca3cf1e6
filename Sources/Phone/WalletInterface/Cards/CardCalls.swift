// SPDX-License-Identifier: EUPL-1.2

/// The cards (UC7.1).
package protocol CardCalls: Sendable {
    /// Observes the visible cards: the present cards, then every change (UC7.1).
    func setCardsStream() async throws -> AsyncStream<Cards>
    /// Returns true if the user has obtained a PID (UC2.3/1.5).
    func hasPID() async throws -> Bool
}

/// The contents of cards (UC7.2) and their deletion (UC7.4), which need an unlocked wallet.
package protocol UnlockedCardCalls: Sendable {
    /// Returns a card with all its data; nil for an unknown identifier (UC7.2).
    func cardDetails(_ id: CardID) async throws -> CardDetails?
    /// Deletes a card for good (UC7.4/1.3), with its copies; its keys are deleted with the next right PIN. Its events stay. The PID is refused,
    /// as is any card unless the right PIN was entered at most 60 seconds ago. An unknown card is no error.
    func deleteCard(_ id: CardID) async throws
}
