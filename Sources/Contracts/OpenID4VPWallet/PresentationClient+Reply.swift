// SPDX-License-Identifier: EUPL-1.2

import JSON
import OAuthMessages
public import OpenID4VP

extension PresentationClient {
    /// Processes the reply of `response_uri`, at a step `send` (OpenID4VP §8.2).
    ///
    /// - Parameter answer: the reply, without following redirects.
    /// - Throws: ``PresentationFailure`` with `outOfOrder`.
    public mutating func receiveReply(_ answer: VerifierAnswer) throws(PresentationFailure) {
        guard case .sending(_, let message) = phase else { throw .outOfOrder }
        switch message {
        case .answer: phase = .finished(Self.ending(after: answer, in: session))
        case .decline: phase = .finished(.declined(redirect: Self.redirect(in: answer, session).followed))
        }
    }

    /// The ending that the reply to a sent answer means, for a wallet that kept the answer's bytes and no longer has the session.
    package static func ending(after answer: VerifierAnswer, in session: SessionType) -> Ending {
        switch answer.status {
        case 200...299:
            let redirect = redirect(in: answer, session)
            return .delivered(redirect: redirect.followed, droppedRedirect: redirect.isGiven && redirect.followed == nil)
        // 409: the session has ended, or another answer came before.
        case 404, 409, 410: return .sessionOver
        case let status: return .refusedByVerifier(status: status)
        }
    }

    /// The address of an accepted message: true if the reply has one, and the address if it is followed.
    private static func redirect(in answer: VerifierAnswer, _ session: SessionType) -> (isGiven: Bool, followed: RedirectURI?) {
        guard (200...299).contains(answer.status), let given = redirectURI(in: answer) else { return (false, nil) }
        guard case .string(let text) = given, session == .sameDevice else { return (true, nil) }
        return (true, RedirectURI(text))
    }

    /// The value of `redirect_uri`; nil without one, and for a reply that is not the standard's.
    static func redirectURI(in answer: VerifierAnswer) -> JSONValue? {
        guard answer.mediaType.isExactly("application/json"), answer.body.count <= maximumReplyBytes else { return nil }
        return (try? JSONObject(parsing: answer.body))?["redirect_uri"]
    }

    /// Notes, at a step `send`, that no reply came: an answer may have arrived. An error is not sent again. At other steps without effect.
    public mutating func noteLost() {
        guard case .sending(let request, let message) = phase else { return }
        switch message {
        case .answer: phase = .lost(request)
        case .decline: phase = .finished(.declined(redirect: nil))
        }
    }

    /// Returns from `mayHaveArrived` to `send`, with the same bytes.
    ///
    /// - Throws: ``PresentationFailure`` with `outOfOrder`.
    public mutating func resend() throws(PresentationFailure) {
        guard case .lost(let request) = phase else { throw .outOfOrder }
        phase = .sending(request, .answer)
    }

    /// Ends the session without an answer, at every step before `send` and after a failure. Call it only after an act of the person.
    ///
    /// If there is an error to send, the step is `send`, so that a redirect in the reply can be followed.
    ///
    /// - Returns: the error to send once; its bytes depend on `state` and the code alone. Nil if the verifier is told nothing: it is not
    ///   known, the address is not its own, or the refusal has no code; and without effect once an answer has been made.
    public mutating func decline(_ cause: Decline) -> WalletRequest? {
        let known: ReplyAddress?
        switch phase {
        case .fetching: known = nil
        case .awaitingStatus(let wait): known = Self.address(of: wait.received)
        case .deciding(let received), .signing(let received, _): known = Self.address(of: received)
        case .failed(_, let address?): known = address
        case .failed(_, nil), .sending, .lost, .finished: return nil
        }
        guard let address = known, let code = cause.errorCode else {
            phase = .finished(.declined(redirect: nil))
            return nil
        }
        let request = Self.post(AnswerForm.error(code, state: address.state), to: address.responseURI)
        phase = .sending(request, .decline)
        return request
    }

    private static func address(of received: ReceivedRequest) -> ReplyAddress {
        ReplyAddress(responseURI: received.request.responseURI, state: received.request.state)
    }
}
