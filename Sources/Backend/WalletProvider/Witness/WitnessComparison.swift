// SPDX-License-Identifier: EUPL-1.2

import ProviderProtocol

/// A comparison of a database with its witness: detects a database restored from a backup, and restores the protection that it lost.
package struct WitnessComparison: Sendable {
    /// The differences between a database and its witness.
    package struct Findings: Sendable, Hashable {
        /// The number of accounts with each kind of loss; empty if the database is not behind.
        package var losses: [WitnessedLoss: Int] = [:]
        /// The number of accounts that are behind the witness.
        package var behind = 0
        /// The number of accounts ahead of the witness, through servers with other journals or through changes that were never
        /// acknowledged.
        package var ahead = 0

        /// True if the database was restored from a backup.
        package var isBehind: Bool { behind > 0 || losses[.solution] != nil }

        /// The counts, for the operator: `3 accounts are behind (attempts 2, PIN changes 1)`.
        package var text: String {
            let kinds = WitnessedLoss.allCases.compactMap { loss in losses[loss].map { "\(loss.rawValue) \($0)" } }
            return "\(behind) accounts are behind (\(kinds.joined(separator: ", ")))"
        }
    }

    private let store: any AccountStore & WitnessedAccounts
    private let ledger: WitnessLedger
    private let now: Timestamp
    private let forgottenBefore: Timestamp
    /// The recovery codes for which the witness has seen a revoked wallet, with the earliest revocation of each.
    private let revokedCodes: [[UInt8]: WitnessedAccount.End]

    /// Creates a comparison.
    ///
    /// - Parameters:
    ///   - ledger: the merged ledgers of all journals. The ledgers must have been read before the database, which continues to change.
    ///   - unusedAccountLifetime: milliseconds after which the database removes accounts that were never used.
    ///   - now: the store's time, accurate to about an hour.
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

    /// Compares without changes.
    package func findings() async throws(AccountStoreError) -> Findings { try await walk(writes: false) }

    /// Writes the more restrictive state of both to every account that is behind. Idempotent.
    ///
    /// - Returns: the findings from before the changes.
    /// - Throws: `AccountStoreError`. Accounts written so far keep their changes; a retry continues.
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
            // The account was changed concurrently.
            former = try await store.witnessedAccount(witnessed.walletID)
            if let former, !former.isBehind(witnessed) { return }
        }
    }

    /// Reads the database once and, if `writes` is set, reconciles the accounts that are behind.
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
                let losses = expected.map(account.losses(comparedWith:)) ?? []
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
            // The account may have been registered while the other accounts were read.
            guard try await store.witnessedAccount(witnessed.walletID) == nil else { continue }
            findings.count([.registration])
            if writes { try await reconcile(expected(of: nil, witnessed) ?? witnessed, with: nil) }
        }
        for mark in persons.marks where revokedCodes[mark] == nil {
            // Query again: these wallets may have been revoked since they were read.
            let left = try await store.wallets(withRecoveryCodeMark: mark).filter { $0.revocation?.reason != .recoveryCode }
            for wallet in left { findings.count([.end], isNew: !persons.behind.contains(wallet.walletID)) }
            if writes, !left.isEmpty { _ = try await store.revokeWallets(withRecoveryCodeMark: mark) }
        }
        if ledger.solutionRevokedAt != nil, try await store.solutionRevocation() == nil { findings.losses[.solution] = 1 }
        return findings
    }

    /// Returns the state that the witness requires of an account, including consequences: a deregistered wallet stays deregistered, and a
    /// wallet with a revoked recovery code is revoked even if no journal has recorded its own revocation. Nil if nothing is known.
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

    /// The database itself removes deregistered accounts and accounts that were never used.
    private func shouldBeThere(_ account: WitnessedAccount) -> Bool {
        !account.isDeregistered && (account.isUsed || account.registration.createdAt > forgottenBefore)
    }

    private static let batch = 1000
}

/// The recovery codes whose revocation a database contains.
private struct RevokedPersons {
    /// The revoked recovery codes, as HMACs.
    private(set) var marks: Set<[UInt8]> = []
    /// Accounts with a recovery code that are already counted as behind.
    private(set) var behind: Set<WalletID> = []

    mutating func add(_ account: WitnessedAccount, isBehind: Bool) {
        guard let mark = account.recoveryCodeMark else { return }
        if account.isHolderRevoked { marks.insert(mark) }
        if isBehind { behind.insert(account.walletID) }
    }
}

extension WitnessComparison.Findings {
    /// - Parameter isNew: false if the account is already counted.
    fileprivate mutating func count(_ losses: Set<WitnessedLoss>, isNew: Bool = true) {
        behind += isNew ? 1 : 0
        for loss in losses { self.losses[loss, default: 0] += 1 }
    }
}
