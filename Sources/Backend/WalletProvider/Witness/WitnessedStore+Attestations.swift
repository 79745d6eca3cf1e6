// SPDX-License-Identifier: EUPL-1.2

/// Status list entries are not witnessed: the effects of a restore are over within a day (Documentation/Operations/witness.md). But a
/// database that is behind its witness is not read.
extension WitnessedStore: AttestationStatusStore {
    /// Takes an entry, unless the database is behind its witness.
    package func takeStatusEntry(_ request: StatusEntryRequest) async throws(AccountStoreError) -> StatusEntryOutcome {
        try requireIntact()
        return try await store.takeStatusEntry(request)
    }

    /// Returns the statuses, unless the database is behind its witness.
    package func attestationStatuses(inList number: Int64) async throws(AccountStoreError) -> AttestationStatuses? {
        // A revoked wallet must not be published as valid, so compare with the journals even if no request concerns that wallet.
        try await checkLatest()
        return try await store.attestationStatuses(inList: number)
    }
}
