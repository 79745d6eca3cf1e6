// SPDX-License-Identifier: EUPL-1.2

package import OpenID4VPVerifier

/// The reason why a call of a ``VerifierDesk`` did nothing. The cases are complete.
package enum DeskError: Error, Hashable, Sendable {
    /// The party's request has faults, every one of which is named. For the party.
    case faults(RequestFaults)
    /// A rule of this server.
    case refused(DeskRefusal)
    /// The store failed.
    case store(SessionStoreError)
}

/// The rule of a verifier's server that was broken, with the member at fault.
///
/// Contains no received value, so it may be logged.
package struct DeskRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// The broken rule.
    package let reason: Reason
    /// The member at fault, such as `session_type`, `response_code`, `vp_token.pid[0]`; `session` if it is none.
    package let member: String
    /// The code of the error behind it, such as `key_binding_nonce`; nil without one.
    package let detail: String?

    /// A refusal with these parts.
    package init(_ reason: Reason, member: String = "session", detail: String? = nil) {
        self.reason = reason
        self.member = member
        self.detail = detail
    }

    /// Reason, member and detail, fit for a log.
    package var description: String { [reason.rawValue, member, detail].compactMap(\.self).joined(separator: " ") }

    /// The rules. Raw values never change. The cases are complete.
    package enum Reason: String, Sendable, Hashable, CaseIterable, Codable {
        /// No such session, or it is another party's.
        case notFound = "not_found"
        /// The party has too many open sessions.
        case tooManyOpen = "too_many_open"
        /// The session has ended; `detail` is its state.
        case ended
        /// The session was changed by others again and again.
        case busy
        /// The page was opened by another browser before, or this one sends no cookie.
        case otherBrowser = "other_browser"

        // MARK: The request

        /// `session_type` is missing, unknown, or not one of the use.
        case sessionType = "session_type"
        /// The link is not from this server, or was changed.
        case linkForged = "link_forged"
        /// The link is too old.
        case linkExpired = "link_expired"
        /// Another wallet has fetched the request.
        case fetchedByOther = "fetched_by_other"
        /// `wallet_nonce` is not acceptable.
        case walletNonce = "wallet_nonce"

        // MARK: The answer

        /// The request has not been fetched.
        case notFetched = "not_fetched"
        /// The answer breaks a rule; `detail` is the code of the `AnswerRefusal`, and its own detail.
        case answer
        /// Another answer was accepted before.
        case answeredBefore = "answered_before"
        /// A credential is revoked or suspended.
        case credentialRevoked = "credential_revoked"
        /// The status of a credential is not known, and the use does not accept that.
        case statusUnknown = "status_unknown"

        // MARK: The result

        /// There is no answer yet.
        case notAnswered = "not_answered"
        /// The session was on the same device, and its browser has not come back: `response_code` is missing.
        case responseCodeMissing = "response_code_missing"
        /// `response_code` is not the session's.
        case responseCodeWrong = "response_code_wrong"
        /// The result was read before.
        case resultTaken = "result_taken"
    }
}
