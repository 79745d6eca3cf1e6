// SPDX-License-Identifier: EUPL-1.2

import Foundation
import JSON
import PlatformSupport
import ProviderProtocol
import WalletInterface

/// The wallet's conversation with its provider: beacons, sequence numbers, and messages whose answer may have been lost.
///
/// Instructions are sent one at a time, under the provider mutex, so that sequence numbers arrive in order.
final class ProviderChannel {
    let context: WalletContext
    let status: WalletStatusRecord
    let deviceKeys: DeviceKeys
    /// Serialises the conversations of all wallets of this process.
    let mutex: AsyncMutex

    /// The latest beacon.
    var beacon: Beacon?
    /// Unanswered messages that prove a PIN.
    private(set) var unanswered: [Instruction: PendingInstruction] = [:]

    init(_ context: WalletContext, _ status: WalletStatusRecord, mutex: AsyncMutex) {
        self.context = context
        self.status = status
        self.mutex = mutex
        deviceKeys = DeviceKeys(context)
    }

    // MARK: Sending

    /// Carries out an instruction: signs it with a fresh beacon, stores the state that must survive a crash, sends, and reads the answer. A
    /// beacon that the provider refuses, which counts nothing, is replaced once.
    ///
    /// - Returns: never `refused(.challengeRejected)`.
    /// - Throws: `noInternet`, `serverUnreachable`: a repeatable message may have arrived and is then in `unanswered`; `serverUnreachable`
    ///   also if two fresh beacons are refused; `deviceKeyLost`, `hardwareFailed`; `unexpected`; errors of the order's closures; a store
    ///   error.
    func send<Result>(_ order: InstructionOrder<Result>) async throws(WalletCoreError) -> InstructionReply<Result> {
        guard let reply = try await sendIfKeyIsHeld(order) else { throw .deviceKeyLost }
        return reply
    }

    /// Works like `send`, but returns nil if the hardware does not have the device key: the wallet can then send no instructions.
    func sendIfKeyIsHeld<Result>(_ order: InstructionOrder<Result>) async throws(WalletCoreError) -> InstructionReply<Result>? {
        for _ in 1...2 {
            let challenge = try await freshBeacon(timeout: order.timeout)
            guard let message = try await sign(order, challenge) else { return nil }
            let reply = try await transmit(message, order, isRepeated: false)
            guard case .refused(.challengeRejected) = reply else { return reply }
            beacon = nil
        }
        throw WalletCoreError(.serverUnreachable, "the provider refused two fresh beacons")
    }

    /// Sends the bytes of an earlier message again, and reads the answer as for a new message.
    ///
    /// - Returns: nil if the provider refuses the beacon: nothing was verified or counted, so that a new message can be sent.
    func resend<Result>(
        _ earlier: PendingInstruction, of order: InstructionOrder<Result>
    ) async throws(WalletCoreError) -> InstructionReply<Result>? {
        let reply = try await transmit(earlier, order, isRepeated: true)
        if case .refused(.challengeRejected) = reply { return nil }
        return reply
    }

    /// Signs the message. Its number, and for a repeatable message the order's marks, are stored before it is sent.
    ///
    /// - Returns: nil if the hardware does not have the device key.
    private func sign<Result>(_ order: InstructionOrder<Result>, _ challenge: String) async throws(WalletCoreError) -> PendingInstruction? {
        let number = order.repetition == nil ? try takeSequenceNumber(of: order.sender) : try nextSequenceNumber()
        let text = try claims(order.instruction, challenge: challenge, sequenceNumber: number, data: [:], order.identity).possessionText
        let claims = try claims(
            order.instruction, challenge: challenge, sequenceNumber: number, data: try order.data(text), order.identity)
        let message: InstructionMessage
        if let pinKey = order.pinKey {
            guard let signed = try? InstructionMessage(claims, signedBy: pinKey) else {
                throw WalletCoreError(.unexpected, "a message cannot be signed")
            }
            message = signed
        } else {
            message = InstructionMessage(deviceOnly: claims)
        }
        guard let proof = try await deviceKeys.proofIfHeld(over: message, by: order.identity.deviceKey) else { return nil }
        let pending = PendingInstruction(
            message: message, body: ProviderRequest(certificate: order.identity.certificate, message: message, device: proof).encode(),
            madeAt: context.now)
        guard let repetition = order.repetition else { return pending }
        try context.store.change { changes throws(WalletCoreError) in
            try changes.set(.sequenceNumber, to: number)
            try repetition.marks(&changes)
        }
        for superseded in repetition.supersedes { unanswered[superseded] = nil }
        unanswered[order.instruction] = pending
        return pending
    }

    private func transmit<Result>(
        _ pending: PendingInstruction, _ order: InstructionOrder<Result>, isRepeated: Bool
    ) async throws(WalletCoreError) -> InstructionReply<Result> {
        var wasSent = isRepeated
        var last = WalletCoreError(.serverUnreachable, "no answer from the provider")
        for _ in 1...(order.repetition?.deliveries ?? 1) {
            let sentAt = context.clock.steadyNow
            switch await post(pending.body, to: .instruction(order.instruction), order.sender, timeout: order.timeout) {
            case .answered(.done(let body)):
                let result = try order.read(context.provider, body, pending.message.claims)
                // The answer to a repeated message may be the answer of its first delivery, with the time of that delivery.
                if !wasSent, let signedAt = context.provider.signingTime(in: body, of: pending.message.claims) {
                    context.synchronizeTime(to: signedAt, sentAt: sentAt)
                }
                if let next = context.provider.nextBeacon(in: body) { beacon = Beacon(text: next, receivedAt: sentAt) }
                if order.repetition?.isKeptWhenDone == false { unanswered[order.instruction] = nil }
                return .done(result)
            case .answered(.refused(let problem)):
                if order.repetition != nil { unanswered[order.instruction] = nil }
                return problem == .instructionRejected && wasSent ? .unclear : .refused(problem)
            case .notSent(let error):
                if !wasSent, let whenNotSent = order.repetition?.whenNotSent {
                    unanswered[order.instruction] = nil
                    try whenNotSent()
                }
                throw error
            case .unanswered(let error):
                wasSent = true
                last = error
            }
        }
        throw last
    }

    /// Posts a body to the provider. If the answer reports a revocation of this wallet, the revocation is stored.
    func post(_ body: [UInt8], to endpoint: Endpoint, timeout: Duration = .seconds(10)) async -> Delivery {
        let delivery = await context.provider.post(body, to: endpoint, timeout: timeout)
        if case .answered(.refused(let problem)) = delivery { status.noteRevocation(in: problem) }
        return delivery
    }

    func post<Result>(
        _ body: [UInt8], to endpoint: Endpoint, _ sender: InstructionOrder<Result>.Sender, timeout: Duration
    ) async -> Delivery {
        switch sender {
        case .wallet: await post(body, to: endpoint, timeout: timeout)
        // The revocation of an erased wallet does not concern the present wallet.
        case .erasedWallet: await context.provider.post(body, to: endpoint, timeout: timeout)
        }
    }

    // MARK: Repeating

    /// Returns the unanswered message of a kind if the provider can still repeat its answer. Expired messages of every kind are removed.
    func repeatable(_ instruction: Instruction) -> PendingInstruction? {
        forgetExpired()
        return unanswered[instruction]
    }

    /// Forgets the messages whose answer the provider no longer repeats.
    func forgetExpired() { unanswered = unanswered.filter { $0.value.isAlive(at: context.now) } }

    /// True if any message is unanswered, which a later message would make stale.
    var awaitsAnswer: Bool { unanswered.values.contains { $0.isAlive(at: context.now) } }

    /// Forgets a message.
    ///
    /// - Returns: true if there was a message, which may have arrived.
    @discardableResult
    func forget(_ instruction: Instruction) -> Bool { unanswered.removeValue(forKey: instruction) != nil }

    /// Forgets all messages, because the PIN has changed.
    func forgetAll() { unanswered = [:] }

    // MARK: Numbers and claims

    /// The number of the next message: larger than every earlier number and at least the time in seconds, so that a phone whose store was
    /// restored from an older copy does not repeat numbers permanently.
    private func nextSequenceNumber() throws(WalletCoreError) -> Int64 {
        let last = try context.store.value(.sequenceNumber) ?? 0
        return max(last + 1, Int64(context.now.timeIntervalSince1970))
    }

    /// The next number of a sender; it is stored when this returns.
    func takeSequenceNumber<Result>(of sender: InstructionOrder<Result>.Sender) throws(WalletCoreError) -> Int64 {
        if case .erasedWallet(_, let nextNumber) = sender { return try nextNumber() }
        let number = try nextSequenceNumber()
        try context.store.change { changes throws(WalletCoreError) in try changes.set(.sequenceNumber, to: number) }
        return number
    }

    /// The claims of a wallet's instruction for its provider.
    func claims(
        _ instruction: Instruction, challenge: String, sequenceNumber: Int64, data: JSONObject, _ identity: DeviceIdentity
    ) throws(WalletCoreError) -> InstructionClaims {
        guard let walletID = try? WalletID(parsing: identity.walletID) else {
            throw WalletCoreError(.storeDamaged, "the stored wallet id is malformed")
        }
        return InstructionClaims(
            walletID: walletID, audience: context.provider.audience, instruction: instruction, challenge: challenge,
            sequenceNumber: sequenceNumber, issuedAt: Int64(context.trueNow.timeIntervalSince1970), data: data)
    }
}
