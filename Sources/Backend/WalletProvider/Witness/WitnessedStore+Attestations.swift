// SPDX-License-Identifier: EUPL-1.2

package import ProviderProtocol

/// Which attestation has which entry is not witnessed: it lives as short as the attestation, and whose entry a restored database forgot is
/// refused by everything else that the journal remembers of the wallet.
extension WitnessedStore: AttestationStatusStore {
    /// As the store.
    package func takeStatusEntry(
        for walletID: WalletID, lifetime: Int64, candidates: [Int64]
    ) async throws(AccountStoreError) -> AttestationStatusEntry? {
        try requireIntact()
        return try await store.takeStatusEntry(for: walletID, lifetime: lifetime, candidates: candidates)
    }

    /// As the store.
    package func attestationStatuses(inList number: Int64) async throws(AccountStoreError) -> AttestationStatuses? {
        try requireIntact()
        return try await store.attestationStatuses(inList: number)
    }
}
