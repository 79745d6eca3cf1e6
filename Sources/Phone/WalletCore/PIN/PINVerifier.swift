// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import JSON
import PlatformSupport
import ProviderProtocol
import WalletInterface

/// Checks PINs with the provider, alone or together with an instruction that needs the PIN.
///
/// Once the provider may have judged a PIN, it is sent under a fresh beacon only if the user enters it again.
final class PINVerifier {
    /// The provider's answer to an instruction with a PIN.
    enum Reply: Sendable {
        /// The PIN was right.
        case done(JSONObject?)
        /// The PIN was not accepted, with the reason; never `valid`.
        case refused(PINCheck)
        /// The provider does not execute the instruction.
        case rejected
    }

    private let context: WalletContext
    private let channel: ProviderChannel
    private let pinChange: PINChange
    private let attempts: PINAttempts

    init(_ channel: ProviderChannel, _ pinChange: PINChange, _ attempts: PINAttempts) {
        context = channel.context
        self.channel = channel
        self.pinChange = pinChange
        self.attempts = attempts
    }

    // MARK: Unlock

    /// Checks a PIN, in the provider's mutex. A pending PIN change is resolved with the PIN instead.
    ///
    /// After an error with an unknown outcome, a call with the same PIN sends the same bytes again, so that an attempt is counted once.
    ///
    /// - Throws: `notRegistered`; `noInternet`, `serverUnreachable`; `walletRejected`, `walletRevoked`; a store error; `unexpected`.
    func verify(_ pin: PIN) async throws(WalletCoreError) -> PINCheck {
        let registration = try context.registration()
        if try pinChange.mustSettle() { return try await pinChange.settle(with: pin, registration).check }
        let pinKey = try pin.signingKey(salt: registration.salt)
        let order = InstructionOrder.signed(.checkPIN, by: pinKey, of: registration, .init()) { (_) throws(WalletCoreError) in [:] }
        if let earlier = channel.repeatable(.checkPIN), earlier.message.isSigned(by: pinKey.publicKey),
            let reply = try await channel.resend(earlier, of: order)
        {
            return try check(reply)
        }
        channel.forget(.checkPIN)
        return try check(try await channel.send(order))
    }

    /// Maps the reply to the outcome.
    ///
    /// A check that the provider rejects, or has no verdict on any more, is `outcomeUnknown`. The next PIN then resolves the change,
    /// because a PIN change that this phone does not know of may be the reason.
    private func check(_ reply: InstructionReply<JSONObject?>) throws(WalletCoreError) -> PINCheck {
        switch reply {
        case .done(let result):
            // A report that cannot be parsed is ignored, since it is informative only.
            attempts.noteReport(result.flatMap { try? WrongPINReport($0) })
            return .valid
        case .refused(.instructionRejected):
            pinChange.wasCheckRejected = true
            return .outcomeUnknown
        case .unclear:
            pinChange.wasCheckRejected = false
            return .outcomeUnknown
        case .refused(let problem): return try problem.outcome(by: context.clock)
        }
    }

    // MARK: Other instructions

    /// Sends an instruction with the PIN, in the provider's mutex. A pending PIN change is resolved with the PIN first.
    ///
    /// After an error with an unknown outcome, a call with the same PIN first sends the same bytes again, so that a wrong PIN is counted
    /// once.
    ///
    /// - Throws: `noInternet`, `serverUnreachable`; `walletRejected`, `walletRevoked`; a store error; `unexpected`.
    func carryOut(_ instruction: Instruction, data: JSONObject, provenBy pin: PIN) async throws(WalletCoreError) -> Reply {
        try await channel.mutex.run { () async throws(WalletCoreError) in
            if try pinChange.mustSettle(), case .refused(let check) = try await pinChange.settle(with: pin, try context.registration()) {
                return .refused(check)
            }
            let registration = try context.registration()
            let pinKey = try pin.signingKey(salt: registration.salt)
            let order = InstructionOrder.signed(
                instruction, by: pinKey, of: registration, .init(deliveries: 3, whenNotSent: { () throws(WalletCoreError) in })
            ) { (_) throws(WalletCoreError) in data }
            if let earlier = channel.repeatable(instruction), earlier.message.isSigned(by: pinKey.publicKey),
                case .refused(let problem)? = try await channel.resend(earlier, of: order)
            {
                return .refused(try problem.outcome(by: context.clock))
            }
            channel.forget(instruction)
            switch try await channel.send(order) {
            case .done(let result):
                channel.status.note(.active, isProven: true)
                return .done(result)
            case .refused(.instructionRejected), .unclear: return .rejected
            case .refused(let problem): return .refused(try problem.outcome(by: context.clock))
            }
        }
    }
}
