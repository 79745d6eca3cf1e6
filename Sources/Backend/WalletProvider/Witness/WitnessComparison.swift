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
    /// The recovery codes of which the witness has seen the revocation of any wallet, and the first such end of each.
    private let revokedCodes: [[UInt8]: WitnessedAccount.End]

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
        revokedCodes = ledger.accounts.values.reduce(into: [:]) { codes, account in
            guard let mark = account.recoveryCodeMark, let end = account.end, account.isHolderRevoked else { return }
            codes[mark] = codes[mark].map { $0.date <= end.date ? $0 : end } ?? end
        }
    }

    /// Compares; nothing is changed.
    package func findings() async throws(AccountStoreError) -> Findings { try await walk(writes: false) }

    /// Writes the worse of both wherever the database is behind. Done again, it changes nothing.
    ///
    /// - Returns: what was found before.
    /// - Throws: `AccountStoreError`; what was written until then stays, and doing it again goes on.
    package func reconcile() async throws(AccountStoreError) -> Findings {
        let findings = try await walk(writes: true)
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

    /// Goes through the database once, and reconciles what is behind if that is asked for.
    private func walk(writes: Bool) async throws(AccountStoreError) -> Findings {
        var findings = Findings()
        var unseen = ledger.accounts
        var last: WalletID?
        var persons = RevokedPersons()
        while true {
            let accounts = try await store.witnessedAccounts(after: last, limit: Self.batch)
            for account in accounts {
                let witnessed = unseen.removeValue(forKey: account.walletID)
                let expected = expected(of: account, witnessed)
                let losses = expected.map(account.lacks(of:)) ?? []
                persons.add(account, isBehind: !losses.isEmpty)
                if let expected, !losses.isEmpty {
                    findings.count(losses)
                    if writes { try await reconcile(expected, with: account) }
                } else if !ledger.gone.contains(account.walletID) {
                    findings.ahead += witnessed?.isBehind(account) ?? true ? 1 : 0
                }
            }
            guard let end = accounts.last else { break }
            last = end.walletID
        }
        for witnessed in unseen.values where shouldBeThere(witnessed) {
            // It may have come while the others were read.
            guard try await store.witnessedAccount(witnessed.walletID) == nil else { continue }
            findings.count([.registration])
            if writes { try await reconcile(expected(of: nil, witnessed) ?? witnessed, with: nil) }
        }
        for mark in persons.marks where revokedCodes[mark] == nil {
            // Asked for again, all at once: what was active when it was read may have ended with the others meanwhile.
            let left = try await store.wallets(withRecoveryCodeMark: mark).filter { $0.revocation?.reason != .recoveryCode }
            for wallet in left { findings.count([.end], isNew: !persons.behind.contains(wallet.walletID)) }
            if writes, !left.isEmpty { _ = try await store.revokeWallets(withRecoveryCodeMark: mark) }
        }
        if ledger.solutionRevokedAt != nil, try await store.solutionRevocation() == nil { findings.losses[.solution] = 1 }
        return findings
    }

    /// What the witness says of an account, and what follows for it from others: a wallet that has left has left, and one with a recovery code
    /// that was revoked is revoked, also when its own end was never written down. Nil when nothing is known.
    private func expected(of account: WitnessedAccount?, _ witnessed: WitnessedAccount?) -> WitnessedAccount? {
        if let account, ledger.gone.contains(account.walletID) {
            var gone = account
            gone.end = account.end ?? WitnessedAccount.End(reason: nil, date: now)
            return gone
        }
        guard let mark = account?.recoveryCodeMark ?? witnessed?.recoveryCodeMark, let end = revokedCodes[mark],
            var expected = witnessed ?? account, !expected.isDeregistered, !expected.isHolderRevoked
        else { return witnessed }
        expected.end = WitnessedAccount.End(reason: .recoveryCode, date: expected.end?.date ?? end.date)
        return expected
    }

    /// The database itself removes accounts whose wallet took its leave, and those that were never used.
    private func shouldBeThere(_ account: WitnessedAccount) -> Bool {
        !account.isDeregistered && (account.isUsed || account.registration.createdAt > forgottenBefore)
    }

    private static let batch = 1000
}

/// The persons whose revocation a database knows of.
private struct RevokedPersons {
    /// The recovery codes that were revoked.
    private(set) var marks: Set<[UInt8]> = []
    /// Accounts with a recovery code that are counted as behind.
    private(set) var behind: Set<WalletID> = []

    mutating func add(_ account: WitnessedAccount, isBehind: Bool) {
        guard let mark = account.recoveryCodeMark else { return }
        if account.isHolderRevoked { marks.insert(mark) }
        if isBehind { behind.insert(account.walletID) }
    }
}

extension WitnessComparison.Findings {
    /// - Parameter isNew: whether the account is not counted yet.
    fileprivate mutating func count(_ losses: Set<WitnessedLoss>, isNew: Bool = true) {
        behind += isNew ? 1 : 0
        for loss in losses { self.losses[loss, default: 0] += 1 }
    }
}
