// SPDX-License-Identifier: EUPL-1.2

/// All error responses of the provider.
///
/// Encoded as `application/problem+json` with a stable `type`, a title, the status and the members of the case.
///
/// - SeeAlso: RFC 9457; ProviderProtocol.docc, *Problems*.
package enum ProviderProblem: Error, Sendable, Hashable {
    /// 400: not a message of this protocol.
    case malformedRequest
    /// 401: the challenge is not a recent beacon of this provider, or a registration's is expired or used. Nothing was verified or counted.
    case challengeRejected
    /// 401: the wallet certificate is not valid, or its wallet is unknown.
    case certificateRejected
    /// 403: the device's attestation was refused.
    /// - reason: a stable code that the app can explain, such as `certificate_chain`.
    case attestationRejected(reason: String)
    /// 403: the PIN was wrong, and attempts are left in this round.
    /// - attemptsLeftInRound: 1…attempts per round − 1.
    case incorrectPIN(attemptsLeftInRound: Int, isFinalRound: Bool)
    /// 403: a waiting time is running; nothing was verified or counted.
    /// - timeLeft: whole milliseconds, at least 1.
    case pinTimeout(timeLeft: Int64)
    /// 403: the attempts of all rounds are used up.
    case accountBlocked
    /// 403: the wallet was revoked.
    case accountRevoked(reason: String, canRegisterNewWallet: Bool)
    /// 409: wrong device proof, sequence number, audience or instruction; nothing was counted.
    case instructionRejected
    /// 429: too many requests, from one address or in total.
    case tooManyRequests
    /// 500: any other error.
    /// - correlationID: identifies the request's log lines.
    case unexpected(correlationID: String)
    /// 503: the database or the HSM is unreachable; nothing was verified.
    case unavailable

    /// The stable `type`.
    package var type: String {
        switch self {
        case .malformedRequest: "malformed_request"
        case .challengeRejected: "challenge_rejected"
        case .certificateRejected: "certificate_rejected"
        case .attestationRejected: "attestation_rejected"
        case .incorrectPIN: "incorrect_pin"
        case .pinTimeout: "pin_timeout"
        case .accountBlocked: "account_blocked"
        case .accountRevoked: "account_revoked"
        case .instructionRejected: "instruction_rejected"
        case .tooManyRequests: "too_many_requests"
        case .unexpected: "unexpected"
        case .unavailable: "unavailable"
        }
    }

    package var status: Int {
        switch self {
        case .malformedRequest: 400
        case .challengeRejected, .certificateRejected: 401
        case .attestationRejected, .incorrectPIN, .pinTimeout, .accountBlocked, .accountRevoked: 403
        case .instructionRejected: 409
        case .tooManyRequests: 429
        case .unexpected: 500
        case .unavailable: 503
        }
    }

    /// The title, for developers.
    var title: String {
        switch self {
        case .malformedRequest: "The request is not a message of this protocol."
        case .challengeRejected: "The challenge is not valid; ask for a new one."
        case .certificateRejected: "The wallet certificate is not valid."
        case .attestationRejected: "The device's attestation is not accepted."
        case .incorrectPIN: "The PIN is wrong."
        case .pinTimeout: "Too many wrong PINs; wait before the next attempt."
        case .accountBlocked: "Too many wrong PINs; the account is permanently blocked."
        case .accountRevoked: "The wallet has been revoked."
        case .instructionRejected: "The instruction does not fit the wallet's state."
        case .tooManyRequests: "Too many requests; try again later."
        case .unexpected: "Something unexpected happened."
        case .unavailable: "The service is temporarily unavailable."
        }
    }
}
