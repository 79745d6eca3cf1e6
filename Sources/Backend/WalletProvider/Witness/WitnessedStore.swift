// SPDX-License-Identifier: EUPL-1.2

package import Foundation
package import ProviderProtocol

/// A store that records its changes in a journal outside the database, to detect a database that was restored from a backup (threat T-R5).
///
/// Each change is written to the database first and to the journal second, before it has any other effect. An attempt is in both before a
/// PIN is verified. A change of the PIN, a revocation or a registration is in both before the answer. So the journal is never ahead of an
/// intact database, and no acknowledged change is in the database alone. If a process is killed in between, the next process that reads the
/// change records it before answering.
///
/// The first attempt after a right PIN is written to both at the same time, to the journal as an *intent* (`WitnessIntent`). An intent that
/// the database lacks is no sign of a restore. It counts as an attempt before anything else happens with the wallet.
package struct WitnessedStore: Sendable {
    let store: any AccountStore & AuditStore & WitnessedAccounts
    private let journal: any WitnessJournal
    private let memory: WitnessMemory
    private let clock: @Sendable () -> Date
    private let report: @Sendable (any Error) -> Void
    private let tally: WitnessTally

    /// Creates a witnessed store.
    ///
    /// - Parameters:
    ///   - ledger: the content of the journals up to now, with which the database was compared.
    ///   - ownWallets: the wallets that this process's journal records as used. Other wallets are added to it at their first use.
    ///   - ahead: the number of accounts that were newer than the ledger, for `status`.
    ///   - clock: the time used to record the approximate end of a waiting period.
    ///   - report: is called once if the database is found to be behind while this process runs.
    package init(
        _ store: any AccountStore & AuditStore & WitnessedAccounts, journal: any WitnessJournal, ledger: WitnessLedger,
        ownWallets: Set<WalletID>, ahead: Int = 0, clock: @escaping @Sendable () -> Date,
        report: @escaping @Sendable (any Error) -> Void = { _ in }
    ) {
        self.store = store
        self.journal = journal
        memory = WitnessMemory(ledger, ownWallets)
        tally = WitnessTally(ahead: ahead)
        self.clock = clock
        self.report = report
    }

    /// The current metrics of the witness.
    package var status: WitnessStatus {
        var status = tally.status
        status.isBehind = memory.isRolledBack
        status.wallets = memory.count
        status.unreadDirectories = journal.unreadDirectories
        return status
    }

    /// Checks that changes can be recorded and that the database is not known to be behind. Used by health checks.
    ///
    /// - Throws: `AccountStoreError`.
    package func checkWitness() async throws(AccountStoreError) {
        try await requireWitness()
        try await readNews()
    }

    /// Reads the records of other processes. Functions that depend on them call this themselves.
    ///
    /// - Throws: `AccountStoreError` if a journal cannot be read.
    package func readNews() async throws(AccountStoreError) {
        try await counting { () throws(AccountStoreError) in
            try await journal.readNews { [memory] in memory.take($0, from: $1) }
        }
    }

    /// Compares the latest changes of every journal with the database, including changes from before this process started. A restored
    /// database lacks at least one of them, so this detects the restore without a request for an affected wallet.
    ///
    /// - Throws: `AccountStoreError` with `behindWitness`; errors of the database and the journals.
    package func checkLatest() async throws(AccountStoreError) {
        try requireIntact()
        try await readNews()
        let isSolutionRevoked = isSolutionRevoked
        if isSolutionRevoked, try await store.solutionRevocation() == nil { throw noteRollback() }
        let latest = memory.nextLatest()
        let found = try await store.witnessedAccounts(named: Array(latest.keys))
        var missing = latest
        for account in found { missing[account.walletID] = nil }
        guard !missing.values.contains(where: \.shouldBeThere),
            !found.contains(where: { latest[$0.walletID]?.isAfter(WitnessMemoryEntry($0)) == true })
        else { throw noteRollback() }
        for account in found where latest[account.walletID]?.isMissingChange(of: WitnessMemoryEntry(account)) == true {
            try await append(.account(account))
        }
    }

    /// Records the deregistrations that no journal contains, which a killed process may have left in the database. Otherwise their accounts
    /// would look lost once the database removes them.
    ///
    /// - Throws: `AccountStoreError`; after an error deregistered accounts must not be removed.
    package func witnessDeregistrations() async throws(AccountStoreError) {
        var last: WalletID?
        while case let accounts = try await store.deregisteredAccounts(after: last, limit: 1000), let end = accounts.last {
            for account in accounts where memory[account.walletID]?.isDeregistered != true { try await append(.account(account)) }
            last = end.walletID
        }
    }

    /// Removes wallets from memory that were never used and registered before that time.
    package func forget(unusedBefore limit: Timestamp) { memory.forget(unusedBefore: limit) }

    // MARK: Helpers

    /// Throws if changes cannot be recorded or the database is behind its witness. Called before each change.
    func requireWitness() async throws(AccountStoreError) {
        try requireIntact()
        try await counting { () throws(AccountStoreError) in try await journal.requireWritable() }
    }

    /// Throws if the database is behind its witness. Called before each read.
    func requireIntact() throws(AccountStoreError) {
        guard memory.isRolledBack else { return }
        tally.refused(Self.behind.code)
        throw Self.behind
    }

    /// Notes that the database is older than its witness, and returns the error. From then on every call is rejected.
    func noteRollback() -> AccountStoreError {
        if memory.noteRollback() { report(Self.behind) }
        tally.refused(Self.behind.code)
        return Self.behind
    }

    static let behind =
        AccountStoreError(.behindWitness, "the database is older than its witness: stop, and run wallet-provider witness reconcile")

    /// Records the current state of an account.
    func witness(_ walletID: WalletID) async throws(AccountStoreError) {
        guard let account = try await store.witnessedAccount(walletID) else { return }
        try await append(.account(account))
    }

    func note(_ record: WitnessRecord) { journal.note(record) }

    func append(_ record: WitnessRecord) async throws(AccountStoreError) {
        try await write(record)
        memory.take(record, from: nil)
    }

    /// Appends a record without taking it as known.
    func write(_ record: WitnessRecord) async throws(AccountStoreError) {
        try await counting { () throws(AccountStoreError) in try await journal.append(record) }
        tally.appended(at: now)
    }

    func known(_ walletID: WalletID) -> WitnessMemoryEntry? { memory[walletID] }

    /// True if the journal contains the wallet, so that its attempts can be recorded in the short form.
    func isInJournal(_ walletID: WalletID) -> Bool { memory[walletID]?.isOwn == true }

    /// Notes an accepted message without other changes. The wallet's first message is recorded, because from then on the wallet must not be
    /// lost.
    func took(_ message: MessageIdentity) async throws(AccountStoreError) {
        guard memory[message.walletID]?.isUsed == true else { return try await witness(message.walletID) }
        memory.take(message.sequenceNumber, of: message.walletID)
    }

    /// Notes a message that the database is known to have.
    func take(_ sequenceNumber: Int64, of walletID: WalletID) { memory.take(sequenceNumber, of: walletID) }

    /// Notes the reservation of an attempt of which the journal has only the intent.
    func takeUnconfirmed(_ message: MessageIdentity) { memory.takeUnconfirmed(message.sequenceNumber, of: message.walletID) }

    /// Returns true once for a message noted by `takeUnconfirmed`: the journal still needs a record of it.
    func confirms(_ message: MessageIdentity) -> Bool { memory.confirms(message.sequenceNumber, of: message.walletID) }

    var isSolutionRevoked: Bool { memory.isSolutionRevoked }

    var now: Timestamp { Timestamp(clock()) }

    private func counting(_ body: () async throws(AccountStoreError) -> Void) async throws(AccountStoreError) {
        do throws(AccountStoreError) {
            try await body()
        } catch {
            tally.refused(error.code)
            throw error
        }
    }
}
