// SPDX-License-Identifier: EUPL-1.2

package import Foundation
package import HSM
package import ProviderProtocol

/// Revocation by whoever has the deletion code, and by the operator: of a wallet, of a person, of all.
///
/// It is written to the audit log first, is irreversible, and done again it changes nothing. All functions throw
/// `ProviderProblem.unavailable` when the database or the HSM cannot be reached; then nothing was revoked, or it will turn out to have been
/// when it is done again.
///
/// - SeeAlso: the protocol page, Revocation; UC10.1.
package struct Revoker: Sendable {
    private let store: any AccountStore
    private let audit: AuditLog
    private let hsm: any HSM
    private let report: @Sendable (any Error) -> Void

    /// Puts a revoker together.
    ///
    /// - Parameters:
    ///   - store: holds the accounts and the audit log.
    ///   - clock: the time in the audit log.
    ///   - report: gets the `HSMError` or `AccountStoreError` behind each `unavailable`.
    package init(
        store: any AccountStore & AuditStore, hsm: any HSM, clock: @escaping @Sendable () -> Date,
        report: @escaping @Sendable (any Error) -> Void = { _ in }
    ) {
        self.store = store
        audit = AuditLog(store: store, hsm: hsm, clock: clock)
        self.hsm = hsm
        self.report = report
    }

    /// Revokes the wallet with a deletion code.
    ///
    /// - Returns: the revocation that stands, perhaps from before; nil when no wallet has this code.
    package func revoke(
        with code: RevocationCode, because reason: RevocationReason = .userRequest, by actor: AuditActor
    ) async throws(ProviderProblem) -> Revocation? {
        let walletID = try await reaching { try await store.wallet(withRevocationCodeMark: hsm.mark(of: code)) }
        guard let walletID else { return nil }
        return try await revoke(walletID, because: reason, by: actor)
    }

    /// Revokes a wallet by its id.
    ///
    /// - Returns: the revocation that stands, perhaps from before; nil when there is no such wallet.
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

    /// Revokes every wallet of a person, those to come included: all whose PID has the recovery code of this wallet's.
    ///
    /// - Returns: the person's wallets, none of which may be used any more; empty when there is no such wallet, or when it never disclosed a
    ///   recovery code, so that nobody knows whose it is.
    package func revokeHolder(of walletID: WalletID, by actor: AuditActor) async throws(ProviderProblem) -> [HeldWallet] {
        let found = try await reaching { try await store.account(of: walletID, withMessage: 0, recordedWithin: 0) }
        guard let mark = found?.account.recoveryCodeMark else { return [] }
        return try await revokeHolder(recoveryCodeMark: mark, by: actor)
    }

    /// Revokes every wallet of a person, those to come included: all whose PID has this recovery code.
    ///
    /// - Parameter code: as the PID's issuer gave it.
    /// - Returns: the person's wallets, none of which may be used any more; empty when no wallet has this code: then nothing was done, and
    ///   nothing is kept of the code.
    package func revokeHolder(withRecoveryCode code: String, by actor: AuditActor) async throws(ProviderProblem) -> [HeldWallet] {
        let mark = try await reaching { try await hsm.mark(ofRecoveryCode: code) }
        return try await revokeHolder(recoveryCodeMark: mark, by: actor)
    }

    private func revokeHolder(recoveryCodeMark mark: [UInt8], by actor: AuditActor) async throws(ProviderProblem) -> [HeldWallet] {
        try await reaching {
            let wallets = try await store.wallets(withRecoveryCodeMark: mark)
            guard !wallets.isEmpty else { return [] }
            if wallets.contains(where: { $0.revocation?.reason != .recoveryCode }) {
                try await audit.record(.revokeHolder(recoveryCodeMark: mark), by: actor)
            }
            return try await store.revokeWallets(withRecoveryCodeMark: mark)
        }
    }

    /// Revokes all wallets for good, those to come included.
    ///
    /// - Returns: the revocation that stands, perhaps from before.
    package func revokeSolution(by actor: AuditActor) async throws(ProviderProblem) -> Revocation {
        try await reaching {
            if let revocation = try await store.solutionRevocation() { return revocation }
            try await audit.record(.revokeSolution, by: actor)
            return try await store.revokeSolution()
        }
    }

    private func reaching<Value>(_ body: () async throws -> Value) async throws(ProviderProblem) -> Value {
        do {
            return try await body()
        } catch {
            report(error)
            throw .unavailable
        }
    }
}

extension HSM {
    /// What the database knows of a deletion code.
    func mark(of code: RevocationCode) async throws(HSMError) -> [UInt8] {
        try await authenticationCode(over: Array("mark:\(code.text)".utf8), for: .revocationCode)
    }

    /// What the database knows of a recovery code.
    func mark(ofRecoveryCode code: String) async throws(HSMError) -> [UInt8] {
        try await authenticationCode(over: Array(code.utf8), for: .recoveryCode)
    }
}
