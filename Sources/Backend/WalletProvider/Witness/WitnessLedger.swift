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

    /// Nothing yet.
    package init() {}

    /// Takes in a record.
    ///
    /// - Throws: `AccountStoreError` with `damaged` for an attempt of a wallet that was not written down before: no journal begins so.
    package mutating func add(_ record: WitnessRecord) throws(AccountStoreError) {
        switch record {
        case .account(let account):
            guard !gone.contains(account.walletID) else { return }
            accounts[account.walletID] = accounts[account.walletID].map { $0.joined(with: account) } ?? account
        case .attempt(let walletID, let counter, let attempts):
            guard !gone.contains(walletID) else { return }
            guard var account = accounts[walletID] else { throw AccountStoreError(.damaged, "a journal has an attempt without its wallet") }
            account.isUsed = true
            account.sequenceNumber = max(account.sequenceNumber, attempts.sequenceNumber)
            account.assertionCounter = max(account.assertionCounter, counter ?? 0)
            account.attempts = account.attempts.joined(with: attempts)
            accounts[walletID] = account
        case .solution(let date): solutionRevokedAt = solutionRevokedAt.map { min($0, date) } ?? date
        case .gone(let walletID):
            accounts[walletID] = nil
            gone.insert(walletID)
        }
    }

    /// Takes in another journal's ledger.
    package mutating func merge(_ other: WitnessLedger) {
        gone.formUnion(other.gone)
        accounts.merge(other.accounts) { $0.joined(with: $1) }
        for walletID in gone { accounts[walletID] = nil }
        if let date = other.solutionRevokedAt { solutionRevokedAt = solutionRevokedAt.map { min($0, date) } ?? date }
    }

    /// Keeps no more of a wallet that has ended its account than its name, and nothing of wallets that were never used and registered before
    /// that time: the database drops them, and an older copy of it takes no message of theirs either.
    ///
    /// - Parameter limit: the time; nil keeps those that were never used.
    package mutating func forget(unusedBefore limit: Timestamp?) {
        for (walletID, account) in accounts {
            if account.isDeregistered {
                accounts[walletID] = nil
                gone.insert(walletID)
            } else if let limit, !account.isUsed, account.registration.createdAt < limit {
                accounts[walletID] = nil
            }
        }
    }

    /// The shortest journal that comes to the same.
    package var records: [WitnessRecord] {
        (solutionRevokedAt.map { [.solution($0)] } ?? []) + gone.map(WitnessRecord.gone) + accounts.values.map(WitnessRecord.account)
    }
}
