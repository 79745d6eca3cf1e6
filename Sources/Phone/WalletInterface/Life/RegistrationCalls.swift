// SPDX-License-Identifier: EUPL-1.2

/// The registration of a wallet by setting up its remote PIN (UC2.1, PF2.9), and its end (UC9.4).
package protocol RegistrationCalls: Sendable {
    /// Returns true if a remote PIN is set up (UC1.2/2.4).
    func hasRemotePIN() async throws -> Bool
    /// Returns the reason that a new PIN is too simple; nil for an acceptable PIN (PF2.9/1.2).
    func policyViolation(of pin: PIN) -> PINPolicyViolation?
    /// Sets up the remote PIN and unlocks the wallet (PF2.9/1.5). Idempotent for the same PIN.
    func register(pin: PIN) async throws
    /// Erases the wallet from the phone (UC9.4/1.1a).
    func wipe() async throws
}
