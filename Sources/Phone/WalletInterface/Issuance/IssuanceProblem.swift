// SPDX-License-Identifier: EUPL-1.2

/// The reason that an issuance or a PIN recovery failed, as far as the app distinguishes it.
package enum IssuanceProblem: String, Sendable, Hashable, CaseIterable {
    /// The configuration names no issuer of PIDs, or no return link for its login.
    case notConfigured
    /// No session awaits this call: the session ended, never started, or is in a different state.
    case noSession
    /// The returned address belongs to another session or state; the session keeps waiting (T-U2).
    case foreignRedirect
    /// The login failed (UC3.1/1.2b, UC2.3.2/1.3b).
    case loginFailed
    /// The login was stopped, or the login or the session expired; it must start again (UC3.1/1.2c, UC2.3.2/1.3c).
    case loginStopped
    /// A person other than the wallet's holder logged in (UC2.3.2/1.3d).
    case wrongPerson
    /// The response names an issuer that was not asked.
    case wrongIssuer
    /// The issuer refused.
    case refused
    /// The issuer uses a feature that this wallet does not support, or its response is malformed.
    case unfitIssuer
    /// The credential differs from the request or the preview: untrusted, of the wrong type, bound to the wrong key, not valid now, or of a
    /// different person. No part of the credential is stored.
    case unfitCredential
    /// The wallet cannot recover its PIN: it has no PID, or the provider does not have the PID's recovery code.
    case recoveryUnavailable
}
