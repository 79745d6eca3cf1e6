// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import JOSE
import JSON
import PlatformSupport
import ProviderProtocol
import Synchronization
import WalletCore

/// Instructions, processed in the order of provider-protocol.md, *The order of an attempt*.
extension FakeProvider {
    /// The supported instructions.
    static let instructions: [Instruction] = [.checkPIN, .startPINChange, .settlePINChange, .walletStatus, .deregister, .sign, .deleteKeys]

    private static let markKey = SymmetricKey(size: .bits256)

    /// Returns a certificate for a PIN's key.
    func certificate(of walletID: WalletID, about pinKey: P256.Signing.PublicKey) throws -> String {
        try token(
            WalletCertificate(
                issuer: Self.url, issuedAt: now, walletID: walletID, deviceKey: JWK(otherKey.publicKey), pinKeyMark: Self.mark(of: pinKey)),
            "cert-1", certificateKey)
    }

    private static func mark(of pinKey: P256.Signing.PublicKey) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: pinKey.rawRepresentation, using: markKey))
    }

    /// Handles `/instructions/{name}`.
    func perform(_ instruction: Instruction, _ body: [UInt8]) throws -> NetworkResponse {
        let (request, certificate) = try authenticated(body)
        let claims = request.message.claims
        guard claims.instruction == instruction else { throw ProviderProblem.instructionRejected }
        if let known = state.withLock({ $0.answers[body] }) { return try response(known) }
        let wallet = claims.walletID.text
        let (current, new) = try state.withLock { state in
            guard let current = state.wallets[wallet] else { throw ProviderProblem.certificateRejected }
            if let problem = state.refusal(of: claims.walletID, for: instruction) { throw problem }
            let new = state.newPINKeys[wallet]
            guard claims.sequenceNumber > state.lastSequenceNumbers[wallet] ?? 0, new == nil || !instruction.needsPIN else {
                throw ProviderProblem.instructionRejected
            }
            guard !instruction.needsPIN || certificate.pinKeyMark == Self.mark(of: current) else {
                throw ProviderProblem.certificateRejected
            }
            guard state.isRecent(claims.challenge, at: clock.steadyNow) else { throw ProviderProblem.challengeRejected }
            state.lastSequenceNumbers[wallet] = claims.sequenceNumber
            state.used.insert(wallet)
            return (current, new)
        }
        let answer: Result<String, ProviderProblem>
        do {
            let result: JSONObject? =
                switch instruction {
                case .startPINChange: try startPINChange(request.message, current)
                case .settlePINChange: try settlePINChange(claims, certificate, current, new)
                case .walletStatus: status(of: claims.walletID).json
                case .deregister: deregister(claims.walletID)
                case .sign: try sign(request.message, current)
                case .deleteKeys: try deleteKeys(request.message, current)
                default: try checkPIN(request.message, current)
                }
            answer = .success(try token(InstructionResult(to: claims, issuedAt: now, result: result), "result-1", resultKey))
        } catch let problem as ProviderProblem {
            answer = .failure(problem)
        }
        state.withLock { $0.answers[body] = answer }
        return try response(answer)
    }

    /// Returns the response to an instruction, with a new beacon.
    private func response(_ answer: Result<String, ProviderProblem>) throws -> NetworkResponse {
        Self.json(InstructionAnswer(result: try answer.get(), beacon: beacon()).encode())
    }

    private func authenticated(_ body: [UInt8]) throws -> (ProviderRequest, WalletCertificate) {
        let request = try ProviderRequest(parsing: body)
        let claims = request.message.claims
        let keys = ["cert-1": certificateKey.publicKey]
        guard let token = request.certificate, let certificate = try? WalletCertificate(verifying: token, keys: keys),
            certificate.walletID == claims.walletID, state.withLock({ $0.wallets[claims.walletID.text] != nil })
        else { throw ProviderProblem.certificateRejected }
        guard claims.audience == Self.url else { throw ProviderProblem.instructionRejected }
        try verifyProof(of: request)
        return (request, certificate)
    }

    private func wrongPIN() -> ProviderProblem {
        state.withLock { $0.wrongPINs += 1 }
        return .incorrectPIN(attemptsLeftInRound: 3, isFinalRound: false)
    }

    func checkPIN(_ message: InstructionMessage, _ pinKey: P256.Signing.PublicKey) throws -> JSONObject? {
        guard message.isSigned(by: pinKey) else { throw wrongPIN() }
        return state.withLock { $0.unlockResult }
    }

    private func startPINChange(_ message: InstructionMessage, _ pinKey: P256.Signing.PublicKey) throws -> JSONObject? {
        let start = try PINChangeStart(message.claims.data)
        let newKey = start.newPINPublicKey.publicKey
        guard Self.isSigned(message.claims, start.proof, by: newKey) else { throw ProviderProblem.instructionRejected }
        guard message.isSigned(by: pinKey) else { throw wrongPIN() }
        state.withLock { $0.newPINKeys[message.claims.walletID.text] = newKey }
        return CertificateResult(certificate: try certificate(of: message.claims.walletID, about: newKey)).json
    }

    private func settlePINChange(
        _ claims: InstructionClaims, _ certificate: WalletCertificate, _ current: P256.Signing.PublicKey, _ new: P256.Signing.PublicKey?
    ) throws -> JSONObject? {
        let proofs = try PINChangeSettlement(claims.data)
        let (key, verdict): (P256.Signing.PublicKey, PINChangeResult.Verdict)
        if let new, Self.isSigned(claims, proofs.new, by: new) {
            (key, verdict) = (new, .new)
        } else if new != nil || certificate.pinKeyMark == Self.mark(of: current) {
            guard Self.isSigned(claims, proofs.current, by: current) else { throw wrongPIN() }
            (key, verdict) = (current, .current)
        } else {
            guard Self.isSigned(claims, proofs.new, by: current) else { throw wrongPIN() }
            (key, verdict) = (current, .new)
        }
        state.withLock {
            $0.wallets[claims.walletID.text] = key
            $0.newPINKeys[claims.walletID.text] = nil
        }
        return PINChangeResult(pin: verdict, certificate: try self.certificate(of: claims.walletID, about: key)).json
    }

    private static func isSigned(_ claims: InstructionClaims, _ proof: [UInt8], by key: P256.Signing.PublicKey) -> Bool {
        guard let signature = try? P256.Signing.ECDSASignature(rawRepresentation: proof) else { return false }
        return key.isValidSignature(signature, for: Array(claims.possessionText.utf8))
    }
}
