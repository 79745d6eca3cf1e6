// SPDX-License-Identifier: EUPL-1.2

/// Sharing data with an organization and logging in at one (UC5.1, UC5.2), which needs an unlocked wallet. There is at most one session.
package protocol UnlockedSharingCalls: Sendable {
    /// Returns the state of the session, with the cards as they are now. Uses no network.
    func sharingState() async throws -> SharingState
    /// Fetches and checks the request of a link (UC5.1/1.1), and finds the cards that answer it.
    func startSharing(_ link: UniversalLink, arrivedBy arrival: SharingArrival) async throws -> SharingState
    /// Checks the PIN and signs what was approved (UC5.1/1.5). Nothing is sent; `valid` means that `sendSharing` can send it.
    func approveSharing(_ approval: SharingApproval, pin: PIN) async throws -> PINCheck
    /// Sends the signed answer (UC5.1/1.7); after that, the same bytes again (1.7b, 14.1a).
    func sendSharing() async throws -> SharingOutcome
    /// Ends the session in any state (UC5.1/2.2, 9.1a, 14.1c). Before an answer was made, a known organization is told that it gets none.
    func stopSharing() async throws -> SharingReturn
}
