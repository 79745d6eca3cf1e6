// SPDX-License-Identifier: EUPL-1.2

/// Sharing data with an organization and logging in at one (UC5.1, UC5.2), which needs an unlocked wallet. There is at most one session.
package protocol UnlockedSharingCalls: Sendable {
    /// Returns the state of the session, with the cards as they are now. Uses no network.
    func sharingState() async throws -> SharingState
    /// Fetches and checks the request of a link (UC5.1/1.1), and finds the cards that answer it.
    func startSharing(_ link: UniversalLink, arrivedBy arrival: SharingArrival) async throws -> SharingState
    /// Signs what was approved and sends it (UC5.1/1.5, 1.7).
    func approveSharing(_ approval: SharingApproval, pin: PIN) async throws -> SharingOutcome
    /// Sends the same answer again (UC5.1/14.1a, 1.7b).
    func resendSharing() async throws -> SharingOutcome
    /// Ends the session in any state (UC5.1/2.2, 9.1a, 14.1c). Before an answer was made, a known organization is told that it gets none.
    func stopSharing() async throws -> SharingReturn
}
