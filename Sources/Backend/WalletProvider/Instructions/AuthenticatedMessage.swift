// SPDX-License-Identifier: EUPL-1.2

import Crypto
import DeviceAttestation
import HSM
import JOSE
import JSON
import ProviderProtocol

/// A message whose certificate and device proof were verified. Its account was not read.
struct AuthenticatedRequest {
    let message: InstructionMessage
    let certificate: WalletCertificate
    /// SHA-256 of the certificate's text, by which `VerifiedCertificates` knows it.
    let certificateDigest: SHA256Digest
    /// The account as known from the last right PIN; nil if it must be read.
    let known: KnownPIN?
    /// The kind of the device proof.
    let deviceKind: DeviceKind
    let identity: MessageIdentity
    /// True if the message's challenge is a recent beacon of this provider.
    let isFresh: Bool
    /// Receives the events of this message, beside the provider's own observer.
    let observe: @Sendable (ProviderEvent) -> Void

    var claims: InstructionClaims { message.claims }
}

/// An authenticated message of a known wallet.
struct AuthenticatedMessage {
    let request: AuthenticatedRequest
    let account: Account
    /// A message recorded earlier with the same number.
    let recorded: RecordedMessage?

    var message: InstructionMessage { request.message }
    var certificate: WalletCertificate { request.certificate }
    var identity: MessageIdentity { request.identity }
    var isFresh: Bool { request.isFresh }
    var claims: InstructionClaims { request.claims }
}

extension WalletProvider {
    /// Checks envelope, audience and instruction, certificate, device proof and beacon, in this order. Uses no account.
    func authenticate(
        _ body: [UInt8], for instruction: Instruction, observe: @escaping @Sendable (ProviderEvent) -> Void
    ) async throws(ProviderProblem) -> AuthenticatedRequest {
        let request = try reading(orRefuse: .malformedRequest) { try ProviderRequest(parsing: body) }
        let claims = request.message.claims
        guard claims.instruction == instruction, claims.audience == configuration.publicURL else { throw .instructionRejected }

        guard let token = request.certificate else { throw .malformedRequest }
        let digest = VerifiedCertificates.digest(of: token)
        let (certificate, known) = try await self.certificate(parsing: token, digest)
        guard certificate.issuer == configuration.publicURL, certificate.walletID == claims.walletID else { throw .certificateRejected }

        let proof = try proof(of: request, madeBy: certificate.deviceKey.publicKey)
        let isFresh = try await reaching { try await beacons.isFresh(claims.challenge, at: now.seconds) }
        let identity = MessageIdentity(
            walletID: claims.walletID, sequenceNumber: claims.sequenceNumber, assertionCounter: proof.counter,
            requestHash: Array(SHA256.hash(data: body)))
        return AuthenticatedRequest(
            message: request.message, certificate: certificate, certificateDigest: digest, known: known, deviceKind: proof.kind,
            identity: identity, isFresh: isFresh, observe: observe)
    }

    /// Reads the account of an authenticated message. Changes no counter.
    ///
    /// An unknown wallet gets the same answer as an invalid certificate.
    func message(of request: AuthenticatedRequest) async throws(ProviderProblem) -> AuthenticatedMessage {
        guard let (account, recorded) = try await account(of: request.claims.walletID, withMessage: request.claims.sequenceNumber),
            account.deviceKey == request.certificate.deviceKey.coordinates
        else { throw .certificateRejected }
        guard account.deviceKind == request.deviceKind else { throw .instructionRejected }
        return AuthenticatedMessage(request: request, account: account, recorded: recorded)
    }

    /// Returns the account, unless it was never used and has expired, and the message with this number, if its answer is still stored.
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

    /// Returns the answer given earlier to the identical request; nil if its number is new and the account takes the message.
    ///
    /// - Throws: the problem that was answered earlier; `instructionRejected` if the number belongs to a different request, or if this
    ///   request was never answered, because its outcome is unknown and it must not take effect twice; the account's reason for rejecting
    ///   the message.
    func earlierAnswer(to message: AuthenticatedMessage) throws(ProviderProblem) -> [UInt8]? {
        if let recorded = message.recorded {
            guard recorded.requestHash == message.identity.requestHash, let answer = recorded.answer else { throw .instructionRejected }
            return try answer.given()
        }
        if let problem = refusal(by: message.account, of: message) { throw problem }
        return nil
    }

    /// Returns the reason why the database did not take the message. Reads the account again, because other messages may have been accepted
    /// since.
    func refusalNow(of message: AuthenticatedMessage) async throws(ProviderProblem) -> ProviderProblem {
        let found = try await account(of: message.claims.walletID, withMessage: message.claims.sequenceNumber)
        guard let (account, recorded) = found else { return .certificateRejected }
        // The identical request arrived just before and is in progress or done. A retry gets its answer.
        if let recorded, recorded.requestHash == message.identity.requestHash { return .unavailable }
        if let problem = refusal(by: account, of: message) { return problem }
        // The account has changed since, so the message was built for an outdated state.
        return .instructionRejected
    }
}

extension StoredAnswer {
    /// An answer with status 200.
    init(body: [UInt8]) {
        self.init(status: 200, body: body)
    }

    init(_ problem: ProviderProblem) {
        self.init(status: problem.status, body: problem.encode())
    }

    /// Returns the body, or throws the stored problem.
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
