// SPDX-License-Identifier: EUPL-1.2

package import Foundation
package import ProviderProtocol

/// A store whose changes are written to a journal outside the database, so that a database that was put back is noticed (threat T-R5).
///
/// The database comes first, the journal second, and only then anything is done or said because of it: an attempt is in both before a PIN is
/// looked at, a change of the PIN, a revocation or a registration is in both before it is answered. So the journal is never ahead of a
/// database that was not put back, and no acknowledged change is in the database alone. What a process that was killed in between left in the
/// database alone is written down by whoever reads it next, before it is answered again.
package struct WitnessedStore: Sendable {
    let store: any AccountStore & AuditStore & WitnessedAccounts
    private let journal: any WitnessJournal
    private let memory: WitnessMemory
    private let clock: @Sendable () -> Date
    private let report: @Sendable (any Error) -> Void
    private let tally: WitnessTally

    /// A witnessed store.
    ///
    /// - Parameters:
    ///   - ledger: what the journals say up to now; the database was compared with it.
    ///   - ownWallets: those that the journal has itself, as used ones; every other one is written down there when it is used.
    ///   - ahead: how many accounts were newer than the ledger, for `status`.
    ///   - clock: about when a wait ends is written down by it.
    ///   - report: is told once when the database turns out to be behind while this process runs.
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

    /// What an operator counts.
    package var status: WitnessStatus {
        var status = tally.status
        status.isBehind = memory.wentBack
        status.wallets = memory.count
        status.unreadDirectories = journal.unreadDirectories
        return status
    }

    /// Whether changes can be witnessed now, and the database is not known to be behind; for health.
    ///
    /// - Throws: `AccountStoreError`.
    package func checkWitness() async throws(AccountStoreError) {
        try await requireWitness()
        try await readNews()
    }

    /// Takes in what other processes have written; every call that could rest on it does so by itself.
    ///
    /// - Throws: `AccountStoreError` when a journal cannot be followed.
    package func readNews() async throws(AccountStoreError) {
        try await counting { () throws(AccountStoreError) in
            try await journal.readNews { [memory] in memory.take($0, from: $1) }
        }
    }

    /// Holds the latest changes of every journal against the database, also those of before this process began: a database that was put back
    /// lacks one of them, and nobody has to ask for a wallet.
    ///
    /// - Throws: `AccountStoreError` with `behindWitness`; what the database and the journals throw.
    package func checkLatest() async throws(AccountStoreError) {
        try requireIntact()
        try await readNews()
        let isSolutionRevoked = isSolutionRevoked
        if isSolutionRevoked, try await store.solutionRevocation() == nil { throw wentBack() }
        let latest = memory.nextLatest()
        let found = try await store.witnessedAccounts(named: Array(latest.keys))
        var missing = latest
        for account in found { missing[account.walletID] = nil }
        guard !missing.values.contains(where: \.shouldBeThere),
            !found.contains(where: { latest[$0.walletID]?.isAfter(WitnessMemoryEntry($0)) == true })
        else { throw wentBack() }
        for account in found where latest[account.walletID]?.lacks(WitnessMemoryEntry(account)) == true {
            try await append(.account(account))
        }
    }

    /// Writes down the farewells in the database that no journal has, which a process that was killed has left. Once the database drops
    /// such an account its wallet would seem lost.
    ///
    /// - Throws: `AccountStoreError`; then nothing that was said farewell to may be dropped.
    package func witnessDeregistrations() async throws(AccountStoreError) {
        var last: WalletID?
        while case let accounts = try await store.deregisteredAccounts(after: last, limit: 1000), let end = accounts.last {
            for account in accounts where memory[account.walletID]?.isDeregistered != true { try await append(.account(account)) }
            last = end.walletID
        }
    }

    /// Forgets wallets that were never used and registered before that time.
    package func forget(unusedBefore limit: Timestamp) { memory.forget(unusedBefore: limit) }

    // MARK: What its functions need

    /// Nothing is begun that could not be witnessed, or that would rest on a database that went back.
    func requireWitness() async throws(AccountStoreError) {
        try requireIntact()
        try await counting { () throws(AccountStoreError) in try await journal.requireWritable() }
    }

    /// Nothing is read from a database that went back.
    func requireIntact() throws(AccountStoreError) {
        guard memory.wentBack else { return }
        tally.refused(Self.behind.code)
        throw Self.behind
    }

    /// The database is older than its witness: nothing is served any more.
    func wentBack() -> AccountStoreError {
        if memory.noteThatItWentBack() { report(Self.behind) }
        tally.refused(Self.behind.code)
        return Self.behind
    }

    static let behind =
        AccountStoreError(.behindWitness, "the database is older than its witness: stop, and run wallet-provider witness reconcile")

    /// Writes an account down as it is now.
    func witness(_ walletID: WalletID) async throws(AccountStoreError) {
        guard let account = try await store.witnessedAccount(walletID) else { return }
        try await append(.account(account))
    }

    func note(_ record: WitnessRecord) { journal.note(record) }

    func append(_ record: WitnessRecord) async throws(AccountStoreError) {
        try await counting { () throws(AccountStoreError) in try await journal.append(record) }
        memory.take(record, from: nil)
        tally.appended(at: now)
    }

    func known(_ walletID: WalletID) -> WitnessMemoryEntry? { memory[walletID] }

    /// Whether the journal has the wallet, so that an attempt can be written down by itself.
    func isInJournal(_ walletID: WalletID) -> Bool { memory[walletID]?.isOwn == true }

    /// A message was taken that changes nothing else. The first one is written down: from then on the wallet must not get lost.
    func took(_ message: MessageIdentity) async throws(AccountStoreError) {
        guard memory[message.walletID]?.isUsed == true else { return try await witness(message.walletID) }
        memory.take(message.sequenceNumber, of: message.walletID)
    }

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
