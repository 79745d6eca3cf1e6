// SPDX-License-Identifier: EUPL-1.2

/// Entries of status lists are not witnessed: what a restore makes of them is over within a day (Documentation/operations.md). Nothing is read
/// from a database that went back, though.
extension WitnessedStore: AttestationStatusStore {
    /// See `AttestationStatusStore`.
    package func takeStatusEntry(_ request: StatusEntryRequest) async throws(AccountStoreError) -> StatusEntryOutcome {
        try requireIntact()
        return try await store.takeStatusEntry(request)
    }

    /// See `AttestationStatusStore`.
    package func attestationStatuses(inList number: Int64) async throws(AccountStoreError) -> AttestationStatuses? {
        // Whoever was revoked must not be called valid, and nobody has to ask for a wallet for that.
        try await checkLatest()
        return try await store.attestationStatuses(inList: number)
    }
}
