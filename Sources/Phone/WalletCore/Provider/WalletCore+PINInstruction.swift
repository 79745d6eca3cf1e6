// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import JOSE
import PlatformSupport
import ProviderProtocol
import WalletInterface

/// Instructions that a PIN proves, besides unlocking and changing it.
extension WalletCore {
    /// What an instruction with the PIN in force yields.
    enum PINInstructionReply: Sendable {
        /// The PIN was right, and this is the result.
        case done(JSONObject?)
        /// The PIN was not accepted; never `valid`.
        case refused(PINCheck)
        /// The provider does not do it.
        case rejected
    }

    /// What an instruction that a key signs yields.
    enum SignedInstructionReply: Sendable {
        case done(JSONObject?)
        case refused(ProviderProblem)
        /// It was sent more than once, and the provider does not do it: whether it has done it before is not known.
        case unclear
    }

    /// How often the same bytes are sent while there is no answer.
    private static let deliveries = 3

    /// Has an instruction done with the PIN in force, in the provider's turn. A PIN change that is pending is settled with the PIN first. After
    /// an error with an unknown outcome a call with the same PIN sends the same bytes again before anything else, so that a wrong PIN is
    /// counted once.
    ///
    /// - Throws: `noInternet`, `serverUnreachable`; `walletRejected`, `walletRevoked`; a store error; `unexpected`.
    func perform(
        _ instruction: Instruction, data: JSONObject, provenBy pin: PIN, _ running: Running
    ) async throws(WalletCoreError) -> PINInstructionReply {
        try await providerMutex.run { () async throws(WalletCoreError) in
            if try mustSettle(running), case .refused(let check) = try await settle(with: pin, try registration(running), running) {
                return .refused(check)
            }
            let registration = try registration(running)
            let pinKey = try pinKey(from: pin, salt: Array(registration.salt))
            if let earlier = stillUnanswered(instruction, running), earlier.message.isSigned(by: pinKey.publicKey),
                case .refused(let problem) = try await send(earlier, isRepeated: true, running), problem != .challengeRejected,
                problem != .instructionRejected
            {
                return .refused(try outcome(of: problem, running))
            }
            unanswered[instruction] = nil
            switch try await perform(instruction, data: data, signedBy: pinKey, registration, running) {
            case .done(let result):
                note(.active, isProven: true, running)
                return .done(result)
            case .refused(.instructionRejected), .unclear: return .rejected
            case .refused(let problem): return .refused(try outcome(of: problem, running))
            }
        }
    }

    /// Has an instruction done that a PIN's key signs, in the provider's turn. A challenge that died on the way is replaced once.
    ///
    /// - Parameter marking: what else is stored before it is sent.
    /// - Throws: `noInternet`, `serverUnreachable`: then it may have been done, and is in `unanswered`; what `marking` throws; a store error.
    func perform(
        _ instruction: Instruction, data: JSONObject, signedBy key: P256.Signing.PrivateKey, _ registration: Registration,
        _ running: Running, marking: (inout StoreChanges) throws(WalletCoreError) -> Void = { (_) throws(WalletCoreError) in }
    ) async throws(WalletCoreError) -> SignedInstructionReply {
        for _ in 1...2 {
            let challenge: String
            switch try await takeChallenge(for: instruction, registration, running) {
            case .done(let fresh): challenge = fresh
            case .refused(let problem): return .refused(problem)
            }
            let sequenceNumber = try nextSequenceNumber(running)
            let message = try signed(
                try claims(instruction, challenge: challenge, sequenceNumber: sequenceNumber, data: data, registration, running), by: key)
            let body = ProviderRequest(
                certificate: registration.certificate, message: message,
                device: try await deviceProof(over: message, by: registration.deviceKey, running)
            ).encode()
            try running.store.change { changes throws(WalletCoreError) in
                try changes.set(.sequenceNumber, to: sequenceNumber)
                try marking(&changes)
            }
            let pending = PendingInstruction(message: message, body: body, madeAt: running.bridges.clock.now)
            unanswered[instruction] = pending
            let reply = try await send(pending, isRepeated: false, running)
            if case .refused(.challengeRejected) = reply { continue }
            return reply
        }
        throw WalletCoreError(.serverUnreachable, "the provider refused two fresh challenges")
    }

    /// Sends a message, and the same bytes again while there is no answer.
    private func send(
        _ pending: PendingInstruction, isRepeated: Bool, _ running: Running
    ) async throws(WalletCoreError) -> SignedInstructionReply {
        let instruction = pending.message.claims.instruction
        var wasSent = isRepeated
        var last = WalletCoreError(.serverUnreachable, "no answer from the provider")
        for _ in 1...Self.deliveries {
            switch await deliver(pending.body, to: .instruction(instruction), running) {
            case .answered(.done(let body)):
                let result = try running.provider.result(in: body, of: pending.message.claims)
                unanswered[instruction] = nil
                return .done(result)
            case .answered(.refused(let problem)):
                unanswered[instruction] = nil
                return problem == .instructionRejected && wasSent ? .unclear : .refused(problem)
            case .notSent(let error):
                if !wasSent { unanswered[instruction] = nil }
                throw error
            case .unanswered(let error):
                wasSent = true
                last = error
            }
        }
        throw last
    }
}
