// SPDX-License-Identifier: EUPL-1.2

import ProviderProtocol
import WalletProvider

/// The real store, with a point before and after each operation.
struct TrappedStore: AccountStore, AuditStore, WitnessedAccounts {
    let store: any AccountStore & AuditStore & WitnessedAccounts
    let trap: ProviderTrap
    /// Nil for PostgreSQL.
    let files: FlushedFiles?

    /// Passes a point before and after an act that flushes the database.
    private func flushing<Value>(
        _ act: String, _ body: () async throws(AccountStoreError) -> Value
    ) async throws(AccountStoreError) -> Value {
        try await trap.around(act) { () throws(AccountStoreError) in
            let value = try await body()
            files?.forget()
            return value
        }
    }

    func create(_ account: NewAccount) async throws(AccountStoreError) -> AccountCreation {
        try await flushing("store create") { () throws(AccountStoreError) in try await store.create(account) }
    }

    func account(
        of walletID: WalletID, withMessage sequenceNumber: Int64, recordedWithin retention: Int64
    ) async throws(AccountStoreError) -> (account: Account, message: RecordedMessage?)? {
        trap.pass("before store account")
        return try await store.account(of: walletID, withMessage: sequenceNumber, recordedWithin: retention)
    }

    func reserveAttempt(
        for message: MessageIdentity, pinVersion: Int64, under policy: PINRetryPolicy
    ) async throws(AccountStoreError) -> Int? {
        try await flushing("store reserve") { () throws(AccountStoreError) in
            try await store.reserveAttempt(for: message, pinVersion: pinVersion, under: policy)
        }
    }

    func reserveKnown(
        _ message: MessageIdentity, pin: AccountPIN, under policy: PINRetryPolicy, atLeast floor: WitnessFloor?
    ) async throws(AccountStoreError) -> KnownReservation? {
        try await flushing("store reserve") { () throws(AccountStoreError) in
            try await store.reserveKnown(message, pin: pin, under: policy, atLeast: floor)
        }
    }

    func settleAttempt(
        of message: MessageIdentity, as outcome: AttemptOutcome, pinVersion: Int64, answer: StoredAnswer?
    ) async throws(AccountStoreError) -> Bool {
        guard !outcome.isDurable else {
            return try await flushing("store settle") { () throws(AccountStoreError) in
                try await store.settleAttempt(of: message, as: outcome, pinVersion: pinVersion, answer: answer)
            }
        }
        return try await trap.around("store settle") { () throws(AccountStoreError) in
            files?.keep()
            return try await store.settleAttempt(of: message, as: outcome, pinVersion: pinVersion, answer: answer)
        }
    }

    func fits(_ message: MessageIdentity) async throws(AccountStoreError) -> Bool {
        try await store.fits(message)
    }

    func accept(
        _ message: MessageIdentity, evenIfRevoked: Bool, pinVersion: Int64?,
        change: AccountChange, answer: StoredAnswer
    ) async throws(AccountStoreError) -> Bool {
        try await flushing("store accept") { () throws(AccountStoreError) in
            try await store.accept(
                message, evenIfRevoked: evenIfRevoked, pinVersion: pinVersion, change: change, answer: answer)
        }
    }

    func keys(of walletID: WalletID, for purpose: WalletKeyPurpose) async throws(AccountStoreError) -> [WalletKey] {
        trap.pass("before store keys")
        return try await store.keys(of: walletID, for: purpose)
    }

    func wallet(withRevocationCodeMark mark: [UInt8]) async throws(AccountStoreError) -> WalletID? {
        try await store.wallet(withRevocationCodeMark: mark)
    }

    func revoke(_ walletID: WalletID, because reason: RevocationReason) async throws(AccountStoreError) -> Revocation? {
        try await flushing("store revoke") { () throws(AccountStoreError) in try await store.revoke(walletID, because: reason) }
    }

    func wallets(withRecoveryCodeMark mark: [UInt8]) async throws(AccountStoreError) -> [HeldWallet] {
        trap.pass("before store wallets")
        return try await store.wallets(withRecoveryCodeMark: mark)
    }

    func revokeWallets(withRecoveryCodeMark mark: [UInt8]) async throws(AccountStoreError) -> [HeldWallet] {
        try await flushing("store revoke wallets") { () throws(AccountStoreError) in
            try await store.revokeWallets(withRecoveryCodeMark: mark)
        }
    }

    func revokeSolution() async throws(AccountStoreError) -> Revocation { try await store.revokeSolution() }

    func solutionRevocation() async throws(AccountStoreError) -> Revocation? { try await store.solutionRevocation() }

    func removeExpired(answers: Int64, unusedAccounts: Int64) async throws(AccountStoreError) {
        try await store.removeExpired(answers: answers, unusedAccounts: unusedAccounts)
    }

    func takeStatusEntry(_ request: StatusEntryRequest) async throws(AccountStoreError) -> StatusEntryOutcome {
        try await store.takeStatusEntry(request)
    }

    func attestationStatuses(inList number: Int64) async throws(AccountStoreError) -> AttestationStatuses? {
        try await store.attestationStatuses(inList: number)
    }

    func lastAuditRecord() async throws(AccountStoreError) -> AuditRecord? {
        trap.pass("before store last audit")
        return try await store.lastAuditRecord()
    }

    func append(_ record: AuditRecord) async throws(AccountStoreError) -> Bool {
        try await flushing("store audit") { () throws(AccountStoreError) in try await store.append(record) }
    }

    func auditRecords(after number: Int64, limit: Int) async throws(AccountStoreError) -> [AuditRecord] {
        try await store.auditRecords(after: number, limit: limit)
    }

    func witnessedAccounts(after walletID: WalletID?, limit: Int) async throws(AccountStoreError) -> [WitnessedAccount] {
        try await store.witnessedAccounts(after: walletID, limit: limit)
    }

    func witnessedAccount(_ walletID: WalletID) async throws(AccountStoreError) -> WitnessedAccount? {
        try await store.witnessedAccount(walletID)
    }

    func witnessedAccounts(named walletIDs: [WalletID]) async throws(AccountStoreError) -> [WitnessedAccount] {
        try await store.witnessedAccounts(named: walletIDs)
    }

    func deregisteredAccounts(after walletID: WalletID?, limit: Int) async throws(AccountStoreError) -> [WitnessedAccount] {
        try await store.deregisteredAccounts(after: walletID, limit: limit)
    }

    func replace(_ former: WitnessedAccount?, by account: WitnessedAccount) async throws(AccountStoreError) -> Bool {
        try await store.replace(former, by: account)
    }
}
