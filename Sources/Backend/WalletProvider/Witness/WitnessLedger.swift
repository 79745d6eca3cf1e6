// SPDX-License-Identifier: EUPL-1.2

package import ProviderProtocol

/// The content of journals: the last recorded state of every wallet.
package struct WitnessLedger: Sendable {
    package private(set) var accounts: [WalletID: WitnessedAccount] = [:]
    /// Deregistered wallets, of which only the ids are kept.
    package private(set) var gone: Set<WalletID> = []
    /// The open intents: the last of each wallet, if no record has its sequence number or a higher one.
    package private(set) var intents: [WalletID: WitnessIntent] = [:]
    /// The time at which all wallets were revoked; nil if they were not.
    package private(set) var solutionRevokedAt: Timestamp?
    /// The latest wallets of each journal. The key nil is the journal of this process.
    package private(set) var latest: [WitnessSource?: WitnessLatest] = [:]
    private let source: WitnessSource?

    /// Creates an empty ledger.
    ///
    /// - Parameter source: the journal whose records will be added; nil for the journal of this process.
    package init(of source: WitnessSource? = nil) { self.source = source }

    /// Adds a record.
    ///
    /// - Throws: `AccountStoreError` with `damaged` for an attempt or intent of a wallet without an earlier record.
    package mutating func add(_ record: WitnessRecord) throws(AccountStoreError) {
        switch record {
        case .account(let account):
            guard !gone.contains(account.walletID) else { return }
            accounts[account.walletID] = accounts[account.walletID].map { $0.joined(with: account) } ?? account
            closeIntent(of: account.walletID)
            if account.isUsed || account.end != nil { noteLatest(account.walletID) }
        case .attempt(let walletID, let counter, let attempts):
            guard !gone.contains(walletID) else { return }
            guard var account = accounts[walletID] else { throw AccountStoreError(.damaged, "a journal has an attempt without its wallet") }
            account.isUsed = true
            account.sequenceNumber = max(account.sequenceNumber, attempts.sequenceNumber)
            account.assertionCounter = max(account.assertionCounter, counter ?? 0)
            account.attempts = account.attempts.joined(with: attempts)
            accounts[walletID] = account
            closeIntent(of: walletID)
            noteLatest(walletID)
        case .intent(let walletID, let intent):
            guard !gone.contains(walletID) else { return }
            guard accounts[walletID] != nil else { throw AccountStoreError(.damaged, "a journal has an intent without its wallet") }
            intents[walletID] = WitnessIntent.later(intents[walletID], intent)
            closeIntent(of: walletID)
        case .solution(let date): solutionRevokedAt = solutionRevokedAt.map { min($0, date) } ?? date
        case .gone(let walletID):
            accounts[walletID] = nil
            gone.insert(walletID)
            closeIntent(of: walletID)
            noteLatest(walletID)
        }
    }

    /// Removes the wallet's intent if it is no longer open.
    private mutating func closeIntent(of walletID: WalletID) {
        guard let intent = intents[walletID] else { return }
        let isOpen = accounts[walletID].map { $0.sequenceNumber < intent.sequenceNumber } ?? false
        if !isOpen { intents[walletID] = nil }
    }

    private mutating func noteLatest(_ walletID: WalletID) {
        latest[source, default: WitnessLatest()].append(walletID)
        guard var trimmed = latest[source], trimmed.isLong else { return }
        trimmed.trim { mustBeThere($0) }
        latest[source] = trimmed
    }

    private func mustBeThere(_ walletID: WalletID) -> Bool {
        guard let account = accounts[walletID] else { return false }
        return account.isUsed && !account.isDeregistered
    }

    /// Merges the ledger of another journal.
    package mutating func merge(_ other: WitnessLedger) {
        gone.formUnion(other.gone)
        accounts.merge(other.accounts) { $0.joined(with: $1) }
        for walletID in gone { accounts[walletID] = nil }
        intents.merge(other.intents) { $0.sequenceNumber >= $1.sequenceNumber ? $0 : $1 }
        for walletID in Array(intents.keys) { closeIntent(of: walletID) }
        for (source, later) in other.latest { latest[source, default: WitnessLatest()].append(later) }
        if let date = other.solutionRevokedAt { solutionRevokedAt = solutionRevokedAt.map { min($0, date) } ?? date }
    }

    /// Reduces deregistered wallets to their ids. Removes wallets that were never used and registered before a time: the database also
    /// removes them, and an older copy of the database accepts no messages from these wallets.
    ///
    /// - Parameters:
    ///   - limit: the time; nil keeps all wallets that were never used.
    ///   - hasLeft: returns true if another journal shows the wallet as deregistered.
    package mutating func forget(unusedBefore limit: Timestamp?, hasLeft: (WalletID) -> Bool = { _ in false }) {
        for (walletID, account) in accounts {
            if account.isDeregistered || hasLeft(walletID) {
                accounts[walletID] = nil
                gone.insert(walletID)
            } else if let limit, !account.isUsed, account.registration.createdAt < limit {
                accounts[walletID] = nil
            }
            closeIntent(of: walletID)
        }
    }

    /// The shortest sequence of records with the same content and the same latest wallets.
    package var records: [WitnessRecord] {
        var last = latest[source] ?? WitnessLatest()
        last.trim { mustBeThere($0) }
        let inOrder = last.newestFirst.reversed()
        let isLast = Set(inOrder)
        var records: [WitnessRecord] = solutionRevokedAt.map { [.solution($0)] } ?? []
        for walletID in gone where !isLast.contains(walletID) { records.append(.gone(walletID)) }
        for (walletID, account) in accounts where !isLast.contains(walletID) { records.append(.account(account)) }
        for walletID in inOrder {
            if let account = accounts[walletID] {
                records.append(.account(account))
            } else if gone.contains(walletID) {
                records.append(.gone(walletID))
            }
        }
        for (walletID, intent) in intents { records.append(.intent(walletID, intent)) }
        return records
    }
}
