// SPDX-License-Identifier: EUPL-1.2

public import OpenID4VP

/// Why a wallet does not answer. All causes but a refusal are one and the same for the verifier (ARF RPA_11).
@nonexhaustive public enum Decline: Sendable, Hashable {
    /// The person stopped.
    case stopped
    /// The wallet does not hold what is asked.
    case missing
    /// The PIN was not given.
    case notAuthenticated
    /// The wallet is blocked, revoked or emptied.
    case blocked
    /// The request breaks a rule.
    case refused(RequestRefusal)

    /// The code for the verifier; nil if it is told nothing.
    var errorCode: AuthorizationErrorCode? {
        switch self {
        case .stopped, .missing, .notAuthenticated, .blocked: .accessDenied
        case .refused(let refusal): refusal.isPosted ? refusal.errorCode : nil
        }
    }
}
