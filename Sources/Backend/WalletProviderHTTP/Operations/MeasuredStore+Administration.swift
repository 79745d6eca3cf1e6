// SPDX-License-Identifier: EUPL-1.2

package import ProviderProtocol
package import WalletProvider

extension MeasuredStore {
    /// Forwards the call and measures its duration.
    package func wallet(withRevocationCodeMark mark: [UInt8]) async throws(AccountStoreError) -> WalletID? {
        try await metrics.database(.wallet) { () async throws(AccountStoreError) in try await base.wallet(withRevocationCodeMark: mark) }
    }

    /// Forwards the call and measures its duration.
    package func revoke(_ walletID: WalletID, because reason: RevocationReason) async throws(AccountStoreError) -> Revocation? {
        try await metrics.database(.revoke) { () async throws(AccountStoreError) in try await base.revoke(walletID, because: reason) }
    }

    /// Forwards the call and measures its duration.
    package func wallets(withRecoveryCodeMark mark: [UInt8]) async throws(AccountStoreError) -> [HeldWallet] {
        try await metrics.database(.wallets) { () async throws(AccountStoreError) in try await base.wallets(withRecoveryCodeMark: mark) }
    }

    /// Forwards the call and measures its duration.
    package func revokeWallets(withRecoveryCodeMark mark: [UInt8]) async throws(AccountStoreError) -> [HeldWallet] {
        try await metrics.database(.revokeWallets) { () async throws(AccountStoreError) in
            try await base.revokeWallets(withRecoveryCodeMark: mark)
        }
    }

    /// Forwards the call and measures its duration.
    package func revokeSolution() async throws(AccountStoreError) -> Revocation {
        try await metrics.database(.revokeSolution) { () async throws(AccountStoreError) in try await base.revokeSolution() }
    }

    /// Forwards the call and measures its duration.
    package func solutionRevocation() async throws(AccountStoreError) -> Revocation? {
        try await metrics.database(.solutionRevocation) { () async throws(AccountStoreError) in try await base.solutionRevocation() }
    }

    /// Forwards the call and measures its duration.
    package func removeExpired(answers: Int64, unusedAccounts: Int64) async throws(AccountStoreError) {
        try await metrics.database(.removeExpired) { () async throws(AccountStoreError) in
            try await base.removeExpired(answers: answers, unusedAccounts: unusedAccounts)
        }
    }
}

extension MeasuredStore {
    /// Forwards the call and measures its duration.
    package func takeStatusEntry(_ request: StatusEntryRequest) async throws(AccountStoreError) -> StatusEntryOutcome {
        try await metrics.database(.takeStatusEntry) { () async throws(AccountStoreError) in try await base.takeStatusEntry(request) }
    }

    /// Forwards the call and measures its duration.
    package func attestationStatuses(inList number: Int64) async throws(AccountStoreError) -> AttestationStatuses? {
        try await metrics.database(.attestationStatuses) { () async throws(AccountStoreError) in
            try await base.attestationStatuses(inList: number)
        }
    }
}

extension MeasuredStore: AuditStore {
    /// Forwards the call and measures its duration.
    package func lastAuditRecord() async throws(AccountStoreError) -> AuditRecord? {
        try await metrics.database(.lastAuditRecord) { () async throws(AccountStoreError) in try await base.lastAuditRecord() }
    }

    /// Forwards the call and measures its duration.
    package func append(_ record: AuditRecord) async throws(AccountStoreError) -> Bool {
        try await metrics.database(.appendAuditRecord) { () async throws(AccountStoreError) in try await base.append(record) }
    }

    /// Forwards the call and measures its duration.
    package func auditRecords(after number: Int64, limit: Int) async throws(AccountStoreError) -> [AuditRecord] {
        try await metrics.database(.auditRecords) { () async throws(AccountStoreError) in
            try await base.auditRecords(after: number, limit: limit)
        }
    }
}
