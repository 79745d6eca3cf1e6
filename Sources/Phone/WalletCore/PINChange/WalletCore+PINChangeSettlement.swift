// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import PlatformSupport
import ProviderProtocol
import WalletInterface

/// `change_pin_settle`: the PIN that the user types decides a change of which the phone does not know what became.
extension WalletCore {
    /// What a settlement yields.
    enum Settlement: Sendable, Hashable {
        /// The PIN is right, and its salt and certificate are the registration's from now on.
        case settled(PINChangeResult.Verdict)
        /// The change is pending as before.
        case refused(PINCheck)

        /// What it says of the PIN.
        var check: PINCheck {
            switch self {
            case .settled: .valid
            case .refused(let check): check
            }
        }
    }

    /// Whether a change that this phone has begun is not settled.
    func isPINChangePending(_ running: Running) throws(WalletCoreError) -> Bool {
        try running.store.value(.pendingPINChange) != nil
    }

    /// Whether the next PIN is to settle: a change is pending or may be, or a settlement has no answer yet, which must not be counted again.
    func mustSettle(_ running: Running) throws(WalletCoreError) -> Bool {
        if wasCheckRejected || stillUnanswered(.settlePINChange, running) != nil { return true }
        return try isPINChangePending(running)
    }

    /// Settles with a PIN. It may be done at any time: with nothing pending at the provider it is a check of the PIN.
    ///
    /// After an error with an unknown outcome the same PIN sends the same bytes again. A challenge that the provider refuses, which counts
    /// nothing, is replaced once.
    ///
    /// - Parameter stage: `commit` when the start was answered just now and the PIN is the new one.
    /// - Throws: `noInternet`, `serverUnreachable`; `walletRejected`; a store error; `unexpected`.
    func settle(
        with pin: PIN, _ registration: Registration, _ running: Running, as stage: PendingPINChange.Stage = .settlement
    ) async throws(WalletCoreError) -> Settlement {
        let change = try running.store.value(.pendingPINChange)
        let keys = SettlementKeys(
            current: try pinKey(from: pin, salt: Array(registration.salt)),
            new: try pinKey(from: pin, salt: Array(change?.newSalt ?? registration.salt)))
        let context = SettlementContext(registration: registration, change: change, stage: stage)
        if let pending = stillUnanswered(.settlePINChange, running), keys.made(pending.message.claims),
            let settlement = try await send(pending, isRepeated: true, context, running)
        {
            return settlement
        }
        unanswered[.settlePINChange] = nil
        // A challenge that died on the way is replaced once.
        for _ in 1...2 {
            let challenge: String
            switch try await takeChallenge(for: .settlePINChange, registration, running) {
            case .done(let fresh): challenge = fresh
            case .refused(let problem): return .refused(try outcome(of: problem, running))
            }
            let pending = try await prepareSettlement(challenge, keys, context, running)
            if let settlement = try await send(pending, isRepeated: false, context, running) { return settlement }
        }
        throw WalletCoreError(.serverUnreachable, "the provider refused two fresh challenges")
    }

    /// The typed PIN's keys under the two salts.
    private struct SettlementKeys {
        let current: P256.Signing.PrivateKey
        let new: P256.Signing.PrivateKey

        /// Whether a settlement was made with the same PIN.
        func made(_ claims: InstructionClaims) -> Bool {
            guard let proofs = try? PINChangeSettlement(claims.data),
                let signature = try? P256.Signing.ECDSASignature(rawRepresentation: proofs.current)
            else { return false }
            return current.publicKey.isValidSignature(signature, for: Array(claims.challenge.utf8))
        }
    }

    /// What a settlement starts from.
    private struct SettlementContext {
        let registration: Registration
        /// Nil when only the provider may know of a change.
        let change: PendingPINChange?
        let stage: PendingPINChange.Stage
    }

    /// Makes a settlement. Its number, and that it may have been sent, are stored before it is.
    private func prepareSettlement(
        _ challenge: String, _ keys: SettlementKeys, _ context: SettlementContext, _ running: Running
    ) async throws(WalletCoreError) -> PendingInstruction {
        let proofs = PINChangeSettlement(
            current: try proof(of: challenge, by: keys.current), new: try proof(of: challenge, by: keys.new))
        let sequenceNumber = try nextSequenceNumber(running)
        let message = InstructionMessage(
            deviceOnly: try claims(
                .settlePINChange, challenge: challenge, sequenceNumber: sequenceNumber, data: proofs.json, context.registration, running))
        let body = ProviderRequest(
            certificate: context.registration.certificate, message: message,
            device: try await deviceProof(over: message, by: context.registration.deviceKey, running)
        ).encode()
        let pending = PendingInstruction(message: message, body: body, madeAt: running.bridges.clock.now)
        var sent = context.change
        sent?.stage = context.stage
        let marked = sent
        try running.store.change { changes throws(WalletCoreError) in
            try changes.set(.sequenceNumber, to: sequenceNumber)
            if let marked { try changes.set(.pendingPINChange, to: marked) }
        }
        // Its start cannot be gone on with: this may take the change back.
        if context.stage == .settlement { unanswered[.startPINChange] = nil }
        unanswered[.settlePINChange] = pending
        return pending
    }

    /// Sends a settlement.
    ///
    /// - Returns: nil when the challenge was refused: nothing was verified or counted.
    private func send(
        _ pending: PendingInstruction, isRepeated: Bool, _ context: SettlementContext, _ running: Running
    ) async throws(WalletCoreError) -> Settlement? {
        switch try await exchange(pending.body, to: .instruction(.settlePINChange), running) {
        case .done(let body):
            let result = try running.provider.settlement(in: body, of: pending.message.claims)
            try keep(result, context, running)
            return .settled(result.pin)
        case .refused(.challengeRejected):
            unanswered[.settlePINChange] = nil
            return nil
        case .refused(.instructionRejected):
            unanswered[.settlePINChange] = nil
            // Nothing that is pending was the reason for the rejection, then.
            if wasCheckRejected, !isRepeated {
                wasCheckRejected = false
                if context.change == nil { throw WalletCoreError(.unexpected, "the provider rejects a check and a settlement") }
            }
            return .refused(.outcomeUnknown)
        case .refused(let problem):
            unanswered[.settlePINChange] = nil
            let check = try outcome(of: problem, running)
            try unmark(context, running)
            return .refused(check)
        }
    }

    /// The settled PIN's salt and certificate become the registration's, and nothing is pending: one transaction.
    private func keep(_ result: PINChangeResult, _ context: SettlementContext, _ running: Running) throws(WalletCoreError) {
        let before = context.registration
        let isRecovered = try running.store.value(.issuance)?.purpose == .recovery && result.pin == .new
        let settled = Registration(
            walletID: before.walletID, deviceKeyID: before.deviceKeyID, deviceKeyKind: before.deviceKeyKind,
            certificate: result.certificate, salt: result.pin == .new ? context.change?.newSalt ?? before.salt : before.salt)
        try running.store.change { changes throws(WalletCoreError) in
            try changes.set(.registration, to: settled)
            changes.remove(.pendingPINChange)
            // It was a recovery whose answer was lost.
            if isRecovered { changes.remove(.issuance) }
        }
        unanswered = [:]
        wasCheckRejected = false
    }

    /// This settlement has settled nothing, so what was certain before it is so again.
    private func unmark(_ context: SettlementContext, _ running: Running) throws(WalletCoreError) {
        guard let change = context.change, let stored = try running.store.value(.pendingPINChange), stored != change else { return }
        try running.store.change { changes throws(WalletCoreError) in try changes.set(.pendingPINChange, to: change) }
    }
}
