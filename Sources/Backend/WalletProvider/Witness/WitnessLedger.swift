// SPDX-License-Identifier: EUPL-1.2

package import ProviderProtocol

/// What journals come to: the last state of every wallet in them.
package struct WitnessLedger: Sendable {
    /// By the wallet's name.
    package private(set) var accounts: [WalletID: WitnessedAccount] = [:]
    /// Wallets that have ended their accounts, of which only the names are kept.
    package private(set) var gone: Set<WalletID> = []
    /// When all wallets were revoked; nil when they were not.
    package private(set) var solutionRevokedAt: Timestamp?
    /// What each journal was about last; nil stands for the journal of this process.
    package private(set) var latest: [WitnessSource?: WitnessLatest] = [:]
    private let source: WitnessSource?

    /// Nothing yet.
    ///
    /// - Parameter source: the journal whose records are added; nil for that of this process.
    package init(of source: WitnessSource? = nil) { self.source = source }

    /// Takes in a record.
    ///
    /// - Throws: `AccountStoreError` with `damaged` for an attempt of a wallet that was not written down before: no journal begins so.
    package mutating func add(_ record: WitnessRecord) throws(AccountStoreError) {
        switch record {
        case .account(let account):
            guard !gone.contains(account.walletID) else { return }
            accounts[account.walletID] = accounts[account.walletID].map { $0.joined(with: account) } ?? account
            if account.isUsed || account.end != nil { came(account.walletID) }
        case .attempt(let walletID, let counter, let attempts):
            guard !gone.contains(walletID) else { return }
            guard var account = accounts[walletID] else { throw AccountStoreError(.damaged, "a journal has an attempt without its wallet") }
            account.isUsed = true
            account.sequenceNumber = max(account.sequenceNumber, attempts.sequenceNumber)
            account.assertionCounter = max(account.assertionCounter, counter ?? 0)
            account.attempts = account.attempts.joined(with: attempts)
            accounts[walletID] = account
            came(walletID)
        case .solution(let date): solutionRevokedAt = solutionRevokedAt.map { min($0, date) } ?? date
        case .gone(let walletID):
            accounts[walletID] = nil
            gone.insert(walletID)
            came(walletID)
        }
    }

    private mutating func came(_ walletID: WalletID) {
        latest[source, default: WitnessLatest()].append(walletID)
        guard var trimmed = latest[source], trimmed.isLong else { return }
        trimmed.trim { mustBeThere($0) }
        latest[source] = trimmed
    }

    private func mustBeThere(_ walletID: WalletID) -> Bool {
        guard let account = accounts[walletID] else { return false }
        return account.isUsed && !account.isDeregistered
    }

    /// Takes in another journal's ledger.
    package mutating func merge(_ other: WitnessLedger) {
        gone.formUnion(other.gone)
        accounts.merge(other.accounts) { $0.joined(with: $1) }
        for walletID in gone { accounts[walletID] = nil }
        for (source, later) in other.latest { latest[source, default: WitnessLatest()].append(later) }
        if let date = other.solutionRevokedAt { solutionRevokedAt = solutionRevokedAt.map { min($0, date) } ?? date }
    }

    /// Keeps no more of a wallet that has ended its account than its name, and nothing of wallets that were never used and registered before
    /// that time: the database drops them, and an older copy of it takes no message of theirs either.
    ///
    /// - Parameters:
    ///   - limit: the time; nil keeps those that were never used.
    ///   - hasLeft: whether another journal says that a wallet has ended its account.
    package mutating func forget(unusedBefore limit: Timestamp?, hasLeft: (WalletID) -> Bool = { _ in false }) {
        for (walletID, account) in accounts {
            if account.isDeregistered || hasLeft(walletID) {
                accounts[walletID] = nil
                gone.insert(walletID)
            } else if let limit, !account.isUsed, account.registration.createdAt < limit {
                accounts[walletID] = nil
            }
        }
    }

    /// The shortest journal that comes to the same, and in which the same wallets come last.
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
        return records
    }
}
