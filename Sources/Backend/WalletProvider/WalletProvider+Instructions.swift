// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import HSM
import JOSE
package import ProviderProtocol

extension WalletProvider {
    /// `/instructions/challenge`: 32 random bytes for one instruction of one wallet; an earlier challenge for it is void from now on.
    ///
    /// A blocked or waiting account gets one, too: whether its PIN is looked at is decided when the instruction comes.
    ///
    /// - Returns: `{"challenge": "<base64url>"}`.
    /// - Throws: `ProviderProblem`: `malformedRequest`, `instructionRejected`, `certificateRejected`, `accountRevoked`, `unavailable`.
    package func issueChallenge(_ body: [UInt8]) async throws(ProviderProblem) -> [UInt8] {
        let message = try await authenticate(body, for: .challenge)
        let instruction = try reading(orRefuse: .malformedRequest) { try ChallengeData(message.claims).instruction }
        if let answer = try await earlierAnswer(to: message) { return answer }
        if let problem = refusal(by: message.account, of: message.identity, checkingPIN: false) { throw problem }

        let value = Base64URL.encode(randomBytes(32))
        let answer = SingleMemberAnswer(.challenge, value).encode()
        let now = now
        let isIssued = try await reaching {
            try await store.issue(
                InstructionChallenge(instruction: instruction, value: value),
                expiringAt: now.advanced(byMilliseconds: configuration.challengeLifetime), to: message.identity,
                answer: StoredAnswer(body: answer), now: now)
        }
        guard isIssued else { throw try await refusalNow(of: message, checkingPIN: false) ?? .instructionRejected }
        return answer
    }

    /// `/instructions/{name}`: verifies the PIN and carries the instruction out.
    ///
    /// An attempt is reserved in the database before the PIN's signature is looked at, and only a right PIN gives it back; so there are never
    /// more verified guesses than the policy allows, whatever runs at the same time and wherever a replica stops.
    ///
    /// - Parameter instruction: the one that the route names.
    /// - Returns: `{"result": "<JWT>"}`.
    /// - Throws: `ProviderProblem`: any but `attestationRejected`, `tooManyRequests` and `unexpected`.
    package func perform(_ instruction: Instruction, _ body: [UInt8]) async throws(ProviderProblem) -> [UInt8] {
        let message = try await authenticate(body, for: instruction)
        guard instruction == .checkPIN, message.claims.data.isEmpty else { throw .malformedRequest }
        if let answer = try await earlierAnswer(to: message) { return answer }
        if let problem = refusal(by: message.account, of: message.identity, checkingPIN: true) { throw problem }

        // Before the attempt is reserved: neither a certificate that does not fit nor an HSM that is down may cost one.
        let pinKey = try await pinKey(for: message)
        let attempt = try await reserveAttempt(for: message)
        guard message.message.isSigned(by: pinKey) else {
            let problem = configuration.pinPolicy.refusal(ofWrongAttempt: attempt)
            try await settle(message, pinWasRight: false, answer: StoredAnswer(problem))
            throw problem
        }
        return try await succeed(message)
    }

    /// The wallet's PIN key, once it is known that the certificate is about it.
    private func pinKey(for message: AuthenticatedMessage) async throws(ProviderProblem) -> P256.Signing.PublicKey {
        let pinKey = try await reaching {
            let associatedData = Array(message.claims.walletID.text.utf8)
            let opened = try await hsm.open(message.account.sealedPINKey, for: .pinKeyEncryption, associatedData: associatedData)
            return try P256.Signing.PublicKey(rawRepresentation: opened)
        }
        guard isEqualInConstantTime(try await mark(of: pinKey), message.certificate.pinKeyMark) else { throw .certificateRejected }
        return pinKey
    }

    private func reserveAttempt(for message: AuthenticatedMessage) async throws(ProviderProblem) -> Int {
        let challenge = InstructionChallenge(instruction: message.claims.instruction, value: message.claims.challenge)
        let now = now
        let attempt = try await reaching {
            try await store.reserveAttempt(for: message.identity, answering: challenge, under: configuration.pinPolicy, now: now)
        }
        guard let attempt else { throw try await refusalNow(of: message, checkingPIN: true) ?? .challengeRejected }
        return attempt
    }

    /// Why the database did not take the message: read again, because other messages may have come in between.
    private func refusalNow(of message: AuthenticatedMessage, checkingPIN: Bool) async throws(ProviderProblem) -> ProviderProblem? {
        guard let account = try await account(of: message.claims.walletID) else { return .certificateRejected }
        return refusal(by: account, of: message.identity, checkingPIN: checkingPIN)
    }

    private func succeed(_ message: AuthenticatedMessage) async throws(ProviderProblem) -> [UInt8] {
        let claims = message.claims
        let result = InstructionResult(
            walletID: claims.walletID, instruction: claims.instruction, challenge: claims.challenge, issuedAt: now.seconds, result: nil)
        let signed: String
        do throws(ProviderProblem) {
            signed = try await sign(result, for: .result)
        } catch {
            // The PIN was right all the same, so the attempt is given back; there is no answer to repeat.
            try await settle(message, pinWasRight: true, answer: nil)
            throw error
        }
        let answer = SingleMemberAnswer(.result, signed).encode()
        try await settle(message, pinWasRight: true, answer: StoredAnswer(body: answer))
        return answer
    }

    private func settle(
        _ message: AuthenticatedMessage, pinWasRight: Bool, answer: StoredAnswer?
    ) async throws(ProviderProblem) {
        try await reaching { try await store.settleAttempt(of: message.identity, pinWasRight: pinWasRight, answer: answer) }
    }
}

/// The `data` of a request for a challenge: `{"for": "<instruction>"}`.
private struct ChallengeData {
    let instruction: Instruction

    /// Throws when it has another shape, when the request itself carries a challenge, or when the instruction takes none of this kind.
    init(_ claims: InstructionClaims) throws {
        var reader = JSONReader(claims.data)
        let name = try reader.string("for")
        try reader.finish()
        guard claims.challenge.isEmpty, let instruction = Instruction(rawValue: name), instruction != .challenge,
            instruction != .createWallet
        else { throw ProtocolViolation("no challenge can be asked for this") }
        self.instruction = instruction
    }
}
