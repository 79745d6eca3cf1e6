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
    /// A wallet that has ended its account, and of which nothing else is kept: its id never comes back to life.
    case gone(WalletID)
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

    /// Hands over what other processes have written since the last time, in the order of each of them, with whose it is. When there is
    /// nothing it costs a look at the directories. What was there when this is called has been handed over when it returns.
    ///
    /// - Throws: `AccountStoreError` with `unavailable`, `journalDamaged` or `journalIncomplete` when a journal cannot be followed: whether the
    ///   database is as new as its witness is not known then. Asked again, it tries again.
    func readNews(_ body: @escaping @Sendable (WitnessRecord, WitnessSource) -> Void) async throws(AccountStoreError)

    /// How many directories with journals do not answer, or could not be followed the last time.
    var unreadDirectories: Int { get }
}
