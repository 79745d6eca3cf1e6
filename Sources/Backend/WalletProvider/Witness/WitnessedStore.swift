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

    /// A witnessed store.
    ///
    /// - Parameters:
    ///   - ledger: what the journals say up to now; the database was compared with it.
    ///   - ownWallets: those that the journal has itself; every other one is written down there before it is used.
    ///   - clock: about when a wait ends is written down by it.
    ///   - report: is told once when the database turns out to be behind while this process runs.
    package init(
        _ store: any AccountStore & AuditStore & WitnessedAccounts, journal: any WitnessJournal, ledger: WitnessLedger,
        ownWallets: Set<WalletID>, clock: @escaping @Sendable () -> Date,
        report: @escaping @Sendable (any Error) -> Void = { _ in }
    ) {
        self.store = store
        self.journal = journal
        memory = WitnessMemory(ledger, ownWallets)
        self.clock = clock
        self.report = report
    }

    // MARK: What its functions need

    /// Nothing is begun that could not be witnessed, or that would rest on a database that went back.
    func requireWitness() async throws(AccountStoreError) {
        try requireIntact()
        try await journal.requireWritable()
    }

    /// Nothing is read from a database that went back.
    func requireIntact() throws(AccountStoreError) {
        guard !memory.wentBack else { throw Self.behind }
    }

    /// The database is older than its witness: nothing is served any more.
    func wentBack() -> AccountStoreError {
        if memory.noteThatItWentBack() { report(Self.behind) }
        return Self.behind
    }

    static let behind =
        AccountStoreError(.behindWitness, "the database is older than its witness: stop, and run wallet-provider witness reconcile")

    /// Writes an account down as it is now.
    func witness(_ walletID: WalletID) async throws(AccountStoreError) {
        guard let account = try await store.witnessedAccount(walletID) else { return }
        try await journal.append(.account(account))
        memory.note(account)
    }

    func witnessSolution(_ date: Timestamp) async throws(AccountStoreError) {
        try await journal.append(.solution(date))
        memory.noteSolutionRevoked()
    }

    func note(_ record: WitnessRecord) { journal.note(record) }

    func append(_ record: WitnessRecord) async throws(AccountStoreError) { try await journal.append(record) }

    func known(_ walletID: WalletID) -> WitnessMemory.Entry? { memory[walletID] }

    /// Whether the journal has the wallet, so that an attempt can be written down by itself.
    func isInJournal(_ walletID: WalletID) -> Bool { memory[walletID]?.isOwn == true }

    /// Whether a wallet that is not in the database has taken its leave at another server, which the journals know.
    func hasDeparted(_ walletID: WalletID) async throws(AccountStoreError) -> Bool {
        guard try await journal.readAll().accounts[walletID]?.isDeregistered == true else { return false }
        memory.noteDeparture(of: walletID)
        return true
    }

    func took(_ message: MessageIdentity) { memory.note(message.sequenceNumber, of: message.walletID) }

    var isSolutionRevoked: Bool { memory.isSolutionRevoked }

    var now: Timestamp { Timestamp(clock()) }
}
