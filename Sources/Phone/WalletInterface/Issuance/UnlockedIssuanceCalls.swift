// SPDX-License-Identifier: EUPL-1.2

/// The issuance of the PID (UC3.1), which needs an unlocked wallet.
package protocol UnlockedIssuanceCalls: Sendable {
    /// Returns the state of the PID issuance (UC3.1).
    func issuanceState() async throws -> IssuanceState
    /// Starts the issuance: requests a login from the issuer (UC3.1/1.1a).
    func startIssuance() async throws -> IssuanceState
    /// Takes the link that returned from the login (UC3.1/1.2a).
    func returnFromLogin(_ link: LoginLink) async throws
    /// Continues after the login, an error or a restart (UC3.1/1.3).
    func resumeIssuance() async throws -> IssuancePreview
    /// Accepts the preview (UC3.1/1.6). Idempotent for the same PIN after an error that keeps the session.
    func acceptIssuance(pin: PIN) async throws -> IssuanceOutcome
    /// Ends the session in any state (UC3.1/4.1b, 5.1a).
    func cancelIssuance() async throws
}
