// SPDX-License-Identifier: EUPL-1.2

/// The history (UC6.1–UC6.3), which needs an unlocked wallet.
package protocol UnlockedHistoryCalls: Sendable {
    /// Returns the events of one card and of those that it replaced, or of the whole wallet, newest first (UC6.1, UC6.2).
    func events(of card: CardID?, before: Int64?, limit: Int) async throws -> WalletEvents
    /// Returns one event; nil if there is none, or if it cannot be read (UC6.3).
    func event(_ number: Int64) async throws -> WalletEvent?
    /// Records that a report was begun (UC5.1/8.2b, UC6.3/4.2b, UC7.2/5).
    func noteReport(_ subject: ReportSubject, to contact: EventContact) async throws
    /// Records that the person asks the organization of an event to delete data (UC6.3/7.1a).
    func noteDeletionAsked(of event: Int64, by contact: EventContact) async throws
    /// Deletes one event for good, also one that can no longer be read; one that tells of the history itself is left. The event of an answer
    /// that is not settled is refused.
    func deleteEvent(_ number: Int64) async throws
    /// Deletes all events for good, but not that of an answer that is not settled. Needs the right PIN, entered at most 60 seconds ago.
    func deleteHistory() async throws
    /// Returns true if new events are kept, as in a new wallet.
    func isHistoryKept() async throws -> Bool
    /// Switches the keeping of new events on or off. Events that exist stay, also that of an answer that is not settled. Off needs the right
    /// PIN, entered at most 60 seconds ago.
    func keepHistory(_ isKept: Bool) async throws
    /// Returns all events as a file: JSON (RFC 8259) in UTF-8, with names in a language (BCP 47) and no values; `text` returns an event in that
    /// language, for the person who reads the file. Needs the right PIN, entered at most 60 seconds ago.
    func exportHistory(in language: String, text: @escaping @Sendable (WalletEvent) -> String) async throws -> [UInt8]
}
