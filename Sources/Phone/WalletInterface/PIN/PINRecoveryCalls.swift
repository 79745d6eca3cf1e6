// SPDX-License-Identifier: EUPL-1.2

/// The recovery of a forgotten PIN by a login at the PID's issuer (UC2.3.2).
package protocol PINRecoveryCalls: Sendable {
    /// Returns the state of the PIN recovery (UC2.3.2).
    func pinRecoveryState() async throws -> PINRecoveryState
    /// Starts a recovery: requests a login from the PID's issuer (UC2.3.2/1.2a).
    func startPINRecovery() async throws -> PINRecoveryState
    /// Continues after the login, until the user is identified (UC2.3.2/1.3).
    func continuePINRecovery(_ link: LoginLink) async throws
    /// Continues after an error or a restart.
    func resumePINRecovery() async throws
    /// Ends the recovery in any state (UC2.3.2/5.1b).
    func cancelPINRecovery() async throws
    /// Completes the recovery with the new PIN (PF2.9/1.5).
    func completePINRecovery(new pin: PIN) async throws -> PINRecoveryOutcome
}
