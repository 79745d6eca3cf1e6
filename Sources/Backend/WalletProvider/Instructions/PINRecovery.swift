// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import HSM
import JOSE
import ProviderProtocol

/// The recovery of a forgotten PIN. The device alone can start a recovery, but this has no effect: PIN, counter and block stay as they are
/// until a PID issued after the start proves that the same person has the device (threat T-R11).
extension WalletProvider {
    /// `start_pin_recovery`: stores the new PIN's key and creates the keys for the PID. These keys are only for this recovery.
    func startPINRecovery(_ message: AuthenticatedMessage) async throws(ProviderProblem) -> [UInt8] {
        let start = try reading(orRefuse: .malformedRequest) { try PINRecoveryStart(message.claims.data) }
        let pinKey = start.newPINPublicKey
        guard message.message.isSigned(by: pinKey.publicKey), pinKey != message.certificate.deviceKey else { throw .instructionRejected }
        if let answer = try earlierAnswer(to: message) { return answer }
        // Without a stored code there is nothing to compare the PID with.
        guard message.account.recoveryCodeMark != nil, configuration.recoveryCodeReader != nil else { throw .instructionRejected }

        let walletID = message.claims.walletID
        let (keys, issued) = try await makeKeys(start.keys, for: .recovery, of: walletID)
        let change = AccountChange.beginRecovery(
            sealedPINKey: try await seal(pinKey.publicKey, of: walletID), keys: keys, lifetime: configuration.recoveryLifetime)
        return try await accept(message, pinVersion: message.account.pin.version, Execution(change: change, result: issued.json))
    }

    /// `complete_pin_recovery`: requires a PID with the wallet's recovery code, bound to a key of this recovery. The new PIN then takes
    /// effect, also for a blocked account.
    ///
    /// The PID is verified before the new PIN's signature, so that a client without a PID cannot test PINs here.
    func completePINRecovery(_ message: AuthenticatedMessage) async throws(ProviderProblem) -> [UInt8] {
        let disclosure = try reading(orRefuse: .malformedRequest) { try RecoveryCodeDisclosure(message.claims.data) }
        if let answer = try earlierAnswer(to: message) { return answer }
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

    /// `disclose_recovery_code`: stores the recovery code of the wallet's PID. A different code is rejected from then on. A revoked code
    /// also revokes the wallet, because its holder may have no wallet any more.
    func discloseRecoveryCode(_ message: AuthenticatedMessage) async throws(ProviderProblem) -> [UInt8] {
        let disclosure = try reading(orRefuse: .malformedRequest) { try RecoveryCodeDisclosure(message.claims.data) }
        let answer = try await withPIN(message) { () throws(ProviderProblem) in
            let disclosed = try await recoveryCodeMark(in: disclosure, boundToKeysFor: .credential, of: message.account)
            // Read the account again after the reservation: from here on no earlier attempt can store a different code.
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

    /// Returns the HMAC of the recovery code in a PID that is bound to one of the wallet's keys for a purpose.
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
