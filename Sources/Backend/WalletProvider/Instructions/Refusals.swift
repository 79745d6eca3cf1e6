// SPDX-License-Identifier: EUPL-1.2

import ProviderProtocol

/// The instructions that an account takes in each state: the table of
/// provider-protocol.md, *Change, recovery, states*, as far as it depends on the account alone.
extension WalletProvider {
    /// Returns the reason why an account rejects a message now; nil if it takes the message.
    ///
    /// This check runs before any HSM call and uses only the account as read, so a message with a wrong state, number or challenge costs
    /// one read of the database. The store repeats the check when the message takes effect.
    func refusal(by account: Account, of message: AuthenticatedMessage) -> ProviderProblem? {
        let instruction = message.claims.instruction
        switch account.state {
        case .active: break
        case .deregistered: return .certificateRejected
        case .revoked(let revocation):
            guard instruction.servesRevokedWallets else { return .revoked(revocation, account) }
        }
        if let problem = pinRefusal(by: account, for: instruction) { return problem }
        guard message.identity.sequenceNumber > account.sequenceNumber,
            message.identity.assertionCounter.map({ $0 > account.assertionCounter }) ?? true
        else { return .instructionRejected }
        return message.isFresh ? nil : .challengeRejected
    }

    private func pinRefusal(by account: Account, for instruction: Instruction) -> ProviderProblem? {
        guard instruction.countsAttempts else { return nil }
        guard account.attempts < configuration.pinPolicy.maximumAttempts else { return .accountBlocked }
        if let waitUntil = account.waitUntil, waitUntil > account.readAt {
            return .pinTimeout(timeLeft: waitUntil.milliseconds - account.readAt.milliseconds)
        }
        // While a change is pending, it is unknown which PIN is right. So only the settlement is accepted.
        return account.pin.sealedNewKey == nil || instruction == .settlePINChange ? nil : .instructionRejected
    }
}

extension Instruction {
    /// True if a revoked wallet may send the instruction: to learn of its revocation and to deregister.
    var servesRevokedWallets: Bool { self == .walletStatus || self == .deregister }

    /// True if the instruction distinguishes a right PIN from a wrong one, so that each use is an attempt.
    var countsAttempts: Bool { proof == .pin || self == .settlePINChange }
}

extension ProviderProblem {
    /// The answer to every message of a revoked wallet.
    static func revoked(_ revocation: Revocation, _ account: Account) -> ProviderProblem {
        .accountRevoked(reason: revocation.reason.reportedName, canRegisterNewWallet: account.canRegisterNewWallet(after: revocation))
    }

    /// The answer to a registration after the solution was revoked.
    static var solutionRevoked: ProviderProblem {
        .accountRevoked(reason: RevocationReason.solutionCompromised.rawValue, canRegisterNewWallet: false)
    }
}
