// SPDX-License-Identifier: EUPL-1.2

import ProviderProtocol

/// Which instructions an account takes in which state: the protocol page's table, as far as the account alone tells.
extension WalletProvider {
    /// Why an account does not take a message now; nil when it does.
    ///
    /// It is asked before the HSM is: state, number and challenge are read from the account, so a message that will be refused for one of them
    /// costs one read of the database. The store decides the same again when the message takes effect.
    ///
    /// - Parameter instruction: the message's; for a request for a challenge, the one that the challenge is to serve.
    func refusal(by account: Account, of message: AuthenticatedMessage, for instruction: Instruction) -> ProviderProblem? {
        switch account.state {
        case .active: break
        case .deregistered: return .certificateRejected
        case .revoked(let revocation):
            guard instruction.servesRevokedWallets else { return .revoked(revocation, account) }
        }
        // Whether an instruction is taken otherwise is decided when it comes, not when its challenge is asked for.
        if message.claims.instruction != .challenge, let problem = pinRefusal(by: account, for: instruction) { return problem }
        guard message.identity.sequenceNumber > account.sequenceNumber,
            message.identity.assertionCounter.map({ $0 > account.assertionCounter }) ?? true
        else { return .instructionRejected }
        // A request for a challenge answers none.
        guard message.claims.instruction != .challenge, !account.challenges.contains(message.challenge, at: account.readAt) else {
            return nil
        }
        return .challengeRejected
    }

    private func pinRefusal(by account: Account, for instruction: Instruction) -> ProviderProblem? {
        guard instruction.countsAttempts else { return nil }
        guard account.attempts < configuration.pinPolicy.maximumAttempts else { return .accountBlocked }
        if let waitUntil = account.waitUntil, waitUntil > account.readAt {
            return .pinTimeout(timeLeft: waitUntil.milliseconds - account.readAt.milliseconds)
        }
        // While a change is pending it is not known which PIN is the right one, so only its settlement is done.
        return account.pin.sealedNewKey == nil || instruction == .settlePINChange ? nil : .instructionRejected
    }
}

extension Instruction {
    /// Whether a revoked wallet may still have it done: to learn that it is revoked, and to take its leave.
    var servesRevokedWallets: Bool { self == .walletStatus || self == .deregister }

    /// Whether it tells a right PIN from a wrong one, so that each use of it is an attempt.
    var countsAttempts: Bool { proof == .pin || self == .settlePINChange }
}

extension ProviderProblem {
    /// What every message of a revoked wallet is answered.
    static func revoked(_ revocation: Revocation, _ account: Account) -> ProviderProblem {
        .accountRevoked(reason: revocation.reason.told, canRegisterNewWallet: account.canRegisterNewWallet(after: revocation))
    }

    /// What a registration is answered when the solution was revoked.
    static var solutionRevoked: ProviderProblem {
        .accountRevoked(reason: RevocationReason.solutionCompromised.rawValue, canRegisterNewWallet: false)
    }
}
