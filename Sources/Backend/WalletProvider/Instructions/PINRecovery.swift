// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import HSM
import JOSE
import ProviderProtocol

/// The recovery of a forgotten PIN. Whoever holds the device only can begin one, and it does nothing: PIN, counter and block stay as they
/// are until a PID that was issued meanwhile proves that the same person is back (threat T-R11).
extension WalletProvider {
    /// `start_pin_recovery`: keeps the new PIN's key, and makes the keys for that PID. They serve this recovery only.
    func startPINRecovery(_ message: AuthenticatedMessage) async throws(ProviderProblem) -> [UInt8] {
        let start = try reading(orRefuse: .malformedRequest) { try PINRecoveryStart(message.claims.data) }
        let pinKey = start.newPINPublicKey
        guard message.message.isSigned(by: pinKey.publicKey), pinKey != message.certificate.deviceKey else { throw .instructionRejected }
        if let answer = try earlierAnswer(to: message, for: .startPINRecovery) { return answer }
        // Without a code from before there is nothing that a PID could be compared with.
        guard message.account.recoveryCodeMark != nil, configuration.recoveryCodeReader != nil else { throw .instructionRejected }

        let walletID = message.claims.walletID
        let (keys, issued) = try await makeKeys(start.keys, for: .recovery, of: walletID)
        let change = AccountChange.beginRecovery(
            sealedPINKey: try await seal(pinKey.publicKey, of: walletID), keys: keys, lifetime: configuration.recoveryLifetime)
        return try await accept(message, pinVersion: message.account.pin.version, Execution(change: change, result: issued.json))
    }

    /// `complete_pin_recovery`: the PID holds the wallet's recovery code and is bound to a key of this recovery. Then the new PIN is in force,
    /// also for a blocked account.
    ///
    /// The PID is judged before the new PIN's signature, so that nobody without one can try PINs here.
    func completePINRecovery(_ message: AuthenticatedMessage) async throws(ProviderProblem) -> [UInt8] {
        let disclosure = try reading(orRefuse: .malformedRequest) { try RecoveryCodeDisclosure(message.claims.data) }
        if let answer = try earlierAnswer(to: message, for: .completePINRecovery) { return answer }
        let account = message.account
        guard let recovery = account.recovery, recovery.expiresAt > account.readAt, let mark = account.recoveryCodeMark else {
            throw .instructionRejected
        }
        let disclosed = try await recoveryCodeMark(in: disclosure, boundToKeysFor: .recovery, of: account)
        let pinKey = try await open(recovery.sealedPINKey, of: account.walletID)
        guard isEqualInConstantTime(disclosed, mark), message.message.isSigned(by: pinKey) else { throw .instructionRejected }

        let certificate = try await certificate(of: message, for: pinKey)
        try await record(.completePINRecovery(account.walletID), announcedBy: message)
        return try await accept(
            message, pinVersion: account.pin.version,
            Execution(change: .completeRecovery, result: CertificateResult(certificate: certificate).json))
    }

    /// `disclose_recovery_code`: the recovery code of the wallet's PID is known from now on; another one is refused for ever. A code that was
    /// revoked takes the wallet with it: its holder may have none, also no later one.
    func discloseRecoveryCode(_ message: AuthenticatedMessage) async throws(ProviderProblem) -> [UInt8] {
        let disclosure = try reading(orRefuse: .malformedRequest) { try RecoveryCodeDisclosure(message.claims.data) }
        let answer = try await withPIN(message) { () throws(ProviderProblem) in
            let disclosed = try await recoveryCodeMark(in: disclosure, boundToKeysFor: .credential, of: message.account)
            // Read again, now that the attempt is reserved: no earlier attempt can disclose another code from here on.
            guard let (account, _) = try await account(of: message.claims.walletID, withMessage: message.claims.sequenceNumber) else {
                throw .certificateRejected
            }
            guard let known = account.recoveryCodeMark else { return Execution(change: .rememberRecoveryCode(mark: disclosed)) }
            guard isEqualInConstantTime(known, disclosed) else { throw .instructionRejected }
            return Execution()
        }
        let found = try await account(of: message.claims.walletID, withMessage: message.claims.sequenceNumber)
        if let (account, _) = found, case .revoked(let revocation) = account.state { throw .revoked(revocation, account) }
        return answer
    }

    /// The mark of the recovery code in a PID that is bound to one of the wallet's keys for a purpose.
    private func recoveryCodeMark(
        in disclosure: RecoveryCodeDisclosure, boundToKeysFor purpose: WalletKeyPurpose, of account: Account
    ) async throws(ProviderProblem) -> [UInt8] {
        guard let reader = configuration.recoveryCodeReader else { throw .instructionRejected }
        let keys = try await reaching {
            try await store.keys(of: account.walletID, for: purpose).map { try P256.Signing.PublicKey(rawRepresentation: $0.publicKey) }
        }
        let code: String
        do {
            code = try await reader.recoveryCode(in: disclosure.pid, boundToOneOf: keys, at: clock())
        } catch {
            throw .instructionRejected
        }
        return try await reaching { try await hsm.mark(ofRecoveryCode: code) }
    }
}
