// SPDX-License-Identifier: EUPL-1.2

/// How a presentation ended.
@nonexhaustive public enum Ending: Sendable, Hashable {
    /// The verifier has accepted the answer. `redirect` is where the person goes on; `droppedRedirect` is true if the verifier gave an
    /// address that is not followed.
    case delivered(redirect: RedirectURI?, droppedRedirect: Bool)
    /// Nothing was shared.
    case declined(redirect: RedirectURI?)
    /// The verifier has received the answer and refused it with this status.
    case refusedByVerifier(status: Int)
    /// The verifier has received the answer, and its session was over.
    case sessionOver
    /// The answer was sent, and no reply came. ``PresentationClient/resend()`` sends the same bytes again.
    case mayHaveArrived
}
