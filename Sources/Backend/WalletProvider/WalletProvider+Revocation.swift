// SPDX-License-Identifier: EUPL-1.2

package import ProviderProtocol

/// Revocation by whoever has the deletion code, and by the operator. It is written to the audit log first, is irreversible, and done again
/// it changes nothing.
extension WalletProvider {
    /// Revokes the wallet with a deletion code.
    ///
    /// - Returns: the revocation that stands, perhaps from before; nil when no wallet has this code.
    /// - Throws: `ProviderProblem.unavailable`; then nothing was revoked, or it will turn out to be when it is done again.
    package func revoke(
        with code: RevocationCode, because reason: RevocationReason = .userRequest, by actor: AuditActor
    ) async throws(ProviderProblem) -> Revocation? {
        let mark = try await mark(of: code)
        guard let walletID = try await reaching({ try await store.wallet(withRevocationCodeMark: mark) }) else { return nil }
        return try await revoke(walletID, because: reason, by: actor)
    }

    /// Revokes a wallet by its id.
    ///
    /// - Returns: the revocation that stands, perhaps from before; nil when there is no such wallet.
    /// - Throws: `ProviderProblem.unavailable`, as above.
    package func revoke(
        _ walletID: WalletID, because reason: RevocationReason, by actor: AuditActor
    ) async throws(ProviderProblem) -> Revocation? {
        try await reaching {
            guard let found = try await store.account(of: walletID, withMessage: 0, recordedWithin: 0) else { return nil }
            switch found.account.state {
            case .deregistered: return nil
            case .active: break
            case .revoked(let revocation):
                // A wallet that only its solution's revocation covers is revoked itself, too.
                guard try await store.solutionRevocation() == revocation else { return revocation }
            }
            try await audit.record(.revokeWallet(walletID, reason), by: actor)
            return try await store.revoke(walletID, because: reason)
        }
    }

    /// Revokes all wallets for good, those to come included.
    ///
    /// - Returns: the revocation that stands, perhaps from before.
    /// - Throws: `ProviderProblem.unavailable`, as above.
    package func revokeSolution(by actor: AuditActor) async throws(ProviderProblem) -> Revocation {
        try await reaching {
            if let revocation = try await store.solutionRevocation() { return revocation }
            try await audit.record(.revokeSolution, by: actor)
            return try await store.revokeSolution()
        }
    }
}
