// SPDX-License-Identifier: EUPL-1.2

import Foundation
import JOSE
import PlatformSupport
import ProviderProtocol
import Synchronization

@testable import WalletCore

/// The instructions without a PIN, as the protocol has them.
extension FakeProvider {
    /// What a challenge is kept by: there is one per wallet and instruction.
    static func name(_ walletID: WalletID, _ instruction: Instruction) -> String { walletID.text + " " + instruction.rawValue }

    func deviceOnly(_ instruction: Instruction, _ body: [UInt8]) throws -> NetworkResponse {
        if let known = state.withLock({ $0.answers[body] }) { return known }
        let (request, _) = try accepted(body)
        let claims = request.message.claims
        guard claims.data == [:] else { throw ProviderProblem.malformedRequest }
        let challenge = state.withLock { $0.challenges.removeValue(forKey: Self.name(claims.walletID, instruction)) }
        guard challenge == claims.challenge else { throw ProviderProblem.challengeRejected }
        let status = state.withLock { state -> AccountStatus in
            guard case .accountRevoked(let reason, let canRegisterNewWallet) = state.revoked[claims.walletID.text] else {
                if instruction == .deregister {
                    state.deregistered.insert(claims.walletID.text)
                    state.wallets[claims.walletID.text] = nil
                }
                return state.status
            }
            return .revoked(reason: reason, canRegisterNewWallet: canRegisterNewWallet)
        }
        let response = try result(
            InstructionResult(
                walletID: claims.walletID, instruction: instruction, challenge: claims.challenge,
                issuedAt: Int64(clock.now.timeIntervalSince1970),
                result: instruction == .walletStatus ? status.json : nil))
        state.withLock { $0.answers[body] = response }
        return response
    }

    /// Revokes every wallet that there is.
    func revoke(_ reason: String = "user_request", canRegisterNewWallet: Bool = true) {
        state.withLock { state in
            for wallet in state.wallets.keys {
                state.revoked[wallet] = .accountRevoked(reason: reason, canRegisterNewWallet: canRegisterNewWallet)
            }
        }
    }

    /// Every request fails until `goOnline`.
    func goOffline(_ error: NetworkError = .offline) { state.withLock { $0.outage = error } }

    /// Requests arrive again.
    func goOnline() { state.withLock { $0.outage = nil } }

    /// How many accounts have not ended.
    var accountCount: Int { state.withLock { $0.wallets.count } }

    /// How often an instruction was sent.
    func count(of instruction: Instruction) -> Int { bodies(to: .instruction(instruction)).count }
}
