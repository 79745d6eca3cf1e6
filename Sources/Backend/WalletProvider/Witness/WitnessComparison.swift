// SPDX-License-Identifier: EUPL-1.2

import ProviderProtocol

/// A database beside its witness: whether it went back, and what to write so that no wallet is better off for it.
package struct WitnessComparison: Sendable {
    /// How a database and its witness differ.
    package struct Findings: Sendable, Hashable {
        /// How many accounts lack each kind of thing; empty when the database is not behind.
        package var losses: [WitnessedLoss: Int] = [:]
        /// How many accounts are behind.
        package var behind = 0
        /// How many accounts are ahead of the witness: changes of servers whose journals are elsewhere, or that were never acknowledged.
        package var ahead = 0

        /// Whether the database was put back.
        package var isBehind: Bool { behind > 0 || losses[.solution] != nil }

        /// Numbers only, for the operator: `3 accounts are behind (attempts 2, PIN changes 1)`.
        package var text: String {
            let kinds = WitnessedLoss.allCases.compactMap { loss in losses[loss].map { "\(loss.rawValue) \($0)" } }
            return "\(behind) accounts are behind (\(kinds.joined(separator: ", ")))"
        }
    }

    private let store: any AccountStore & WitnessedAccounts
    private let ledger: WitnessLedger
    private let now: Timestamp
    private let forgottenBefore: Timestamp

    /// A comparison.
    ///
    /// - Parameters:
    ///   - ledger: all journals together. They must have been read before the database is, which runs on meanwhile.
    ///   - unusedAccountLifetime: milliseconds after which the database drops accounts that were never used.
    ///   - now: about the store's clock; an hour more or less does no harm.
    package init(
        _ store: any AccountStore & WitnessedAccounts, with ledger: WitnessLedger, unusedAccountLifetime: Int64, now: Timestamp
    ) {
        self.store = store
        self.ledger = ledger
        self.now = now
        forgottenBefore = now.advanced(byMilliseconds: 3_600_000 - unusedAccountLifetime)
    }

    /// Compares; nothing is changed.
    package func findings() async throws(AccountStoreError) -> Findings {
        try await walk { (_, _) throws(AccountStoreError) in }
    }

    /// Writes the worse of both wherever the database is behind. Done again, it changes nothing.
    ///
    /// - Returns: what was found before.
    /// - Throws: `AccountStoreError`; what was written until then stays, and doing it again goes on.
    package func reconcile() async throws(AccountStoreError) -> Findings {
        let findings = try await walk { former, witnessed throws(AccountStoreError) in
            try await reconcile(witnessed, with: former)
        }
        if findings.losses[.solution] != nil { _ = try await store.revokeSolution() }
        return findings
    }

    private func reconcile(_ witnessed: WitnessedAccount, with former: WitnessedAccount?) async throws(AccountStoreError) {
        var former = former
        while true {
            let worse = former.map { $0.worse(of: witnessed) } ?? witnessed
            if try await store.replace(former, by: worse) { return }
            // Somebody changed it meanwhile.
            former = try await store.witnessedAccount(witnessed.walletID)
            if let former, !former.isBehind(witnessed) { return }
        }
    }

    /// Goes through the database once and hands over every account that is behind, with what the witness has seen of it.
    private func walk(
        _ body: (_ former: WitnessedAccount?, _ witnessed: WitnessedAccount) async throws(AccountStoreError) -> Void
    ) async throws(AccountStoreError) -> Findings {
        var findings = Findings()
        var unseen = ledger.accounts
        var last: WalletID?
        while true {
            let accounts = try await store.witnessedAccounts(after: last, limit: Self.batch)
            for account in accounts {
                if ledger.gone.contains(account.walletID) {
                    guard account.end == nil else { continue }
                    findings.count([.end])
                    var ended = account
                    ended.end = WitnessedAccount.End(reason: nil, date: now)
                    try await body(account, ended)
                    continue
                }
                guard let witnessed = unseen.removeValue(forKey: account.walletID) else {
                    findings.ahead += 1
                    continue
                }
                let losses = account.lacks(of: witnessed)
                if losses.isEmpty {
                    findings.ahead += witnessed.isBehind(account) ? 1 : 0
                } else {
                    findings.count(losses)
                    try await body(account, witnessed)
                }
            }
            guard let end = accounts.last else { break }
            last = end.walletID
        }
        for witnessed in unseen.values where shouldBeThere(witnessed) {
            // It may have come while the others were read.
            guard try await store.witnessedAccount(witnessed.walletID) == nil else { continue }
            findings.count([.registration])
            try await body(nil, witnessed)
        }
        if ledger.solutionRevokedAt != nil, try await store.solutionRevocation() == nil { findings.losses[.solution] = 1 }
        return findings
    }

    /// The database itself removes accounts whose wallet took its leave, and those that were never used.
    private func shouldBeThere(_ account: WitnessedAccount) -> Bool {
        !account.isDeregistered && (account.isUsed || account.registration.createdAt > forgottenBefore)
    }

    private static let batch = 1000
}

extension WitnessComparison.Findings {
    fileprivate mutating func count(_ losses: Set<WitnessedLoss>) {
        behind += 1
        for loss in losses { self.losses[loss, default: 0] += 1 }
    }
}
