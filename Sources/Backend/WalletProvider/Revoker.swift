// SPDX-License-Identifier: EUPL-1.2

package import Foundation
package import HSM
package import ProviderProtocol

/// Revokes a wallet, all wallets of a person, or all wallets, on behalf of a user with the deletion code or of the operator.
///
/// A revocation is irreversible, is written to the audit log first, and is idempotent. All functions throw `ProviderProblem.unavailable` if
/// the database or the HSM is unreachable. The revocation may then have taken effect or not; a retry completes it.
///
/// - SeeAlso: provider-protocol.md, *Revocation*; UC10.1.
package struct Revoker: Sendable {
    private let store: any AccountStore
    private let audit: AuditLog
    private let hsm: any HSM
    private let report: @Sendable (any Error) -> Void

    /// Creates a revoker.
    ///
    /// - Parameters:
    ///   - store: the accounts and the audit log.
    ///   - clock: the time for the audit log.
    ///   - report: receives the `HSMError` or `AccountStoreError` behind each `unavailable`.
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
    /// - Returns: the revocation in effect, which may be an earlier revocation; nil if no wallet has this code.
    package func revoke(
        with code: RevocationCode, because reason: RevocationReason = .userRequest, by actor: AuditActor
    ) async throws(ProviderProblem) -> Revocation? {
        let walletID = try await reaching { try await store.wallet(withRevocationCodeMark: hsm.mark(of: code)) }
        guard let walletID else { return nil }
        return try await revoke(walletID, because: reason, by: actor)
    }

    /// Revokes a wallet by its id.
    ///
    /// - Returns: the revocation in effect, which may be an earlier revocation; nil if the wallet does not exist.
    package func revoke(
        _ walletID: WalletID, because reason: RevocationReason, by actor: AuditActor
    ) async throws(ProviderProblem) -> Revocation? {
        try await reaching {
            guard let found = try await store.account(of: walletID, withMessage: 0, recordedWithin: 0) else { return nil }
            switch found.account.state {
            case .deregistered: return nil
            case .active: break
            case .revoked(let revocation):
                // A wallet that is revoked only through its solution also gets its own revocation.
                guard try await store.solutionRevocation() == revocation else { return revocation }
            }
            try await audit.record(.revokeWallet(walletID, reason), by: actor)
            return try await store.revoke(walletID, because: reason)
        }
    }

    /// Revokes every present and future wallet of a person: all wallets whose PID has the same recovery code as this wallet's PID.
    ///
    /// - Returns: the person's wallets, all of them revoked now. Empty if the wallet does not exist, or if it never disclosed a recovery
    ///   code, so that the person is unknown.
    package func revokeHolder(of walletID: WalletID, by actor: AuditActor) async throws(ProviderProblem) -> [HeldWallet] {
        let found = try await reaching { try await store.account(of: walletID, withMessage: 0, recordedWithin: 0) }
        guard let mark = found?.account.recoveryCodeMark else { return [] }
        return try await revokeHolder(recoveryCodeMark: mark, by: actor)
    }

    /// Revokes every present and future wallet of a person: all wallets whose PID has this recovery code.
    ///
    /// - Parameter code: the code as assigned by the PID's issuer.
    /// - Returns: the person's wallets, all of them revoked now. Empty if no wallet has this code; nothing is changed or stored in that
    ///   case.
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

    /// Revokes all present and future wallets permanently.
    ///
    /// - Returns: the revocation in effect, which may be an earlier revocation.
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
    /// Returns the HMAC of a deletion code, as stored in the database.
    func mark(of code: RevocationCode) async throws(HSMError) -> [UInt8] {
        try await authenticationCode(over: Array("mark:\(code.text)".utf8), for: .revocationCode)
    }

    /// Returns the HMAC of a recovery code, as stored in the database.
    func mark(ofRecoveryCode code: String) async throws(HSMError) -> [UInt8] {
        try await authenticationCode(over: Array(code.utf8), for: .recoveryCode)
    }
}
