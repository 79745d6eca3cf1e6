// SPDX-License-Identifier: EUPL-1.2

public import OpenID4VP

/// Why a presentation cannot go on. It contains nothing that was received except positions in the query, so it may be logged.
///
/// After `refused`, `sessionOver`, `wrongSession` and `expired` the step is `failed`. After the others the session is unchanged.
@nonexhaustive public enum PresentationFailure: Error, Sendable, Hashable {
    /// A function was called out of order: an error of the caller.
    case outOfOrder
    /// The request breaks a rule.
    case refused(RequestRefusal)
    /// `request_uri` answered 404, 409 or 410.
    case sessionOver
    /// `request_uri` answered 429 or 5xx; it may be fetched again.
    case unavailable(status: Int)
    /// A link for the same device came as a QR code, or the reverse. Nothing was fetched.
    case wrongSession
    /// The copies cannot be presented as chosen: no such query, more copies than it takes, queries that the sets do not combine, another
    /// format or one that the verifier does not support, a claim that is not asked for or not in the copy, claims of several claim sets,
    /// no key of a holder, more than ``PresentationClient/maximumPresentations``, or an answer above `AnswerForm.maximumBytes`. An error
    /// of the caller.
    case unfitChoice
    /// Not one signature for each signing input, by the key of its copy. An error of the caller.
    case unfitSignature
    /// The request has expired, ``WalletSettings/maximumAge`` has passed, or the clock was set back.
    case expired
}
