// SPDX-License-Identifier: EUPL-1.2

package import ProviderProtocol

/// What the witness writes down. Nothing in it is in the clear that is not so in the database.
package enum WitnessRecord: Sendable, Hashable {
    /// An account as it is now.
    case account(WitnessedAccount)
    /// A message that took an attempt, or with a count of 0 whose attempt was right.
    /// - counter: nil from a device that has none.
    case attempt(WalletID, counter: UInt32?, WitnessedAccount.Attempts)
    /// All wallets were revoked, at that time.
    case solution(Timestamp)
}

/// Where the witness writes: outside the database, and never over what was written.
package protocol WitnessJournal: Sendable {
    /// Writes a record; it is on the disk when this returns.
    ///
    /// - Throws: `AccountStoreError` with `unavailable`; whatever the record is about may not be acknowledged then.
    func append(_ record: WitnessRecord) async throws(AccountStoreError)

    /// Writes a record some time, at the latest with the next one that is waited for. It may be lost in a crash.
    func note(_ record: WitnessRecord)

    /// Whether records can be written now; after a failure it tries.
    ///
    /// - Throws: `AccountStoreError` with `unavailable`; then nothing that needs a record may be begun.
    func requireWritable() async throws(AccountStoreError)

    /// What all journals say now, those that other processes write too. It reads files from their beginning, so it is for what happens seldom.
    ///
    /// - Throws: `AccountStoreError` with `unavailable` or `journalDamaged`.
    func readAll() async throws(AccountStoreError) -> WitnessLedger
}
