// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import OAuthMessages
import OpenID4VP
import OpenID4VPVerifier

extension VerifierDesk {
    /// Takes an answer. The same bytes get the same reply again, also after a restart; of different answers one is accepted.
    ///
    /// Anyone who knows the address can send garbage: a body not sealed to the session's key with its `state` leaves the session open. An
    /// answer that was, and breaks a rule, ends it: `failed`.
    ///
    /// - Parameter body: the form, at most `AnswerForm.maximumBytes`.
    /// - Throws: ``DeskError`` with `notFound`, `notFetched`, `answer`, `credentialRevoked`, `statusUnknown`, `answeredBefore`, `ended`, or
    ///   of the store.
    package func answer(_ walletToken: String, body: [UInt8]) async throws(DeskError) -> AnswerReply {
        let now = now
        let session = try await find(.wallet(walletToken.digest))
        if let reply = try Self.earlierReply(to: body, session, at: now) { return reply }
        let (party, use) = try owner(of: session)
        let outcome = try await self.outcome(of: body, session, party, use, at: now)
        let ending = self.ending(of: session, party, outcome)
        let refusal = ending.contents.refusal?.refusal
        let reply = try await changing(session, at: now) { (session: Session) throws(DeskError) -> SessionChange<AnswerReply> in
            if let reply = try Self.earlierReply(to: body, session, at: now) { return .keep(reply) }
            // The version decides, so that nothing but the browser can have changed since.
            var contents = ending.contents
            contents.browser = session.contents.browser
            contents.answer = Data(SHA256.hash(data: body))
            return .replace(contents, ending.state, AnswerReply(redirectURI: contents.redirectURI, state: ending.state))
        }
        if reply.state == .failed, let refusal { throw DeskError.refused(refusal) }
        return reply
    }

    /// The reply to bytes that ended the session before; nil for a session that waits for an answer.
    private static func earlierReply(to body: [UInt8], _ session: Session, at now: Int64) throws(DeskError) -> AnswerReply? {
        let contents = session.contents
        switch session.state(at: now) {
        case .fetched: return nil
        case .created: throw DeskError.refusal(.notFetched)
        case .cancelled, .expired: throw DeskError.ended(session.state(at: now))
        case .answered, .declined, .failed:
            guard contents.answer == Data(SHA256.hash(data: body)) else { throw DeskError.refusal(.answeredBefore) }
            if let refusal = contents.refusal { throw DeskError.refused(refusal.refusal) }
            return AnswerReply(redirectURI: contents.redirectURI, state: session.stored.state)
        }
    }

    /// The contents and the state with which an outcome ends a session.
    private func ending(of session: Session, _ party: Party, _ outcome: AnswerOutcome) -> (contents: SessionContents, state: SessionState) {
        var contents = session.contents
        let state: SessionState
        switch outcome {
        case .accepted(let result, let evidence):
            contents.result = result
            contents.evidence = evidence
            state = .answered
        case .declined(let code):
            contents.walletError = code.rawValue
            state = .declined
        case .failed(let refusal):
            contents.refusal = StoredRefusal(refusal)
            return (contents, .failed)
        }
        if session.sessionType == .sameDevice {
            let code = freshToken()
            contents.responseCode = code
            contents.redirectURI = Self.address(
                contents.returnURL ?? "\(base(of: party))/s/\(contents.pageToken)/done", with: code)
        }
        return (contents, state)
    }

    private static func address(_ address: String, with code: String) -> String {
        "\(address)\(address.contains("?") ? "&" : "?")response_code=\(code)"
    }
}

/// The effect of an answer on its session.
enum AnswerOutcome: Sendable {
    /// Accepted, with the credentials and perhaps evidence, both as JSON.
    case accepted(result: Data, evidence: Data?)
    /// The wallet's error.
    case declined(AuthorizationErrorCode)
    /// Refused for good.
    case failed(DeskRefusal)
}
