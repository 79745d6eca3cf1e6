// SPDX-License-Identifier: EUPL-1.2

import Deadlines
package import ProviderProtocol

extension WitnessedStore: AccountStore {
    /// As the store, then written down; a registration that is repeated is, too, unless it was.
    package func create(_ account: NewAccount) async throws(AccountStoreError) -> AccountCreation {
        try await requireWitness()
        try await readNews()
        let known = known(account.walletID)
        // A name that has ended does not come back to life.
        if known?.isDeregistered == true, try await store.witnessedAccount(account.walletID) == nil { return .conflict }
        let creation = try await store.create(account)
        switch creation {
        case .created:
            if known?.shouldBeThere == true { throw wentBack() }
            try await witness(account.walletID)
        case .repeated: if known == nil { try await witness(account.walletID) }
        case .conflict, .solutionRevoked: break
        }
        return creation
    }

    /// As the store. An account that is older than it was is not given out, nor is one with something that no journal has.
    package func account(
        of walletID: WalletID, withMessage sequenceNumber: Int64, recordedWithin retention: Int64
    ) async throws(AccountStoreError) -> (account: Account, message: RecordedMessage?)? {
        try requireIntact()
        // Before the database is asked: what it says must be as late. Whatever any server has acknowledged is in its journal by now.
        try await readNews()
        let known = known(walletID)
        let isSolutionRevoked = isSolutionRevoked
        let found = try await store.account(of: walletID, withMessage: sequenceNumber, recordedWithin: retention)
        guard let found else {
            // The database drops a wallet some time after its farewell, which may have been said to another server: that is known by now.
            guard known?.shouldBeThere == true else { return nil }
            throw wentBack()
        }
        guard known?.isAfter(found.account) != true, !isSolutionRevoked || found.account.isSolutionRevoked else { throw wentBack() }
        if known?.lacks(found.account) ?? true {
            try await requireWitness()
            try await witness(walletID)
        }
        return found
    }

    /// As the store. A challenge needs no witness: it lives for a minute, and what answers it is written down.
    package func issue(
        _ challenge: InstructionChallenge, lifetime: Int64, evenIfRevoked: Bool, to message: MessageIdentity, answer: StoredAnswer
    ) async throws(AccountStoreError) -> Bool {
        try await requireWitness()
        let isIssued = try await store.issue(
            challenge, lifetime: lifetime, evenIfRevoked: evenIfRevoked, to: message, answer: answer)
        if isIssued { try await took(message) }
        return isIssued
    }

    /// As the store, then written down; only then a PIN is looked at.
    package func reserveAttempt(
        for message: MessageIdentity, answering challenge: InstructionChallenge, pinVersion: Int64, under policy: PINRetryPolicy
    ) async throws(AccountStoreError) -> Int? {
        try await requireWitness()
        let isInJournal = isInJournal(message.walletID)
        let attempt = try await store.reserveAttempt(for: message, answering: challenge, pinVersion: pinVersion, under: policy)
        guard let attempt else { return nil }
        // It is counted from here on, so it has to be judged, however slow the journal is.
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
        return attempt
    }

    /// As the store. A change is written down before it is answered. That an attempt was right need not be on the disk for that: without it a
    /// wallet would only seem worse than it is.
    package func settleAttempt(
        of message: MessageIdentity, as outcome: AttemptOutcome, pinVersion: Int64, answer: StoredAnswer?
    ) async throws(AccountStoreError) -> Bool {
        let isSettled = try await store.settleAttempt(of: message, as: outcome, pinVersion: pinVersion, answer: answer)
        guard isSettled, case .right(let change) = outcome else { return isSettled }
        if change.isWitnessed {
            try await witness(message.walletID)
        } else if isInJournal(message.walletID) {
            note(
                .attempt(
                    message.walletID, counter: message.assertionCounter,
                    .init(count: 0, sequenceNumber: message.sequenceNumber, waitUntil: nil)))
        }
        return isSettled
    }

    /// As the store.
    package func fits(_ message: MessageIdentity, answering challenge: InstructionChallenge) async throws(AccountStoreError) -> Bool {
        try await requireWitness()
        return try await store.fits(message, answering: challenge)
    }

    /// As the store; a change is written down before it is answered.
    package func accept(
        _ message: MessageIdentity, answering challenge: InstructionChallenge, evenIfRevoked: Bool, pinVersion: Int64?,
        change: AccountChange, answer: StoredAnswer
    ) async throws(AccountStoreError) -> Bool {
        try await requireWitness()
        let isAccepted = try await store.accept(
            message, answering: challenge, evenIfRevoked: evenIfRevoked, pinVersion: pinVersion, change: change, answer: answer)
        guard isAccepted else { return false }
        if change.isWitnessed { try await witness(message.walletID) } else { try await took(message) }
        return true
    }

    /// As the store.
    package func keys(of walletID: WalletID, for purpose: WalletKeyPurpose) async throws(AccountStoreError) -> [WalletKey] {
        try await store.keys(of: walletID, for: purpose)
    }

    /// As the store.
    package func wallet(withRevocationCodeMark mark: [UInt8]) async throws(AccountStoreError) -> WalletID? {
        try requireIntact()
        return try await store.wallet(withRevocationCodeMark: mark)
    }

    /// As the store, then written down.
    package func revoke(_ walletID: WalletID, because reason: RevocationReason) async throws(AccountStoreError) -> Revocation? {
        try await requireWitness()
        let revocation = try await store.revoke(walletID, because: reason)
        if revocation != nil { try await witness(walletID) }
        return revocation
    }

    /// As the store.
    package func wallets(withRecoveryCodeMark mark: [UInt8]) async throws(AccountStoreError) -> [HeldWallet] {
        try requireIntact()
        return try await store.wallets(withRecoveryCodeMark: mark)
    }

    /// As the store, then each of them is written down.
    package func revokeWallets(withRecoveryCodeMark mark: [UInt8]) async throws(AccountStoreError) -> [HeldWallet] {
        try await requireWitness()
        let wallets = try await store.revokeWallets(withRecoveryCodeMark: mark)
        for wallet in wallets { try await witness(wallet.walletID) }
        return wallets
    }

    /// As the store, then written down.
    package func revokeSolution() async throws(AccountStoreError) -> Revocation {
        try await requireWitness()
        let revocation = try await store.revokeSolution()
        try await append(.solution(revocation.date))
        return revocation
    }

    /// As the store; a revocation that no journal has is written down before it is told, and while that cannot be done it is not told.
    package func solutionRevocation() async throws(AccountStoreError) -> Revocation? {
        try requireIntact()
        try await readNews()
        let isRevoked = isSolutionRevoked
        let revocation = try await store.solutionRevocation()
        if let revocation, !isRevoked { try await append(.solution(revocation.date)) }
        if revocation == nil, isRevoked { throw wentBack() }
        return revocation
    }

    /// As the store, after every farewell is written down: what is dropped without one would be missed. An account that was never used is
    /// missed by nobody.
    package func removeExpired(answers: Int64, unusedAccounts: Int64) async throws(AccountStoreError) {
        try await witnessDeregistrations()
        try await store.removeExpired(answers: answers, unusedAccounts: unusedAccounts)
    }
}

extension WitnessedStore: AuditStore {
    /// As the store.
    package func lastAuditRecord() async throws(AccountStoreError) -> AuditRecord? { try await store.lastAuditRecord() }

    /// As the store.
    package func append(_ record: AuditRecord) async throws(AccountStoreError) -> Bool { try await store.append(record) }

    /// As the store.
    package func auditRecords(after number: Int64, limit: Int) async throws(AccountStoreError) -> [AuditRecord] {
        try await store.auditRecords(after: number, limit: limit)
    }
}

extension AccountChange {
    /// Whether it must never be undone. Users' keys are not: those that were made after a backup are lost with it.
    fileprivate var isWitnessed: Bool {
        switch self {
        case .beginPINChange, .commitPINChange, .rollBackPINChange, .rememberRecoveryCode, .beginRecovery, .completeRecovery, .deregister:
            true
        case .none, .addKeys, .deleteKeys, .handOutAttestation: false
        }
    }
}
