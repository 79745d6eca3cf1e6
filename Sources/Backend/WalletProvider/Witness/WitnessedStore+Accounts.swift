// SPDX-License-Identifier: EUPL-1.2

import Deadlines
package import ProviderProtocol

extension WitnessedStore: AccountStore {
    /// Creates the account, then records it in the journal. A repeated registration is recorded if it was not before.
    package func create(_ account: NewAccount) async throws(AccountStoreError) -> AccountCreation {
        try await requireWitness()
        try await readNews()
        let known = known(account.walletID)
        // An ended wallet id is never used again.
        if known?.isDeregistered == true, try await store.witnessedAccount(account.walletID) == nil { return .conflict }
        let creation = try await store.create(account)
        switch creation {
        case .created:
            if known?.shouldBeThere == true { throw noteRollback() }
            try await witness(account.walletID)
        case .repeated: if known == nil { try await witness(account.walletID) }
        case .conflict, .solutionRevoked: break
        }
        return creation
    }

    /// Returns the account. Throws if it is older than its last known state. Before it returns, records a change that no journal contains,
    /// and counts an open intent as an attempt.
    package func account(
        of walletID: WalletID, withMessage sequenceNumber: Int64, recordedWithin retention: Int64
    ) async throws(AccountStoreError) -> (account: Account, message: RecordedMessage?)? {
        try requireIntact()
        // Read the journals before the database, so that its answer must be at least as recent. Every acknowledged change is in a journal
        // by now.
        try await readNews()
        let known = known(walletID)
        let isSolutionRevoked = isSolutionRevoked
        let found = try await store.account(of: walletID, withMessage: sequenceNumber, recordedWithin: retention)
        guard let found else {
            // The database removes a deregistered wallet after a while. If another server handled the deregistration, its journal shows it
            // by now.
            guard known?.shouldBeThere == true else { return nil }
            throw noteRollback()
        }
        guard known?.isAfter(found.account) != true, !isSolutionRevoked || found.account.isSolutionRevoked else { throw noteRollback() }
        if known?.isMissingChange(of: found.account) ?? true {
            try await requireWitness()
            try await witness(walletID)
        }
        guard let intent = known?.openIntent, try await close(intent, of: walletID) else { return found }
        return try await store.account(of: walletID, withMessage: sequenceNumber, recordedWithin: retention)
    }

    /// Reserves the attempt, then records it in the journal, before any PIN is verified.
    package func reserveAttempt(
        for message: MessageIdentity, pinVersion: Int64, under policy: PINRetryPolicy
    ) async throws(AccountStoreError) -> Int? {
        try await requireWitness()
        let isInJournal = isInJournal(message.walletID)
        let attempt = try await store.reserveAttempt(for: message, pinVersion: pinVersion, under: policy)
        guard let attempt else { return nil }
        try await record(attempt, of: message, under: policy, isInJournal: isInJournal)
        return attempt
    }

    /// Records a reserved attempt.
    func record(
        _ attempt: Int, of message: MessageIdentity, under policy: PINRetryPolicy, isInJournal: Bool
    ) async throws(AccountStoreError) {
        // The attempt is counted from here on, so it must be judged, however slow the journal is.
        try await Deadline.lettingWorkEnd { () throws(AccountStoreError) in
            guard isInJournal else { return try await witness(message.walletID) }
            let wait = policy.waitsByAttempt.first { $0.attempt == attempt }
            try await append(
                .attempt(
                    message.walletID, counter: message.assertionCounter,
                    .init(
                        count: Int64(attempt), sequenceNumber: message.sequenceNumber,
                        waitUntil: wait.map { now.advanced(byMilliseconds: $0.milliseconds) })))
        }
    }

    /// Settles the attempt and records a change before it is answered. A right PIN alone need not be on disk: if its record is lost, the
    /// wallet is only treated more restrictively. The wrong PIN of an attempt that only an intent shows is recorded before its answer, so
    /// that a database which lacks an answered wrong PIN is always behind.
    package func settleAttempt(
        of message: MessageIdentity, as outcome: AttemptOutcome, pinVersion: Int64, answer: StoredAnswer?
    ) async throws(AccountStoreError) -> Bool {
        let isSettled = try await store.settleAttempt(of: message, as: outcome, pinVersion: pinVersion, answer: answer)
        guard isSettled else { return false }
        let isUnconfirmed = confirms(message)
        let attempt = WitnessRecord.attempt(
            message.walletID, counter: message.assertionCounter,
            .init(count: outcome.isRight ? 0 : 1, sequenceNumber: message.sequenceNumber, waitUntil: nil))
        if outcome.isWitnessed {
            try await witness(message.walletID)
        } else if outcome.isRight {
            if isInJournal(message.walletID) { note(attempt) }
        } else if isUnconfirmed {
            try await append(attempt)
        }
        return true
    }

    /// Checks that the witness is writable, then asks the store.
    package func fits(_ message: MessageIdentity) async throws(AccountStoreError) -> Bool {
        try await requireWitness()
        return try await store.fits(message)
    }

    /// Applies the message and records its change before the answer.
    package func accept(
        _ message: MessageIdentity, evenIfRevoked: Bool, pinVersion: Int64?, change: AccountChange, answer: StoredAnswer
    ) async throws(AccountStoreError) -> Bool {
        try await requireWitness()
        let isAccepted = try await store.accept(
            message, evenIfRevoked: evenIfRevoked, pinVersion: pinVersion, change: change, answer: answer)
        guard isAccepted else { return false }
        if change.isWitnessed { try await witness(message.walletID) } else { try await took(message) }
        return true
    }

    /// Returns the store's keys.
    package func keys(of walletID: WalletID, for purpose: WalletKeyPurpose) async throws(AccountStoreError) -> [WalletKey] {
        try await store.keys(of: walletID, for: purpose)
    }

    /// Returns the wallet, unless the database is behind its witness.
    package func wallet(withRevocationCodeMark mark: [UInt8]) async throws(AccountStoreError) -> WalletID? {
        try requireIntact()
        return try await store.wallet(withRevocationCodeMark: mark)
    }

    /// Revokes the wallet, then records it in the journal.
    package func revoke(_ walletID: WalletID, because reason: RevocationReason) async throws(AccountStoreError) -> Revocation? {
        try await requireWitness()
        let revocation = try await store.revoke(walletID, because: reason)
        if revocation != nil { try await witness(walletID) }
        return revocation
    }

    /// Returns the wallets, unless the database is behind its witness.
    package func wallets(withRecoveryCodeMark mark: [UInt8]) async throws(AccountStoreError) -> [HeldWallet] {
        try requireIntact()
        return try await store.wallets(withRecoveryCodeMark: mark)
    }

    /// Revokes the wallets, then records each of them in the journal.
    package func revokeWallets(withRecoveryCodeMark mark: [UInt8]) async throws(AccountStoreError) -> [HeldWallet] {
        try await requireWitness()
        let wallets = try await store.revokeWallets(withRecoveryCodeMark: mark)
        for wallet in wallets { try await witness(wallet.walletID) }
        return wallets
    }

    /// Revokes the solution, then records the revocation in the journal.
    package func revokeSolution() async throws(AccountStoreError) -> Revocation {
        try await requireWitness()
        let revocation = try await store.revokeSolution()
        try await append(.solution(revocation.date))
        return revocation
    }

    /// Returns the revocation. If no journal contains it, records it first, and throws if that fails.
    package func solutionRevocation() async throws(AccountStoreError) -> Revocation? {
        try requireIntact()
        try await readNews()
        let isRevoked = isSolutionRevoked
        let revocation = try await store.solutionRevocation()
        if let revocation, !isRevoked { try await append(.solution(revocation.date)) }
        if revocation == nil, isRevoked { throw noteRollback() }
        return revocation
    }

    /// Records all deregistrations, then removes expired data. A removed account without a record would look like a loss. Accounts that
    /// were never used need no record.
    package func removeExpired(answers: Int64, unusedAccounts: Int64) async throws(AccountStoreError) {
        try await witnessDeregistrations()
        try await store.removeExpired(answers: answers, unusedAccounts: unusedAccounts)
    }
}

extension WitnessedStore: AuditStore {
    /// Forwards the call to the store.
    package func lastAuditRecord() async throws(AccountStoreError) -> AuditRecord? { try await store.lastAuditRecord() }

    /// Forwards the call to the store.
    package func append(_ record: AuditRecord) async throws(AccountStoreError) -> Bool { try await store.append(record) }

    /// Forwards the call to the store.
    package func auditRecords(after number: Int64, limit: Int) async throws(AccountStoreError) -> [AuditRecord] {
        try await store.auditRecords(after: number, limit: limit)
    }
}

extension AttemptOutcome {
    fileprivate var isRight: Bool { if case .wrong = self { false } else { true } }

    fileprivate var isWitnessed: Bool { if case .right(let change) = self { change.isWitnessed } else { false } }
}

extension AccountChange {
    /// True if the change must never be undone. Users' keys are exempt: keys created after a backup are lost when it is restored.
    fileprivate var isWitnessed: Bool {
        switch self {
        case .beginPINChange, .commitPINChange, .rollBackPINChange, .rememberRecoveryCode, .beginRecovery, .completeRecovery, .deregister:
            true
        case .none, .addKeys, .deleteKeys, .handOutAttestation: false
        }
    }
}
