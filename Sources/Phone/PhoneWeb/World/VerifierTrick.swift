// SPDX-License-Identifier: EUPL-1.2

/// The behaviour of the verifiers around the phone, for the requests that follow.
package enum VerifierTrick: String, Sendable, Hashable, CaseIterable {
    /// They do as they should.
    case none
    /// They ask for more than they registered.
    case askTooMuch = "ask-too-much"
    /// Their sessions end before the user can answer.
    case expire
    /// They no longer answer.
    case vanish
    /// They take the answer, and confirm it late.
    case answerLate = "answer-late"
    /// They take the answer, and their confirmation is lost.
    case loseAnswer = "lose-answer"
    /// They sign the request with another certificate.
    case changeCertificate = "change-certificate"
    /// They have no registration.
    case unregistered
}
