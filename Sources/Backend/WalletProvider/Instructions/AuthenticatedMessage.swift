// SPDX-License-Identifier: EUPL-1.2

import Crypto
import DeviceAttestation
import HSM
import JOSE
import ProviderProtocol

/// A message whose certificate and device proof stand, from a wallet that is known.
struct AuthenticatedMessage {
    let message: InstructionMessage
    let certificate: WalletCertificate
    let account: Account
    let identity: MessageIdentity
    /// The message with the same number that was recorded before.
    let recorded: RecordedMessage?

    var claims: InstructionClaims { message.claims }

    /// What it answers.
    var challenge: InstructionChallenge { InstructionChallenge(instruction: claims.instruction, value: claims.challenge) }
}

extension WalletProvider {
    /// Envelope, audience and instruction, certificate, device proof, account: in this order, and without touching any counter.
    ///
    /// A wallet that is not known is refused exactly as a certificate that does not stand.
    func authenticate(_ body: [UInt8], for instruction: Instruction) async throws(ProviderProblem) -> AuthenticatedMessage {
        let request = try reading(orRefuse: .malformedRequest) { try ProviderRequest(parsing: body) }
        let claims = request.message.claims
        guard claims.instruction == instruction, claims.audience == configuration.publicURL else { throw .instructionRejected }

        guard let token = request.certificate else { throw .malformedRequest }
        let certificate = try await verify(token, as: WalletCertificate.self, orRefuse: .certificateRejected)
        guard certificate.issuer == configuration.publicURL, certificate.walletID == claims.walletID else { throw .certificateRejected }

        let proof = try proof(of: request, madeBy: certificate.deviceKey.publicKey)

        guard let (account, recorded) = try await account(of: claims.walletID, withMessage: claims.sequenceNumber),
            account.deviceKey == Array(certificate.deviceKey.publicKey.rawRepresentation)
        else { throw .certificateRejected }
        guard account.deviceKind == proof.kind else { throw .instructionRejected }
        let identity = MessageIdentity(
            walletID: claims.walletID, sequenceNumber: claims.sequenceNumber, assertionCounter: proof.counter,
            requestHash: Array(SHA256.hash(data: body)))
        return AuthenticatedMessage(
            message: request.message, certificate: certificate, account: account, identity: identity, recorded: recorded)
    }

    /// The account, unless it was never used and its time is over; and the message with that number, if its answer is still kept.
    func account(
        of walletID: WalletID, withMessage sequenceNumber: Int64
    ) async throws(ProviderProblem) -> (account: Account, message: RecordedMessage?)? {
        let found = try await reaching {
            try await store.account(of: walletID, withMessage: sequenceNumber, recordedWithin: configuration.answerRetention)
        }
        guard let found else { return nil }
        let isOver = found.account.createdAt.advanced(byMilliseconds: configuration.unusedAccountLifetime) <= found.account.readAt
        return found.account.isUsed || !isOver ? found : nil
    }

    /// The answer that was given to this very request before; nil when its number is new and the account takes it now.
    ///
    /// - Throws: the problem that was answered then; `instructionRejected` when the number belongs to another request, or when this one was
    ///   never answered: its outcome is not known, and it has no second effect; and why the account does not take the message.
    func earlierAnswer(to message: AuthenticatedMessage, for instruction: Instruction) throws(ProviderProblem) -> [UInt8]? {
        if let recorded = message.recorded {
            guard recorded.requestHash == message.identity.requestHash, let answer = recorded.answer else { throw .instructionRejected }
            return try answer.given()
        }
        if let problem = refusal(by: message.account, of: message, for: instruction) { throw problem }
        return nil
    }

    /// Why the database did not take the message: read again, because other messages may have come in between.
    func refusalNow(of message: AuthenticatedMessage, for instruction: Instruction) async throws(ProviderProblem) -> ProviderProblem {
        let found = try await account(of: message.claims.walletID, withMessage: message.claims.sequenceNumber)
        guard let (account, recorded) = found else { return .certificateRejected }
        // The same bytes came just before and are at work, or done: sent again they get that answer.
        if let recorded, recorded.requestHash == message.identity.requestHash { return .unavailable }
        if let problem = refusal(by: account, of: message, for: instruction) { return problem }
        // Other PIN keys since: what was begun belongs to a state that is gone.
        return account.pin.version == message.account.pin.version ? .challengeRejected : .instructionRejected
    }
}

extension StoredAnswer {
    /// An answer that is no problem.
    init(body: [UInt8]) {
        self.init(status: 200, body: body)
    }

    init(_ problem: ProviderProblem) {
        self.init(status: problem.status, body: problem.encode())
    }

    /// The body, or the problem thrown again.
    func given() throws(ProviderProblem) -> [UInt8] {
        guard status != 200 else { return body }
        let problem: ProviderProblem
        do {
            problem = try ProviderProblem(parsing: body, status: status)
        } catch {
            throw .unavailable
        }
        throw problem
    }
}
