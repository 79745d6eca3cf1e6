// SPDX-License-Identifier: EUPL-1.2

/// Why cards are not obtained, or a PIN not recovered, in the terms that the app distinguishes.
package enum IssuanceProblem: String, Sendable, Hashable, CaseIterable {
    /// The configuration names no issuer of PIDs, or no way back from its login.
    case notConfigured
    /// There is no session that awaits this: it ended, was never begun, or is at another point.
    case noSession
    /// The address that came back is not this session's, or not for it now; the session waits on (T-U2).
    case foreignRedirect
    /// The person was not logged in (UC3.1/1.2b, UC2.3.2/1.3b).
    case loginFailed
    /// The login was stopped, or its time or the session's is over; it is to be begun again (UC3.1/1.2c, UC2.3.2/1.3c).
    case loginStopped
    /// The person who logged in is not the one whose wallet this is (UC2.3.2/1.3d).
    case wrongPerson
    /// Somebody says to be another issuer than the one that was asked.
    case wrongIssuer
    /// The issuer says no.
    case refused
    /// The issuer does something that this wallet does not, or answers what cannot be understood.
    case unfitIssuer
    /// What was issued is not what was asked for or shown: untrusted, of another type, bound to another key, not valid now, or of another
    /// person. Nothing of it is kept.
    case unfitCredential
    /// The wallet cannot recover its PIN: it has no PID, or none whose recovery code the provider knows.
    case recoveryUnavailable
}
