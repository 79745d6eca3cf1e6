// SPDX-License-Identifier: EUPL-1.2

/// Links from other apps (PF2.7). The newest one waits until a use case takes it.
package protocol LinkCalls: Sendable {
    /// Receives a link from the operating system, which is then the only pending link (PF2.7).
    func receive(link text: String) async throws -> LinkReception
    /// Returns the pending link (PF2.7/1.1); nil if there is none.
    func pendingLink() async throws -> PendingLink?
    /// Discards the link of this ticket; does nothing if another link has replaced it.
    func discardPendingLink(_ ticket: PendingLink.Ticket) async throws
    /// Decides on the pending link, and takes it unless it waits for the unlock (PF2.7/1.2).
    func takePendingLink(_ ticket: PendingLink.Ticket) async throws -> LinkDecision
    /// Records that the user has seen that a link has expired.
    func confirmExpiredLinkShown() async throws
}

/// The calls about links that need an unlocked wallet.
package protocol UnlockedLinkCalls: Sendable {
    /// Returns true if a link has expired before the unlock and the user does not know it yet.
    func hasExpiredLink() async throws -> Bool
}
