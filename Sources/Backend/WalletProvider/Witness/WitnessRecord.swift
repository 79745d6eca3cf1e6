// SPDX-License-Identifier: EUPL-1.2

package import ProviderProtocol

/// A record of the witness. Values that are sealed or hashed in the database are so here, too.
package enum WitnessRecord: Sendable, Hashable {
    /// The current state of an account.
    case account(WitnessedAccount)
    /// A message that reserved an attempt. A count of 0 means that its attempt was right.
    /// - counter: nil for a device without a counter.
    case attempt(WalletID, counter: UInt32?, WitnessedAccount.Attempts)
    /// A message that may reserve the first attempt after a right PIN; written beside the database. It proves nothing about the database.
    case intent(WalletID, WitnessIntent)
    /// The revocation of all wallets at this time.
    case solution(Timestamp)
    /// A deregistered wallet, of which only the id is kept. The id is never used again.
    case gone(WalletID)
}

/// The witness's append-only journal, stored outside the database.
package protocol WitnessJournal: Sendable {
    /// Appends a record, which is on disk when this returns.
    ///
    /// - Throws: `AccountStoreError` with `unavailable`; after an error the recorded change must not be acknowledged.
    func append(_ record: WitnessRecord) async throws(AccountStoreError)

    /// Appends a record without waiting, at the latest with the next awaited record. A crash may lose it.
    func note(_ record: WitnessRecord)

    /// Checks that records can be written. After a failure it tries to recover.
    ///
    /// - Throws: `AccountStoreError` with `unavailable`; after an error an operation that needs a record must not start.
    func requireWritable() async throws(AccountStoreError)

    /// Passes on the records that other processes have written since the last call, in each process's order, with their source. Without new
    /// records the call only checks the directories. All records that exist at the time of the call have been passed on when it returns.
    ///
    /// - Throws: `AccountStoreError` with `unavailable`, `journalDamaged` or `journalIncomplete` if a journal cannot be read. After an
    ///   error it is unknown whether the database is as new as its witness; the next call tries again.
    func readNews(_ body: @escaping @Sendable (WitnessRecord, WitnessSource) -> Void) async throws(AccountStoreError)

    /// The number of journal directories that are unreachable or could not be read the last time.
    var unreadDirectories: Int { get }
}
