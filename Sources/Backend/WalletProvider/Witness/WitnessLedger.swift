// SPDX-License-Identifier: EUPL-1.2

package import ProviderProtocol

/// What journals come to: the last state of every wallet in them.
package struct WitnessLedger: Sendable {
    /// By the wallet's name.
    package private(set) var accounts: [WalletID: WitnessedAccount] = [:]
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
            accounts[account.walletID] = accounts[account.walletID].map { $0.joined(with: account) } ?? account
        case .attempt(let walletID, let counter, let attempts):
            guard var account = accounts[walletID] else { throw AccountStoreError(.damaged, "a journal has an attempt without its wallet") }
            account.isUsed = true
            account.sequenceNumber = max(account.sequenceNumber, attempts.sequenceNumber)
            account.assertionCounter = max(account.assertionCounter, counter ?? 0)
            account.attempts = account.attempts.joined(with: attempts)
            accounts[walletID] = account
        case .solution(let date): solutionRevokedAt = solutionRevokedAt.map { min($0, date) } ?? date
        }
    }

    /// Takes in another journal's ledger.
    package mutating func merge(_ other: WitnessLedger) {
        accounts.merge(other.accounts) { $0.joined(with: $1) }
        if let date = other.solutionRevokedAt { solutionRevokedAt = solutionRevokedAt.map { min($0, date) } ?? date }
    }

    /// The shortest journal that comes to the same.
    package var records: [WitnessRecord] {
        (solutionRevokedAt.map { [.solution($0)] } ?? []) + accounts.values.map(WitnessRecord.account)
    }
}
