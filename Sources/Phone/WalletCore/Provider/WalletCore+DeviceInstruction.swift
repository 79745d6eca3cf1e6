// SPDX-License-Identifier: EUPL-1.2

import Foundation
import JOSE
import PlatformSupport
import ProviderProtocol
import WalletInterface

/// By what the provider knows a wallet when no PIN is asked for.
struct DeviceIdentity: Codable, Sendable, Equatable {
    /// The wallet's id, base64url.
    let walletID: String
    /// The platform's name for the device key.
    let deviceKeyID: String
    /// The kind that the device key registered as.
    let deviceKeyKind: AttestedKeyKind
    /// The wallet certificate as received.
    let certificate: String

    init(_ registration: Registration) {
        walletID = registration.walletID
        deviceKeyID = registration.deviceKeyID
        deviceKeyKind = registration.deviceKeyKind
        certificate = registration.certificate
    }
}

extension WalletCore {
    /// What an instruction without a PIN yields.
    enum DeviceInstructionReply: Sendable {
        /// The result that the provider signed.
        case done(JSONObject?)
        case refused(ProviderProblem)
    }

    /// Has an instruction done that needs no PIN: asks for its challenge, then sends it.
    ///
    /// - Parameters:
    ///   - identity: whose instruction it is.
    ///   - data: what it is given.
    ///   - number: the next sequence number; it is stored by then.
    /// - Throws: `noInternet`, `serverUnreachable`; `unexpected` when the hardware does not hold the device key; what `number` throws.
    func perform(
        _ instruction: Instruction, as identity: DeviceIdentity, data: JSONObject = [:], _ running: Running, timeout: Duration,
        number: () throws(WalletCoreError) -> Int64
    ) async throws(WalletCoreError) -> DeviceInstructionReply {
        guard let reply = try await performIfKeyIsHeld(instruction, as: identity, data: data, running, timeout: timeout, number: number)
        else {
            throw WalletCoreError(.unexpected, "the phone's hardware does not hold the device key")
        }
        return reply
    }

    /// As `perform`; nil when the hardware says that it does not hold the device key: nobody can speak for that wallet any more.
    func performIfKeyIsHeld(
        _ instruction: Instruction, as identity: DeviceIdentity, data: JSONObject = [:], _ running: Running, timeout: Duration,
        number: () throws(WalletCoreError) -> Int64
    ) async throws(WalletCoreError) -> DeviceInstructionReply? {
        let asked = try await body(
            .challenge, data: ChallengeRequest(for: instruction).json, identity, running, sequenceNumber: number())
        guard let question = asked else { return nil }
        let challenge: String
        switch try await running.provider.send(question.body, to: .challenge, timeout: timeout) {
        case .done(let body): challenge = try running.provider.challenge(in: body)
        case .refused(let problem): return .refused(problem)
        }
        let signed = try await body(
            instruction, challenge: challenge, data: data, identity, running, sequenceNumber: number())
        guard let request = signed else { return nil }
        switch try await running.provider.send(request.body, to: .instruction(instruction), timeout: timeout) {
        case .done(let body): return .done(try running.provider.result(in: body, of: request.claims))
        case .refused(let problem): return .refused(problem)
        }
    }

    /// Nil when the hardware does not hold the device key.
    private func body(
        _ instruction: Instruction, challenge: String = "", data: JSONObject = [:], _ identity: DeviceIdentity, _ running: Running,
        sequenceNumber: Int64
    ) async throws(WalletCoreError) -> (body: [UInt8], claims: InstructionClaims)? {
        guard let walletID = try? WalletID(parsing: identity.walletID) else {
            throw WalletCoreError(.storeDamaged, "the stored wallet id is malformed")
        }
        let claims = InstructionClaims(
            walletID: walletID, audience: running.provider.audience, instruction: instruction, challenge: challenge,
            sequenceNumber: sequenceNumber, issuedAt: Int64(running.bridges.clock.now.timeIntervalSince1970), data: data)
        let message = InstructionMessage(deviceOnly: claims)
        let key = DeviceKey(identifier: identity.deviceKeyID, kind: identity.deviceKeyKind)
        guard let proof = try await deviceProofIfHeld(over: message, by: key, running) else { return nil }
        return (ProviderRequest(certificate: identity.certificate, message: message, device: proof).encode(), claims)
    }
}
