// SPDX-License-Identifier: EUPL-1.2

package import ProviderProtocol
package import WalletProvider

extension MeasuredStore {
    /// See `AccountStore`.
    package func wallet(withRevocationCodeMark mark: [UInt8]) async throws(AccountStoreError) -> WalletID? {
        try await metrics.database("wallet") { () async throws(AccountStoreError) in try await base.wallet(withRevocationCodeMark: mark) }
    }

    /// See `AccountStore`.
    package func revoke(_ walletID: WalletID, because reason: RevocationReason) async throws(AccountStoreError) -> Revocation? {
        try await metrics.database("revoke") { () async throws(AccountStoreError) in try await base.revoke(walletID, because: reason) }
    }

    /// See `AccountStore`.
    package func wallets(withRecoveryCodeMark mark: [UInt8]) async throws(AccountStoreError) -> [HeldWallet] {
        try await metrics.database("wallets") { () async throws(AccountStoreError) in try await base.wallets(withRecoveryCodeMark: mark) }
    }

    /// See `AccountStore`.
    package func revokeWallets(withRecoveryCodeMark mark: [UInt8]) async throws(AccountStoreError) -> [HeldWallet] {
        try await metrics.database("revoke_wallets") { () async throws(AccountStoreError) in
            try await base.revokeWallets(withRecoveryCodeMark: mark)
        }
    }

    /// See `AccountStore`.
    package func revokeSolution() async throws(AccountStoreError) -> Revocation {
        try await metrics.database("revoke_solution") { () async throws(AccountStoreError) in try await base.revokeSolution() }
    }

    /// See `AccountStore`.
    package func solutionRevocation() async throws(AccountStoreError) -> Revocation? {
        try await metrics.database("solution_revocation") { () async throws(AccountStoreError) in try await base.solutionRevocation() }
    }

    /// See `AccountStore`.
    package func removeExpired(answers: Int64, unusedAccounts: Int64) async throws(AccountStoreError) {
        try await metrics.database("remove_expired") { () async throws(AccountStoreError) in
            try await base.removeExpired(answers: answers, unusedAccounts: unusedAccounts)
        }
    }
}

extension MeasuredStore {
    /// See `AttestationStatusStore`.
    package func takeStatusEntry(_ request: StatusEntryRequest) async throws(AccountStoreError) -> StatusEntryOutcome {
        try await metrics.database("take_status_entry") { () async throws(AccountStoreError) in try await base.takeStatusEntry(request) }
    }

    /// See `AttestationStatusStore`.
    package func attestationStatuses(inList number: Int64) async throws(AccountStoreError) -> AttestationStatuses? {
        try await metrics.database("attestation_statuses") { () async throws(AccountStoreError) in
            try await base.attestationStatuses(inList: number)
        }
    }
}

extension MeasuredStore: AuditStore {
    /// See `AuditStore`.
    package func lastAuditRecord() async throws(AccountStoreError) -> AuditRecord? {
        try await metrics.database("last_audit_record") { () async throws(AccountStoreError) in try await base.lastAuditRecord() }
    }

    /// See `AuditStore`.
    package func append(_ record: AuditRecord) async throws(AccountStoreError) -> Bool {
        try await metrics.database("append_audit_record") { () async throws(AccountStoreError) in try await base.append(record) }
    }

    /// See `AuditStore`.
    package func auditRecords(after number: Int64, limit: Int) async throws(AccountStoreError) -> [AuditRecord] {
        try await metrics.database("audit_records") { () async throws(AccountStoreError) in
            try await base.auditRecords(after: number, limit: limit)
        }
    }
}
