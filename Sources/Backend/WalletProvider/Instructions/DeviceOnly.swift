// SPDX-License-Identifier: EUPL-1.2

import JOSE
import ProviderProtocol

/// Instructions that ask for no PIN in force: no attempt is counted, no PIN is judged.
extension WalletProvider {
    /// Carries such an instruction out, once it is known to be new and taken by the account.
    ///
    /// - Parameter pinVersion: the PIN keys that `execution` was made for; nil when it does not depend on them.
    func accept(
        _ message: AuthenticatedMessage, pinVersion: Int64? = nil, _ execution: Execution
    ) async throws(ProviderProblem) -> [UInt8] {
        let answer = try await answer(to: message, execution.result)
        let instruction = message.claims.instruction
        // A wallet that is revoked in between changes nothing any more.
        let changesNothing = if case .none = execution.change { true } else { false }
        let isAccepted = try await reaching {
            try await store.accept(
                message.identity, answering: message.challenge, evenIfRevoked: instruction.servesRevokedWallets && changesNothing,
                pinVersion: pinVersion, change: execution.change, answer: StoredAnswer(body: answer))
        }
        guard isAccepted else { throw try await refusalNow(of: message, for: instruction) }
        return answer
    }

    /// Writes what a message is about to do to the audit log, if it can still do it. So no message that will be refused, however often it is
    /// sent, makes the log grow, which never shrinks.
    func record(_ act: AuditAct, announcedBy message: AuthenticatedMessage) async throws(ProviderProblem) {
        guard try await reaching({ try await store.fits(message.identity, answering: message.challenge) }) else {
            throw try await refusalNow(of: message, for: message.claims.instruction)
        }
        try await reaching { try await audit.record(act, by: .wallet) }
    }

    /// `wallet_status`: how the account is, also for one that is blocked or revoked.
    func walletStatus(_ message: AuthenticatedMessage) async throws(ProviderProblem) -> [UInt8] {
        try requireNoData(message)
        if let answer = try earlierAnswer(to: message, for: .walletStatus) { return answer }
        return try await accept(message, Execution(result: status(of: message.account).json))
    }

    private func status(of account: Account) -> AccountStatus {
        if case .revoked(let revocation) = account.state {
            return .revoked(reason: revocation.reason.told, canRegisterNewWallet: account.canRegisterNewWallet(after: revocation))
        }
        if let recovery = account.recovery, recovery.expiresAt > account.readAt { return .recovering }
        return account.attempts < configuration.pinPolicy.maximumAttempts ? .active : .blocked
    }

    /// `deregister`: the account of a wallet that is being wiped ends. That a wallet was revoked stays known.
    func deregister(_ message: AuthenticatedMessage) async throws(ProviderProblem) -> [UInt8] {
        try requireNoData(message)
        if let answer = try earlierAnswer(to: message, for: .deregister) { return answer }
        guard case .active = message.account.state else { return try await accept(message, Execution()) }
        try await record(.deregisterWallet(message.claims.walletID), announcedBy: message)
        return try await accept(message, Execution(change: .deregister))
    }
}
