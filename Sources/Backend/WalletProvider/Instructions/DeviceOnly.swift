// SPDX-License-Identifier: EUPL-1.2

import JSON
import ProviderProtocol

/// Instructions that do not require the current PIN. They count no attempt and verify no PIN.
extension WalletProvider {
    /// Applies a device-only instruction, once its message is known to be new and acceptable to the account.
    ///
    /// - Parameter pinVersion: the PIN version that `execution` was prepared for; nil if it does not depend on the PIN keys.
    func accept(
        _ message: AuthenticatedMessage, pinVersion: Int64? = nil, _ execution: Execution
    ) async throws(ProviderProblem) -> [UInt8] {
        let answer = try await signedAnswer(to: message.claims, execution.result)
        let instruction = message.claims.instruction
        // A wallet that is revoked concurrently can no longer change anything.
        let changesNothing = if case .none = execution.change { true } else { false }
        let isAccepted = try await reaching {
            try await store.accept(
                message.identity, evenIfRevoked: instruction.servesRevokedWallets && changesNothing,
                pinVersion: pinVersion, change: execution.change, answer: StoredAnswer(body: answer))
        }
        guard isAccepted else { throw try await refusalNow(of: message) }
        return answer
    }

    /// Writes the act of a message to the audit log, only if the message can still be accepted: rejected messages must not grow the log,
    /// which never shrinks.
    func record(_ act: AuditAct, announcedBy message: AuthenticatedMessage) async throws(ProviderProblem) {
        guard try await reaching({ try await store.fits(message.identity) }) else {
            throw try await refusalNow(of: message)
        }
        try await reaching { try await audit.record(act, by: .wallet) }
    }

    /// `wallet_status`: returns the account's state, also for a blocked or revoked wallet.
    func walletStatus(_ message: AuthenticatedMessage) async throws(ProviderProblem) -> [UInt8] {
        try requireNoData(message)
        if let answer = try earlierAnswer(to: message) { return answer }
        return try await accept(message, Execution(result: status(of: message.account).json))
    }

    private func status(of account: Account) -> AccountStatus {
        if case .revoked(let revocation) = account.state {
            return .revoked(reason: revocation.reason.reportedName, canRegisterNewWallet: account.canRegisterNewWallet(after: revocation))
        }
        if let recovery = account.recovery, recovery.expiresAt > account.readAt { return .recovering }
        return account.attempts < configuration.pinPolicy.maximumAttempts ? .active : .blocked
    }

    /// `deregister`: ends the account of a wallet that is being wiped. A revocation remains recorded.
    func deregister(_ message: AuthenticatedMessage) async throws(ProviderProblem) -> [UInt8] {
        try requireNoData(message)
        if let answer = try earlierAnswer(to: message) { return answer }
        guard case .active = message.account.state else { return try await accept(message, Execution()) }
        try await record(.deregisterWallet(message.claims.walletID), announcedBy: message)
        return try await accept(message, Execution(change: .deregister))
    }
}
