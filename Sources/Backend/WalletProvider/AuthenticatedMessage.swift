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

    var claims: InstructionClaims { message.claims }
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

        let assertionCounter = try counter(of: request, madeBy: certificate.deviceKey.publicKey)

        guard let account = try await account(of: claims.walletID),
            account.deviceKey == Array(certificate.deviceKey.publicKey.rawRepresentation)
        else { throw .certificateRejected }
        // XX guard account.deviceKind == request.device.kind else { throw .instructionRejected }
        let identity = MessageIdentity(
            walletID: claims.walletID, sequenceNumber: claims.sequenceNumber, assertionCounter: assertionCounter ?? UInt32(truncatingIfNeeded: claims.sequenceNumber),
            requestHash: Array(SHA256.hash(data: body)))
        return AuthenticatedMessage(message: request.message, certificate: certificate, account: account, identity: identity)
    }

    /// The account, unless it was never used and its time is over.
    func account(of walletID: WalletID) async throws(ProviderProblem) -> Account? {
        guard let account = try await reaching({ try await store.account(of: walletID) }) else { return nil }
        let isOver = account.createdAt.advanced(byMilliseconds: configuration.unusedAccountLifetime) <= now
        return account.isUsed || !isOver ? account : nil
    }

    /// The answer that was given to this very request before; nil when its number is new.
    ///
    /// - Throws: the problem that was answered then; `instructionRejected` when the number belongs to another request, or when this one was
    ///   never answered: its outcome is not known, and it has no second effect.
    func earlierAnswer(to message: AuthenticatedMessage) async throws(ProviderProblem) -> [UInt8]? {
        let retention = now.advanced(byMilliseconds: -configuration.answerRetention)
        let recorded = try await reaching {
            try await store.message(
                of: message.claims.walletID, sequenceNumber: message.identity.sequenceNumber, notBefore: retention)
        }
        guard let recorded else { return nil }
        guard recorded.requestHash == message.identity.requestHash, let answer = recorded.answer else { throw .instructionRejected }
        return try answer.given()
    }

    /// Why an account does not take this message now, as far as the account alone tells; nil when it does.
    func refusal(by account: Account, of message: MessageIdentity, checkingPIN: Bool) -> ProviderProblem? {
        if case .revoked(let reason) = account.state {
            return .accountRevoked(reason: reason.rawValue, canRegisterNewWallet: reason.canRegisterNewWallet)
        }
        if checkingPIN {
            guard account.attempts < configuration.pinPolicy.maximumAttempts else { return .accountBlocked }
            let now = now
            if let waitUntil = account.waitUntil, waitUntil > now {
                return .pinTimeout(timeLeft: waitUntil.milliseconds - now.milliseconds)
            }
        }
        guard message.sequenceNumber > account.sequenceNumber, message.assertionCounter > account.assertionCounter else {
            return .instructionRejected
        }
        return nil
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
